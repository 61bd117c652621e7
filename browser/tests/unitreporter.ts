import type { Reporter, TestModule } from 'vitest/node'
import { printReport } from './report.ts'

/** Prints the slowest, flaky and skipped unit tests. With CI set, a skipped test without a reason is a failure. */
export class SlowAndSkipped implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const explained = printReport(
      modules.flatMap((module) =>
        [...module.children.allTests()].map((test) => ({
          name: `${module.relativeModuleId} › ${test.fullName}`,
          millis: test.diagnostic()?.duration ?? 0,
          skipped: test.result().state === 'skipped',
          flaky: test.diagnostic()?.flaky ?? false,
        })),
      ),
    )
    if (!explained) process.exitCode = 1
  }
}
