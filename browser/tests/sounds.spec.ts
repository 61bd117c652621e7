import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { soundKinds } from '../ui/sounds.ts'
import { audit, expect, type Page, test } from './test.ts'

const source = readFileSync(new URL('../sound/synth.ts', import.meta.url), 'utf8')
const { outputText } = ts.transpileModule(source, { compilerOptions: { target: 9, module: 99 } })

interface Rendered {
  /** The end in seconds according to the synthesis. */
  end: number
  peak: number
  /** The last moment in seconds at which the sound is louder than −60 dB. */
  audible: number
  /** The number of zero crossings per second while it is audible. */
  crossings: number
}

/** render renders a sound offline, in the browser. */
function render(page: Page, kind: string, level: number): Promise<Rendered> {
  return page.evaluate(
    async ({ code, kind, level }) => {
      const module = await import(`data:text/javascript,${encodeURIComponent(code)}`)
      const rate = 44100
      const context = new OfflineAudioContext(1, 3 * rate, rate)
      const end: number = module.renderSound(context, context.destination, kind, level)
      const samples = (await context.startRendering()).getChannelData(0)
      let [peak, audible, crossings] = [0, 0, 0]
      for (const [i, sample] of samples.entries()) {
        peak = Math.max(peak, Math.abs(sample))
        if (Math.abs(sample) > 0.001) audible = i / rate
      }
      for (let i = 1; i < audible * rate; i++) {
        if (Math.sign(samples[i] ?? 0) !== Math.sign(samples[i - 1] ?? 0)) crossings++
      }
      return { end, peak, audible, crossings: crossings / audible }
    },
    { code: outputText, kind, level },
  )
}

/** The longest duration of each kind in seconds. */
const longest: Partial<Record<string, number>> = { move: 0.2, capture: 0.25, promotion: 1, win: 1.8, loss: 1.3 }

test('every sound is audible, quiet and short', async ({ page }) => {
  for (const kind of soundKinds) {
    const { end, peak, audible } = await render(page, kind, 5)
    expect(peak, `peak of ${kind}`).toBeGreaterThan(0.08)
    expect(peak, `peak of ${kind}`).toBeLessThan(0.7)
    expect(audible, `duration of ${kind}`).toBeGreaterThan(0.02)
    expect(audible, `duration of ${kind}`).toBeLessThanOrEqual(end)
    expect(end, `duration of ${kind}`).toBeLessThan(longest[kind] ?? 0.9)
  }
})

test('the sound of a promotion rises with the level', audit, async ({ page }) => {
  const pitches: number[] = []
  for (let level = 2; level <= 11; level++) {
    const { crossings, peak } = await render(page, 'promotion', level)
    pitches.push(crossings)
    expect(peak).toBeLessThan(0.7)
  }
  expect(pitches).toEqual([...pitches].sort((a, b) => a - b))
  expect(new Set(pitches.map(Math.round)).size).toBe(pitches.length)
})
