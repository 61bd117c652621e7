import { beforeEach, expect, test } from 'vitest'
import type { SoundKind } from '../ui/settings.svelte.ts'
import { type Context, Player, type SoundSettings } from './player.ts'

/** A context as browsers have it: suspended until it is resumed. */
class FakeContext {
  state = 'suspended'
  currentTime = 0
  destination = {}
  onstatechange: (() => void) | null = null
  gains: { gain: { value: number }; connected: boolean }[] = []
  resumes: (() => void)[] = []

  createGain() {
    const node = { gain: { value: 1 }, connected: false, connect: () => (node.connected = true) }
    this.gains.push(node)
    return node
  }

  resume(): Promise<void> {
    return new Promise((resolve) => this.resumes.push(resolve))
  }

  /** Allows the playback that was requested, as a browser does after a tap. */
  async run(): Promise<void> {
    this.enter('running')
    for (const resolve of this.resumes.splice(0)) resolve()
    await Promise.resolve()
  }

  enter(state: string): void {
    this.state = state
    this.onstatechange?.()
  }
}

let contexts: FakeContext[]
let played: { kind: SoundKind; level: number | undefined; volume: number }[]
let settings: SoundSettings
let mayPlay: boolean
let now: number
let player: Player

beforeEach(() => {
  contexts = []
  played = []
  settings = { sound: true, volume: 0.5, muted: [] }
  mayPlay = true
  now = 1000
  player = new Player({
    create: () => {
      const context = new FakeContext()
      contexts.push(context)
      return context as unknown as Context
    },
    settings: () => settings,
    mayPlay: () => mayPlay,
    now: () => now,
    render: (_, output, kind, level) => played.push({ kind, level, volume: (output as GainNode).gain.value }),
  })
})

const kinds = () => played.map(({ kind }) => kind)

/** Returns the context, unlocked and running. */
async function running(): Promise<FakeContext> {
  player.unlock()
  const [context] = contexts
  if (!context) throw new Error('no context')
  await context.run()
  return context
}

test('without a tap no context is created and nothing is played', () => {
  player.play('move')
  expect(contexts).toEqual([])
  expect(played).toEqual([])
})

test('one context is created in a tap, with its volume set before it is connected', async () => {
  const context = await running()
  player.unlock()
  expect(contexts).toHaveLength(1)
  expect(context.gains.map(({ gain, connected }) => [gain.value, connected])).toEqual([[0.25, true]])
  player.play('promotion', { level: 7 })
  expect(played).toEqual([{ kind: 'promotion', level: 7, volume: 0.25 }])
})

test('while sound is off no context is created', () => {
  settings = { ...settings, sound: false }
  player.unlock()
  expect(contexts).toEqual([])
  settings = { ...settings, sound: true }
  player.unlock()
  expect(contexts).toHaveLength(1)
})

test('the move of the first tap is heard as soon as the context runs', async () => {
  player.play('move')
  player.unlock()
  now += 50
  await contexts[0]?.run()
  expect(kinds()).toEqual(['move'])
})

test('sounds requested while the context is suspended are dropped', async () => {
  const context = await running()
  context.enter('suspended')
  for (const kind of ['move', 'capture', 'check'] as const) player.play(kind)
  now += 5000
  player.unlock()
  await context.run()
  expect(played).toEqual([])
  player.play('move')
  expect(kinds()).toEqual(['move'])
})

test('a tap resumes after an interruption', async () => {
  const context = await running()
  context.enter('interrupted')
  player.play('move')
  expect(played).toEqual([])
  expect(context.resumes).toEqual([])
  player.unlock()
  expect(context.resumes).toHaveLength(1)
})

test('a browser that refuses to resume is no error', async () => {
  player.unlock()
  const [context] = contexts
  if (!context) throw new Error('no context')
  context.resume = () => Promise.reject(new Error('not allowed'))
  player.resume()
  await Promise.resolve()
  player.play('move')
  expect(played).toEqual([])
})

test('a browser without audio is no error', () => {
  const silent = new Player({
    create: () => {
      throw new Error('not supported')
    },
    settings: () => settings,
    mayPlay: () => true,
    now: () => now,
  })
  silent.unlock()
  silent.unlock()
  silent.play('move')
})

test('muted kinds are silent, except as a test', async () => {
  await running()
  settings = { ...settings, muted: ['check'] }
  player.play('check')
  player.play('move')
  player.play('check', { test: true })
  expect(kinds()).toEqual(['move', 'check'])
})

test('all is silent while sound is off', async () => {
  await running()
  settings = { ...settings, sound: false }
  player.play('move')
  expect(played).toEqual([])
})

test('the volume is followed', async () => {
  await running()
  settings = { ...settings, volume: 1 }
  player.play('move')
  expect(played[0]?.volume).toBe(1)
})

test('a tab that may not play is silent', async () => {
  await running()
  mayPlay = false
  player.play('your-turn')
  expect(played).toEqual([])
})

test('moves that arrive together sound once', async () => {
  await running()
  player.play('move')
  player.play('move')
  player.play('capture')
  now += 100
  player.play('move')
  expect(kinds()).toEqual(['move', 'capture', 'move'])
})
