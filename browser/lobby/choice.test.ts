import { expect, test } from 'vitest'
import { type Choice, keepChoice, lastChoice } from './choice.ts'

const usual: Choice = { game: 'wotn', seats: 2, time: 'short', first: -1 }
const storing = (text: string | null) => ({ getItem: () => text })

test('the last choice is kept', () => {
  let kept = ''
  const choice: Choice = { game: 'lancelot', seats: 4, time: 'daily', first: 1 }
  const store = {
    setItem: (_: string, text: string) => {
      kept = text
    },
  }
  keepChoice(store, choice)
  expect(lastChoice(storing(kept))).toEqual(choice)
})

test('a stored text that cannot be read gives the usual game', () => {
  for (const text of [null, 'null', '{', '[]', '{"game":"go","seats":9,"time":"ever","first":2}']) {
    expect(lastChoice(storing(text)), String(text)).toEqual(usual)
  }
  const refusing = {
    getItem: () => {
      throw new Error('blocked')
    },
  }
  expect(lastChoice(refusing)).toEqual(usual)
})
