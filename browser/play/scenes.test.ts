import { expect, test } from 'vitest'
import { de } from '../words/de.ts'
import { en } from '../words/en.ts'
import recorded from './scenes.json'
import { essence, scenesOf } from './scenes.ts'

const texts: Record<string, Record<string, string>> = { en, de }
const games = ['wotn', 'lancelot'] as const

test.each(games)('a page of %s has six pictures, each with a sentence, and at most 150 words', (game) => {
  const scenes = scenesOf(game)
  expect(scenes).toHaveLength(6)
  for (const [language, all] of Object.entries(texts)) {
    const sentences = scenes.map(({ name }) => all[`scene.${game}.${name}`] ?? '')
    expect(sentences, language).not.toContain('')
    expect(sentences.join(' ').split(/\s+/).length, language).toBeLessThanOrEqual(150)
  }
})

test.each(games)('an invitation to %s shows three of them', (game) => {
  expect(scenesOf(game, essence[game]).map(({ name }) => name)).toEqual(essence[game])
})

test('the lower left square of a part of a chess board is dark, as the board draws it', () => {
  const light = recorded
    .filter(({ game }) => game === 'wotn')
    .filter(({ columns, rows }) => ('abcdefgh'.indexOf(columns[0] ?? '') + (rows[0] ?? 0)) % 2 === 0)
  expect(light.map(({ name }) => name)).toEqual([])
})
