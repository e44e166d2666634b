import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files of more than fifteen seconds, longest first; the size of a file says little of its time, and a checkout that has
 * never run them knows nothing else.
 */
const longest = [
  'test/faults/nodes.chain.test.ts',
  'test/faults/crash.chain.test.ts',
  'test/faults/two-services.chain.test.ts',
  'test/chain/mixed-calls.chain.test.ts',
  'test/gather/render-hostile.chrome.test.ts',
  'test/chrome/pool/pool.chrome.test.ts',
  'test/gather/inspect.chrome.test.ts',
  'test/gather/render-navigation.chrome.test.ts',
  'test/http/console/console.chrome.test.ts',
  'test/gather/render-processor.chrome.test.ts',
  'test/chrome/launch/namespace.chrome.test.ts',
  'test/chrome/pool/self-check.chrome.test.ts',
  'test/discovery/pages.chrome.test.ts',
  'test/report/report-page.chrome.test.ts',
  'test/chrome/page/listening.chrome.test.ts',
  'test/http/browser-tools.chrome.test.ts',
  'test/gather/render-cut.chrome.test.ts',
  'test/http/evidence.service.test.ts',
  'test/http/hostile-clients.service.test.ts',
  'test/http/verify-rate.service.test.ts',
  'test/http/junk-payments.service.test.ts',
  'test/discovery/generated-client.service.test.ts',
  'test/build/kept-build.process.test.ts',
  'test/cli/operate/status.process.test.ts',
  'test/cli/serve.process.test.ts',
  'test/store/screenshots/janitor.process.test.ts',
]

/** The kinds in the order of the configuration, and of each the longest files first, so that no worker waits for one file at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const kinds = this.ctx.projects.map(({ name }) => name)
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longest.indexOf(relative(this.ctx.config.root, moduleId))
      return place < 0 ? longest.length : place
    }
    const known = await super.sort(files)
    return known.toSorted(
      (a, b) => kinds.indexOf(a.project.name) - kinds.indexOf(b.project.name) || rank(a) - rank(b),
    )
  }
}
