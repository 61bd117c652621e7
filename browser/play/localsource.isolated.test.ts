import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LancelotState, WotnState } from '../rules/contract.ts'
import { newClock } from '../saved/clock.ts'
import { computer, person, type SavedLancelot, type SavedWotn } from '../saved/game.ts'
import { savedGames } from '../saved/games.svelte.ts'
import { climbOf } from '../saved/ladder.ts'
import { Memory } from '../saved/memory.ts'
import { progress } from '../saved/progress.svelte.ts'
import { place } from '../ui/route.svelte.ts'
import { LocalLancelot, LocalWotn } from './local.svelte.ts'

// The modules of the page read the document when they are loaded.
const events = vi.hoisted(() => {
  const nothing = () => {}
  const events = new EventTarget()
  Object.assign(globalThis, {
    document: {
      addEventListener: nothing,
      removeEventListener: nothing,
      querySelector: () => null,
      documentElement: {},
    },
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
  })
  return events
})

const second = 1000
const control = { initial: 60 * second, increment: 2 * second }

let store: Memory

beforeEach(() => {
  vi.useFakeTimers({ now: 1_700_000_000_000 })
  store = new Memory()
  vi.stubGlobal('localStorage', store)
  savedGames.open(store)
  progress.open(store)
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const wotn = (moves: string[] = []): SavedWotn => ({
  version: 1,
  game: 'wotn',
  id: 'a',
  changed: 1,
  variant: 'wotn',
  start: '',
  moves,
  players: [person('Ann'), person('Ben')],
  white: 0,
  flipped: false,
  series: { points: [0, 0], won: [0, 0], drawn: 0 },
  end: null,
  notes: [],
  tags: {},
  clock: newClock(control),
})

const lancelot = (players: SavedLancelot['players']): SavedLancelot => ({
  version: 1,
  game: 'lancelot',
  id: 'b',
  changed: 1,
  start: '8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7',
  moves: [],
  players,
  end: null,
  tags: {},
  clock: newClock(control),
})

const running = { over: false, reason: '', winners: [] }

/** The source after the rules have computed the state of its moves. */
function computed<S extends LocalWotn | LocalLancelot>(source: S, more: object = {}): S {
  const { moves } = source
  const turn = moves.length % source.sides.length
  const played = moves.map((text, i) => ({ text, color: i % 2 === 0 ? 'w' : 'b', seat: i % source.sides.length }))
  const state = {
    position: `after ${moves.join(' ')}`,
    played,
    outcome: running,
    turn: turn === 0 ? 'w' : 'b',
    canWin: { w: true, b: true },
    phase: 'turn',
    toAct: turn,
    ...more,
  }
  source.receive(state as never as WotnState & LancelotState, '')
  return source
}

/** Plays a move after a time, while the clock runs. */
async function play(source: LocalWotn | LocalLancelot, move: string, after: number): Promise<void> {
  wait(source, after)
  await source.play(move)
  computed(source)
}

/** Lets time pass while the page follows the clock. */
function wait(source: LocalWotn | LocalLancelot, time: number): void {
  const stop = source.followClock(() => {})
  vi.advanceTimersByTime(time)
  stop?.()
}

const left = (source: LocalWotn | LocalLancelot) => source.sides.map((_, side) => source.timeLeft(side))

async function begun(): Promise<LocalWotn> {
  const source = computed(new LocalWotn(wotn()))
  await play(source, 'e2e4', 30 * second)
  await play(source, 'e7e5', 30 * second)
  return source
}

test('the clock of a side runs after its first move', async () => {
  const source = await begun()
  expect(left(source)).toEqual([60 * second, 60 * second])
  wait(source, 10 * second)
  expect(left(source)).toEqual([50 * second, 60 * second])
  await source.play('g1f3')
  expect(left(computed(source))).toEqual([52 * second, 60 * second])
})

test('a game without a clock has no times', () => {
  const { clock: _, ...without } = wotn()
  const source = computed(new LocalWotn(without))
  expect(left(source)).toEqual([undefined, undefined])
  expect(source.followClock(() => {})).toBeUndefined()
})

test('the clock is paused while the page is closed', async () => {
  const source = await begun()
  wait(source, 10 * second)
  source.leave()
  vi.advanceTimersByTime(3600 * second)
  savedGames.open(store)
  const again = computed(new LocalWotn(savedGames.find('a') as SavedWotn))
  expect(left(again)).toEqual([50 * second, 60 * second])
  expect(again.newer).toBeUndefined()
  wait(again, 5 * second)
  await again.play('g1f3')
  expect(left(computed(again))[0]).toBe(47 * second)
})

test('the clock is paused while the browser keeps the page that was left', async () => {
  const source = await begun()
  source.open()
  const stop = source.followClock(() => {})
  vi.advanceTimersByTime(10 * second)
  events.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }))
  vi.setSystemTime(Date.now() + 3600 * second)
  events.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  vi.advanceTimersByTime(5 * second)
  expect(left(source)).toEqual([45 * second, 60 * second])
  expect(source.over).toBe(false)
  stop?.()
  source.leave()
})

test('a takeback restores the times', async () => {
  const source = await begun()
  await play(source, 'g1f3', 20 * second)
  wait(source, 5 * second)
  source.undo()
  expect(left(computed(source))).toEqual([60 * second, 60 * second])
  source.undo()
  source.undo()
  wait(computed(source), 100 * second)
  expect(left(source)).toEqual([60 * second, 60 * second])
  expect(source.over).toBe(false)
})

test.each([
  [true, { reason: 'time', winners: [1] }],
  [false, { reason: 'time-drawn', winners: [] }],
])('the time is over and the opponent could win: %s', async (could, end) => {
  const source = computed(await begun(), { canWin: { w: true, b: could } })
  wait(source, 61 * second)
  expect(source.result).toEqual(end)
  expect(left(source)).toEqual([0, 60 * second])
  expect(await source.play('g1f3')).toBe(false)
  savedGames.open(store)
  expect(savedGames.find('a')?.end).toEqual(end)
  // A takeback continues with the times at the beginning of the turn.
  source.undo()
  expect(left(source)).toEqual([60 * second, 60 * second])
})

test('a move after the time is over is not played, even if no timer has noticed', async () => {
  const source = await begun()
  const stop = source.followClock(() => {})
  vi.setSystemTime(Date.now() + 61 * second)
  expect(await source.play('g1f3')).toBe(false)
  expect(source.result?.reason).toBe('time')
  stop?.()
})

test('a rematch keeps the clock and begins with full times', async () => {
  const source = await begun()
  await play(source, 'g1f3', 20 * second)
  source.restart()
  expect(source.saved.clock).toEqual(newClock(control))
})

async function three(players: SavedLancelot['players']): Promise<LocalLancelot> {
  const source = computed(new LocalLancelot(lancelot(players)))
  for (const turn of ['a1', 'a2', 'a3']) await play(source, turn, second)
  return source
}

test('in a game of three a computer takes over the seat of a person whose time is over', async () => {
  const source = await three([person('Ann'), person('Ben'), person('Cat')])
  wait(source, 61 * second)
  expect(source.over).toBe(false)
  expect(source.sides.map(({ player }) => player.by)).toEqual(['computer', 'person', 'person'])
  expect(left(source)).toEqual([undefined, 60 * second, 60 * second])
  source.restart()
  expect(source.saved.players.map(({ by, name }) => `${by} ${name}`)).toEqual([
    'person Ann',
    'person Ben',
    'person Cat',
  ])
})

test('in a game of three computers win together when the last person resigns, and one replaces another person', async () => {
  const alone = await three([person('Ann'), computer(), computer()])
  alone.resign(0)
  expect(alone.result).toEqual({ reason: 'resigned', winners: [1, 2] })

  const { clock: _, ...untimed } = lancelot([person('Ann'), person('Ben'), computer()])
  const source = computed(new LocalLancelot({ ...untimed, id: 'c' }))
  source.resign(0)
  expect(source.over).toBe(false)
  expect(source.saved).toMatchObject({ players: [{ by: 'computer' }, { by: 'person' }, {}], branched: true })
})

test('the seat returns to the person when the turn in which the time was over is taken back', async () => {
  const source = await three([person('Ann'), person('Ben'), person('Cat')])
  wait(source, 61 * second)
  await play(computed(source), 'b1', second)
  await play(source, 'b2', second)
  source.undo()
  expect(computed(source).sides.map(({ player }) => player.by)).toEqual(['computer', 'person', 'person'])
  source.undo()
  expect(source.moves).toEqual(['a1', 'a2'])
  expect(source.saved.players).toEqual([person('Ann'), person('Ben'), person('Cat')])
  expect(left(computed(source))).toEqual([60 * second, 60 * second, 60 * second])
})

test('if only computers are left, they win together', async () => {
  const source = computed(new LocalLancelot(lancelot([person('Ann'), person('Ben'), person('Cat')])))
  for (const turn of ['a1', 'a2', 'a3']) await play(source, turn, second)
  source.change({ players: [person('Ann'), computer(), computer()] })
  wait(computed(source), 61 * second)
  expect(source.result).toEqual({ reason: 'time', winners: [1, 2] })
})

/** A game against the computer in its usual form, without a clock. */
function against(): LocalWotn {
  const { clock: _, ...saved } = wotn(['e2e4', 'e7e5'])
  return new LocalWotn({ ...saved, players: [person(), computer()] })
}

test('a game that goes on from an earlier position is on no ladder, but its rematch is', () => {
  const go = vi.spyOn(place, 'go').mockImplementation(() => {})
  const opened = () => savedGames.find(String(go.mock.lastCall?.[0]).split('/')[1] ?? '') as SavedWotn
  const source = computed(against())
  expect(climbOf(source.saved)).toBeDefined()
  source.branch(['e2e4'])
  expect(climbOf(opened())).toBeUndefined()
  const branched = new LocalWotn(opened())
  branched.restart()
  expect(climbOf(branched.saved)).toBeDefined()
})

test('a game whose players have changed after its first move is on no ladder', () => {
  const source = computed(against())
  source.seat([person('Ann'), computer()])
  expect(climbOf(source.saved)).toBeDefined()
  source.seat([person('Ann'), computer(300, 1)])
  source.seat([person('Ann'), computer()])
  expect(climbOf(source.saved)).toBeUndefined()
})

test('the badges of a game are kept when it is opened again, if the page was closed too early', async () => {
  const over = { outcome: { over: true, reason: 'checkmate', winners: [0] } }
  const { saved } = against()
  const badges = vi.fn(async () => ({ ok: true as const, value: [{ code: 'humble-mate' as const, ply: 2 }] }))
  class Rules extends LocalWotn {
    protected override badges = badges
  }
  const again = new Rules({ ...saved, winners: [0] })
  computed(again, over)
  await vi.advanceTimersByTimeAsync(0)
  expect(progress.solved).toEqual({ 'badge-humble-mate/a': { moves: 2, stars: 3 } })
  computed(again, over)
  computed(new Rules({ ...saved, end: { reason: 'recorded', winners: [0] } }))
  expect(badges).toHaveBeenCalledTimes(1)
})
