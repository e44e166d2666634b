import type { BrowserFacts, BrowserPool, PoolStatus } from '#chrome/contract.ts'
import { type TestScreenshot, takeTestScreenshot } from '#chrome/image/test-screenshot.ts'
import { browserFolders } from '#chrome/launch/installed-browsers.ts'
import { openBrowserPool } from '#chrome/pool/open-browser-pool.ts'
import { browserNetworks } from '#net/namespace/browser-networks.ts'
import type { Clock } from '#runtime/clock.ts'
import { silentLog } from '#runtime/log.ts'
import type { Random } from '#runtime/random.ts'
import type { Settings } from '#settings/settings.ts'
import { type CheckResult, fail, pass, skip, warn } from './doctor.ts'

export interface BrowserCheckContext {
  readonly settings: Settings
  readonly clock: Clock
  readonly random: Random
}

export interface BrowserCheck {
  readonly diagnoses: readonly CheckResult[]
  /** Of the built-in page; null where none was taken. */
  readonly png: Uint8Array | null
}

/**
 * Starts the browser as the service would, tries what it reaches (listeners of our own on loopback, nothing else), and takes
 * a picture of a page that is built in.
 */
export async function checkBrowser(patient: BrowserCheckContext): Promise<BrowserCheck> {
  const { render_page, verify_page } = patient.settings.tools
  if (!render_page.enabled && !verify_page.enabled) {
    const detail = 'not needed: render_page and verify_page are off'
    return { diagnoses: [skip('browser', detail)], png: null }
  }
  return tryBrowser(patient)
}

/** The same, whether a tool needs it or not. */
export async function tryBrowser(patient: BrowserCheckContext): Promise<BrowserCheck> {
  try {
    return await tryPool(patient)
  } catch (cause) {
    // Its folder for temporary files can't be used.
    const detail = cause instanceof Error ? cause.message : String(cause)
    return { diagnoses: [fail('browser', detail, UNSOLD)], png: null }
  }
}

async function tryPool({ settings, clock, random }: BrowserCheckContext): Promise<BrowserCheck> {
  const pool = openBrowserPool({
    settings: {
      chromePath: settings.chromePath,
      installFolders: browserFolders(settings.dataDir),
      ...settings.browser,
    },
    networks: browserNetworks({ clock, random }),
    limit: 1,
    log: silentLog,
    clock,
    random,
  })
  try {
    await pool.settled
    const diagnoses = browserCheckResults(pool.status())
    if (pool.status().status !== 'ready') return { diagnoses, png: null }
    const picture = await pictureIn(pool, clock)
    return { diagnoses: [...diagnoses, picture.diagnosis], png: picture.png }
  } finally {
    await pool.close()
  }
}

async function pictureIn(
  pool: BrowserPool,
  clock: Clock,
): Promise<{ readonly diagnosis: CheckResult; readonly png: Uint8Array | null }> {
  const lease = await pool.lease(new AbortController().signal)
  if (lease === null) return { diagnosis: fail('picture', 'no page was free', UNSOLD), png: null }
  try {
    const picture = await takeTestScreenshot(lease, clock)
    return { diagnosis: diagnosePicture(picture), png: picture.png }
  } catch (cause) {
    const detail = `none could be taken: ${cause instanceof Error ? cause.message : String(cause)}`
    return { diagnosis: fail('picture', detail, UNSOLD), png: null }
  } finally {
    await lease.release()
  }
}

function diagnosePicture({ shows, width, height, png }: TestScreenshot): CheckResult {
  const size = `${width} x ${height}, ${png.byteLength} bytes`
  switch (shows) {
    case 'as_drawn':
      return pass('picture', `a built-in page looks as it should (${size})`)
    case 'no_text':
      return warn(
        'picture',
        `a built-in page has no letters (${size})`,
        'Install fonts, such as fonts-dejavu-core and fonts-noto-cjk: screenshots show blank pages.',
      )
    case 'wrong':
      return fail('picture', `a built-in page does not look as it should (${size})`, UNSOLD)
  }
}

const UNSOLD = 'Until then render_page and verify_page answer 503.'

/** What became of a first start. */
export function browserCheckResults(status: PoolStatus): readonly CheckResult[] {
  switch (status.status) {
    case 'ready': {
      const { executable, engine, version, sandboxed } = status.browser
      return [
        pass('browser', `${executable} (${engine} ${version}) starts`),
        sandboxed
          ? pass('sandbox', "Chrome's sandbox is on")
          : warn(
              'sandbox',
              "Chrome's sandbox is off",
              'Allow user namespaces on this host, and set browser.sandbox = true.',
            ),
        namespaceDiagnosis(status.browser),
        pass('egress', 'nothing gets out of it beside its proxy'),
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

function namespaceDiagnosis({ networkNamespace, namespaceDetail }: BrowserFacts): CheckResult {
  if (networkNamespace) return pass('namespace', 'Chrome is in a network namespace of its own')
  if (namespaceDetail === null) return pass('namespace', 'none, by browser.network_namespace = off')
  // A second belt: the first one was tried, and holds.
  return pass('namespace', `none: ${namespaceDetail}`)
}
