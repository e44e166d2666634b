import { stdout } from 'node:process'
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node'

/** Prints after a run how many tests were skipped for each reason, so that missing dependencies of a machine are noticed. */
export default class SkipReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = new Map<string, number>()
    for (const module of modules) {
      for (const test of module.children.allTests('skipped')) {
        const reason = reasonOf(test)
        counts.set(reason, (counts.get(reason) ?? 0) + 1)
      }
    }
    for (const [reason, count] of counts) stdout.write(`    Skipped  ${count}: ${reason}\n`)
  }
}

function reasonOf(test: TestCase): string {
  const result = test.result()
  if (result.state === 'skipped' && result.note !== undefined) return result.note
  for (let at: TestCase | TestSuite | TestModule = test; at.type !== 'module'; at = at.parent) {
    const { lacks } = at.meta()
    if (lacks !== undefined) return `this machine has no ${lacks.join(', no ')}`
  }
  return `${test.module.relativeModuleId} > ${test.fullName}`
}
