import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SoundTab } from './tab.ts'

interface Request {
  steal: boolean
  hold: () => Promise<void>
  reject: (reason: Error) => void
}

/** A lock that tabs share, as navigator.locks has it. */
class FakeLocks {
  holder: Request | undefined
  queue: Request[] = []

  request(_: string, { steal }: { steal: boolean }, hold: () => Promise<void>): Promise<void> {
    return new Promise((_resolve, reject) => {
      const request = { steal, hold, reject }
      if (steal) {
        this.holder?.reject(new Error('stolen'))
        this.#grant(request)
      } else if (this.holder) this.queue.push(request)
      else this.#grant(request)
    })
  }

  #grant(request: Request): void {
    this.holder = request
    void request.hold()
  }

  /** The tab that holds the lock closes. */
  close(): void {
    this.holder = undefined
    const next = this.queue.shift()
    if (next) this.#grant(next)
  }
}

let visible: boolean
let listeners: Record<string, (() => void)[]>

beforeEach(() => {
  visible = true
  listeners = {}
  const addEventListener = (name: string, listener: () => void) => {
    listeners[name] = [...(listeners[name] ?? []), listener]
  }
  vi.stubGlobal('addEventListener', addEventListener)
  vi.stubGlobal('document', {
    addEventListener,
    get visibilityState() {
      return visible ? 'visible' : 'hidden'
    },
  })
  vi.stubGlobal('navigator', { locks: new FakeLocks() })
})
afterEach(() => vi.unstubAllGlobals())

const locks = () => navigator.locks as unknown as FakeLocks

/** Lets rejected requests be handled. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

function opened(): SoundTab {
  const tab = new SoundTab()
  tab.follow()
  return tab
}

test('the tab that was used last plays', async () => {
  const first = opened()
  expect(first.plays).toBe(true)
  const second = opened()
  await settle()
  expect([first.plays, second.plays]).toEqual([false, true])
  listeners.focus?.[0]?.()
  await settle()
  expect([first.plays, second.plays]).toEqual([true, false])
})

test('a hidden tab does not take over, and goes on while it is the last one used', async () => {
  const first = opened()
  visible = false
  const second = opened()
  await settle()
  expect([first.plays, second.plays]).toEqual([true, false])
})

test('when the tab that plays is closed, another one plays', async () => {
  const first = opened()
  opened()
  await settle()
  expect(first.plays).toBe(false)
  locks().close()
  expect(first.plays).toBe(true)
})

test('without locks visible tabs play', () => {
  vi.stubGlobal('navigator', {})
  const tab = opened()
  expect(tab.plays).toBe(true)
  visible = false
  expect(tab.plays).toBe(false)
})
