import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Test files that take more than eight seconds. Files that mostly wait are placed between files that mostly compute, so that six
 * workers keep two cores busy. The size of a file says little about its time, and a new checkout has no other information.
 */
const longest = [
  'test/faults/database.chain.test.ts',
  'test/gather/render-hostile.chrome.test.ts',
  'test/faults/faults.chain.test.ts',
  'test/gather/render-processor.chrome.test.ts',
  'test/gather/inspect.chrome.test.ts',
  'test/faults/crash.chain.test.ts',
  'test/gather/render-waiting.chrome.test.ts',
  'test/store/screenshots/stores.process.test.ts',
  'test/http/console/console.chrome.test.ts',
  'test/chain/whole-service.chain.test.ts',
  'test/report/report-page.chrome.test.ts',
  'test/gather/render-hidden.chrome.test.ts',
  'test/gather/render-missed.chrome.test.ts',
  'test/chrome/pool/pool.chrome.test.ts',
  'test/chrome/page/listening.chrome.test.ts',
  'test/discovery/pages.chrome.test.ts',
  'test/gather/render-cut.chrome.test.ts',
  'test/gather/render-navigation.chrome.test.ts',
  'test/cli/operate/status.process.test.ts',
  'test/http/browser-tools.chrome.test.ts',
  'test/gather/render-shadow.chrome.test.ts',
  'test/cli/serve.process.test.ts',
  'test/faults/nodes.chain.test.ts',
  'test/http/load-shedding.process.test.ts',
  'test/chrome/pool/self-check.chrome.test.ts',
  'test/faults/versions.chain.test.ts',
  'test/chrome/launch/namespace.chrome.test.ts',
  'test/http/hostile-clients.service.test.ts',
  'test/store/ledger/contract.process.test.ts',
  'test/store/screenshots/janitor.process.test.ts',
  'test/faults/two-services.chain.test.ts',
  'test/store/bucket/bucket.net.test.ts',
  'test/cli/program.process.test.ts',
  'test/store/bucket/stores.process.test.ts',
  'test/store/ledger/archive.process.test.ts',
  'test/runtime/process/host-watch.process.test.ts',
  'test/cli/ledger/move.process.test.ts',
  'test/http/junk-payments.service.test.ts',
  'test/net/proxy/limits.net.test.ts',
  'test/build/release/release.process.test.ts',
  'test/gather/render-requests.chrome.test.ts',
  'test/gather/links/links.net.test.ts',
  'test/http/starved-host.process.test.ts',
  'test/http/verify-rate.service.test.ts',
  'test/chain/mixed-calls.chain.test.ts',
  'test/net/dns/resolver.net.test.ts',
  'test/http/mcp/crash.chain.test.ts',
  'test/http/facilitator-circuit.service.test.ts',
  'test/chrome/install/install-browser.chrome.test.ts',
  'test/http/evidence.service.test.ts',
  'test/build/npm-package.process.test.ts',
  'test/gather/dns/dns.net.test.ts',
  'test/gather/render-https.chrome.test.ts',
  'test/chrome/launch/target-watch.chrome.test.ts',
  'test/discovery/generated-client.service.test.ts',
  'test/net/http/h1.net.test.ts',
  'test/gather/browser/asset-types.chrome.test.ts',
  'test/runtime/idle-collection.process.test.ts',
  'test/build/cluster/cluster.process.test.ts',
  'test/cli/operate/console.process.test.ts',
  'test/http/https.service.test.ts',
  'test/gather/probe.net.test.ts',
  'test/http/connections/client-connections.process.test.ts',
  'test/cli/doctor/doctor.net.test.ts',
  'test/store/postgres/connection.process.test.ts',
  'test/chrome/launch/temp-folders.chrome.test.ts',
  'test/http/starved-host.service.test.ts',
  'test/discovery/agent-day.service.test.ts',
  'test/gather/connect/try-addresses.net.test.ts',
  'test/cli/mcp/mcp.process.test.ts',
  'test/spec/contract.service.test.ts',
]

/** The longest files first, so that no worker waits for one file at the end; then the rest, the larger ones first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longest.indexOf(relative(this.ctx.config.root, moduleId))
      return place < 0 ? longest.length : place
    }
    const known = await super.sort(files)
    return known.toSorted((a, b) => rank(a) - rank(b))
  }
}
