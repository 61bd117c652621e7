import { expect, test } from 'vitest'
import type { Answer, Problem } from '../rules/contract.ts'
import { circles, PositionEditor } from './editor.svelte.ts'

/** Edits append a letter to the text, after the rules have been asked. The last call can be let through later. */
function editor() {
  const waiting: (() => void)[] = []
  const broken = { value: false }
  const made = new PositionEditor<{ text: string }, string, string>(async (rules, text, edits) => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    if (broken.value) throw new Error('stopped')
    return { ok: true, value: { text: `${text || `${rules}:`}${edits.join('')}` } } satisfies Answer<{ text: string }>
  })
  const settle = async () => {
    for (let i = 0; i < 20; i++) {
      for (const resolve of waiting.splice(0)) resolve()
      await Promise.resolve()
    }
  }
  return { made, settle, broken, text: () => made.now?.view.text }
}

test('each edit applies to the result of the one before', async () => {
  const { made, settle, text } = editor()
  void made.read('wotn', '')
  void made.edit('a')
  void made.edit('b', 'c')
  expect(text()).toBeUndefined()
  await settle()
  expect(text()).toBe('wotn:abc')
})

test('changes are undone and done again, other rules too', async () => {
  const { made, settle, text } = editor()
  void made.read('wotn', 'x')
  void made.edit('a')
  void made.read('chess', 'xa')
  await settle()
  expect(made.now?.rules).toBe('chess')
  made.undo()
  expect([made.now?.rules, text()]).toEqual(['wotn', 'xa'])
  made.undo()
  expect([text(), made.undoable, made.redoable]).toEqual(['x', false, true])
  made.undo()
  made.redo()
  expect(text()).toBe('xa')
  void made.edit('b')
  await settle()
  expect([text(), made.redoable]).toEqual(['xab', false])
  made.undo()
  expect(text()).toBe('xa')
})

test('an edit without a change is not undone', async () => {
  const { made, settle } = editor()
  void made.read('wotn', 'x')
  void made.edit()
  void made.write('x')
  await settle()
  expect(made.undoable).toBe(false)
})

test('what failed can be tried again', async () => {
  const { made, settle, broken, text } = editor()
  void made.read('wotn', 'x')
  await settle()
  broken.value = true
  void made.edit('a')
  await settle()
  expect([text(), made.failure?.reason]).toEqual(['x', 'stopped'])
  broken.value = false
  made.retry()
  await settle()
  expect([text(), made.failure]).toEqual(['xa', undefined])
})

test('squares with problems are circled once', () => {
  const problem = (square?: string): Problem => ({ code: '', args: square ? { square } : {}, message: '' })
  expect(circles([problem('a1'), problem(), problem('a1')])).toEqual([{ from: 'a1', to: 'a1', brush: 'red' }])
})
