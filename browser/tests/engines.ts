import type { BrowserContext, Page } from '@playwright/test'

/** engineOn turns the live engine on, as on a device with many processors: on the machine of the tests it may wait for a tap. */
export async function engineOn(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    try {
      localStorage.setItem('tafelrunde.engine', localStorage.getItem('tafelrunde.engine') ?? '{"on":true}')
    } catch {
      // The document has no storage.
    }
  })
}

interface Recorded {
  calls: unknown[][]
  held: (() => void)[] | null
}

/** The calls of the engines by a page, in workers. */
export interface EngineCalls {
  /**
   * Returns the calls since the page was loaded: the name of the function, then its arguments. Those that hand over the network are
   * among them only if asked for.
   */
  calls(networks?: 'networks'): Promise<unknown[][]>
  /** Holds all replies back until `release`, so that a search does not end before. */
  hold(): Promise<void>
  release(): Promise<void>
}

/** recordEngineCalls records the calls of all pages loaded from now on. */
export async function recordEngineCalls(page: Page): Promise<EngineCalls> {
  await page.addInitScript(() => {
    const recorded: Recorded = { calls: [], held: null }
    Object.assign(globalThis, { recorded })
    const engineCalls = new WeakMap<Worker, Set<unknown>>()
    const post = Worker.prototype.postMessage
    Worker.prototype.postMessage = function (
      this: Worker,
      message: { id?: number; part?: string; name?: string; args?: unknown[] },
    ) {
      if (message.part === 'engines') {
        // Not the bytes of the network.
        recorded.calls.push([message.name, ...(message.args ?? []).filter((argument) => !ArrayBuffer.isView(argument))])
        engineCalls.set(this, (engineCalls.get(this) ?? new Set()).add(message.id))
      }
      post.call(this, message)
    } as typeof post
    const property = Object.getOwnPropertyDescriptor(Worker.prototype, 'onmessage')
    Object.defineProperty(Worker.prototype, 'onmessage', {
      ...property,
      set(this: Worker, handler: (event: MessageEvent) => void) {
        property?.set?.call(this, (event: MessageEvent) => {
          if (recorded.held && engineCalls.get(this)?.has(event.data?.id)) recorded.held.push(() => handler(event))
          else handler(event)
        })
      },
    })
  })
  return {
    calls: async (networks) => {
      const all = await page.evaluate(() => (globalThis as unknown as { recorded: Recorded }).recorded.calls)
      return networks ? all : all.filter(([name]) => name !== 'network')
    },
    hold: () =>
      page.evaluate(() => {
        ;(globalThis as unknown as { recorded: Recorded }).recorded.held = []
      }),
    release: () =>
      page.evaluate(() => {
        const { recorded } = globalThis as unknown as { recorded: Recorded }
        const held = recorded.held ?? []
        recorded.held = null
        for (const deliver of held) deliver()
      }),
  }
}
