import type { FullConfig, FullResult, Reporter, Suite } from '@playwright/test/reporter'
import { printReport } from './report.ts'

/** Prints the slowest, flaky and skipped tests of Playwright. With CI set, a skipped test without a reason is a failure. */
export default class SlowAndSkipped implements Reporter {
  #suite: Suite | undefined

  onBegin(_config: FullConfig, suite: Suite) {
    this.#suite = suite
  }

  printsToStdio() {
    return false
  }

  async onEnd(result: FullResult) {
    // A test without results was not reached.
    const tests = this.#suite?.allTests().filter((test) => test.results.length > 0) ?? []
    const explained = printReport(
      tests.map((test) => ({
        name: test.titlePath().filter(Boolean).join(' › '),
        millis: test.results.reduce((sum, { duration }) => sum + duration, 0),
        skipped: test.outcome() === 'skipped',
        flaky: test.outcome() === 'flaky',
      })),
    )
    if (!explained && result.status === 'passed') return { status: 'failed' as const }
    return undefined
  }
}
