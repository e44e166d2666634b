import type { BrowserFacts, PoolStatus } from '../chrome/contract.ts'
import { openBrowserPool } from '../chrome/open-browser-pool.ts'
import { browserNetworks } from '../net/browser-networks.ts'
import { openClosedGate } from '../net/leak-canary.ts'
import type { Clock } from '../runtime/clock.ts'
import { silentLog } from '../runtime/log.ts'
import type { Random } from '../runtime/random.ts'
import type { Settings } from '../settings/settings.ts'
import { type Diagnosis, fail, ok, warn } from './doctor.ts'

export interface BrowserPatient {
  readonly settings: Settings
  readonly clock: Clock
  readonly random: Random
}

/** Starts the browser as the service would, and tries what it reaches: listeners of our own on loopback, nothing else. */
export async function diagnoseBrowser(patient: BrowserPatient): Promise<readonly Diagnosis[]> {
  const { settings } = patient
  const { render_page, verify_page } = settings.tools
  if (!render_page.enabled && !verify_page.enabled) {
    return [ok('browser', 'not needed: render_page and verify_page are off')]
  }
  try {
    return diagnosesOf(await firstStatus(patient))
  } catch (cause) {
    // Its folder for temporary files can't be used.
    return [fail('browser', cause instanceof Error ? cause.message : String(cause), UNSOLD)]
  }
}

async function firstStatus({ settings, clock, random }: BrowserPatient): Promise<PoolStatus> {
  const pool = openBrowserPool({
    settings: { chromePath: settings.chromePath, ...settings.browser },
    networks: browserNetworks(clock, openClosedGate),
    limit: 1,
    log: silentLog,
    clock,
    random,
  })
  try {
    await pool.settled
    return pool.status
  } finally {
    await pool.close()
  }
}

const UNSOLD = 'Until then render_page and verify_page answer 503.'

/** What became of a first start. */
export function diagnosesOf(status: PoolStatus): readonly Diagnosis[] {
  switch (status.status) {
    case 'ready': {
      const { executable, engine, version, sandboxed } = status.browser
      return [
        ok('browser', `${executable} (${engine} ${version}) starts`),
        sandboxed
          ? ok('sandbox', "Chrome's sandbox is on")
          : warn(
              'sandbox',
              "Chrome's sandbox is off",
              'Allow user namespaces on this host, and set browser.sandbox = true.',
            ),
        namespaceDiagnosis(status.browser),
        ok('egress', 'nothing gets out of it beside its gate'),
      ]
    }
    case 'leaking':
      return [fail('egress', status.detail, UNSOLD)]
    case 'unavailable':
      return [fail('browser', status.detail, UNSOLD)]
    case 'starting':
      return [fail('browser', 'It ended right after its start.', UNSOLD)]
  }
}

function namespaceDiagnosis({ networkNamespace, namespaceDetail }: BrowserFacts): Diagnosis {
  if (networkNamespace) return ok('namespace', 'Chrome is in a network namespace of its own')
  if (namespaceDetail === null) return ok('namespace', 'none, by browser.network_namespace = off')
  // A second belt: the first one was tried, and holds.
  return ok('namespace', `none: ${namespaceDetail}`)
}
