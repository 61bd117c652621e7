/** The end of the report of a test run: the slowest and the skipped tests, as scripts/testreport prints them for Go. */

import { appendFileSync, readFileSync } from 'node:fs'

/** A test that has ended. `millis` is the duration of all its attempts. */
export interface Ended {
  name: string
  millis: number
  skipped: boolean
  /** Passed only when it was repeated. */
  flaky: boolean
}

const slowest = 10
const reasonsFile = new URL('../../scripts/skips.txt', import.meta.url)

/** reasonsIn returns the reasons of a text of lines "test: reason", by test. Empty lines and lines with # are ignored. */
function reasonsIn(text: string): Map<string, string> {
  const reasons = new Map<string, string>()
  for (const line of text.split('\n').map((line) => line.trim())) {
    const at = line.indexOf(': ')
    if (at > 0 && !line.startsWith('#')) reasons.set(line.slice(0, at), line.slice(at + 2))
  }
  return reasons
}

/** reportOf returns the lines of the report, and the skipped tests without a reason. */
export function reportOf(tests: readonly Ended[], reasons: ReadonlyMap<string, string>) {
  const skipped = tests.filter((test) => test.skipped)
  const flaky = tests.filter((test) => test.flaky)
  const lines = ['slowest tests:']
  for (const { name, millis } of [...tests].sort((a, b) => b.millis - a.millis).slice(0, slowest))
    lines.push(`  ${(millis / 1000).toFixed(2).padStart(7)}s  ${name}`)
  lines.push(`flaky tests: ${flaky.length}`, ...flaky.map(({ name }) => `  ${name}`))
  lines.push(`skipped tests: ${skipped.length}`)
  lines.push(...skipped.map(({ name }) => `  ${name}: ${reasons.get(name) ?? 'NO REASON LISTED'}`))
  return { lines, unexplained: skipped.map(({ name }) => name).filter((name) => !reasons.has(name)) }
}

/**
 * printReport prints the report. It returns false if CI is set and a test was skipped without a reason in
 * scripts/skips.txt. The lines of the slowest tests are also appended to the file that TEST_TIMES names.
 */
export function printReport(tests: readonly Ended[]): boolean {
  const { lines, unexplained } = reportOf(tests, reasonsIn(readFileSync(reasonsFile, 'utf8')))
  console.log(lines.join('\n'))
  const times = lines.filter((line) => /^ +[\d.]+s {2}/.test(line))
  if (process.env.TEST_TIMES && times.length > 0) appendFileSync(process.env.TEST_TIMES, `${times.join('\n')}\n`)
  if (unexplained.length === 0 || !process.env.CI) return true
  console.error(`tests were skipped without a listed reason: ${unexplained.join(', ')}`)
  return false
}
