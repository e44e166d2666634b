import type { BrowserFacts, BrowserPool, PoolStatus } from '#chrome/contract.ts'
import {
  TEST_SCREENSHOT_TIMEOUT_MS,
  type TestScreenshot,
  takeTestScreenshot,
} from '#chrome/image/test-screenshot.ts'
import { browserFolders } from '#chrome/launch/installed-browsers.ts'
import { openBrowserPool } from '#chrome/pool/open-browser-pool.ts'
import { Fault, messageOf } from '#fault.ts'
import { browserNetworks } from '#net/namespace/browser-networks.ts'
import type { Clock } from '#runtime/clock.ts'
import { DEADLINE_PASSED } from '#runtime/deadline.ts'
import { silentLog } from '#runtime/log.ts'
import type { Random } from '#runtime/random.ts'
import type { Settings } from '#settings/settings.ts'
import { type CheckResult, fail, pass, skip, warn } from './check.ts'

export interface BrowserCheckContext {
  readonly settings: Settings
  readonly clock: Clock
  readonly random: Random
}

export interface BrowserCheck {
  readonly results: readonly CheckResult[]
  /** Screenshot of the test page; null if none was taken. */
  readonly png: Uint8Array | null
}

/**
 * Starts the browser as the service would, tests what it can reach (only our own listeners on loopback are tried), and takes
 * a screenshot of the test page.
 */
export async function checkBrowser(context: BrowserCheckContext): Promise<BrowserCheck> {
  const { render_page, verify_page } = context.settings.tools
  if (!render_page.enabled && !verify_page.enabled) {
    const detail = 'not needed: render_page and verify_page are off'
    return { results: [skip('browser', detail)], png: null }
  }
  return testBrowser(context)
}

/** Like `checkBrowser`, but also when no tool needs a browser. */
export async function testBrowser(context: BrowserCheckContext): Promise<BrowserCheck> {
  try {
    return await testPool(context)
  } catch (cause) {
    return { results: [fail('browser', messageOf(cause), START_REMEDY)], png: null }
  }
}

async function testPool({ settings, clock, random }: BrowserCheckContext): Promise<BrowserCheck> {
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
    const results = browserCheckResults(pool.status())
    if (pool.status().status !== 'ready') return { results, png: null }
    const screenshot = await takeScreenshot(pool, clock)
    return { results: [...results, screenshot.result], png: screenshot.png }
  } finally {
    await pool.close()
  }
}

async function takeScreenshot(
  pool: BrowserPool,
  clock: Clock,
): Promise<{ readonly result: CheckResult; readonly png: Uint8Array | null }> {
  const lease = await pool.lease(new AbortController().signal)
  if (lease === null)
    return { result: fail('screenshot', 'no page was free', SCREENSHOT_REMEDY), png: null }
  try {
    const screenshot = await takeTestScreenshot(lease, clock)
    return { result: screenshotResult(screenshot), png: screenshot.png }
  } catch (cause) {
    return { result: screenshotFailure(cause), png: null }
  } finally {
    await lease.release()
  }
}

/** `cause`: why no screenshot was taken of the test page. */
export function screenshotFailure(cause: unknown): CheckResult {
  if (cause instanceof Fault && cause.code === DEADLINE_PASSED) {
    return fail(
      'screenshot',
      `the test page took longer than ${TEST_SCREENSHOT_TIMEOUT_MS / 1000} s`,
      'Try again when this machine is less busy. If it is always so slow, give it more processor time and memory.',
    )
  }
  return fail('screenshot', `none could be taken: ${messageOf(cause)}`, SCREENSHOT_REMEDY)
}

function screenshotResult({ shows, width, height, png }: TestScreenshot): CheckResult {
  const size = `${width} x ${height}, ${png.byteLength} bytes`
  switch (shows) {
    case 'as_drawn':
      return pass('screenshot', `the test page is rendered correctly (${size})`)
    case 'no_text':
      return warn(
        'screenshot',
        `the test page has no letters (${size})`,
        'Install fonts, such as fonts-dejavu-core and fonts-noto-cjk: without them, screenshots show no text.',
      )
    case 'wrong':
      return fail(
        'screenshot',
        `the test page is not rendered correctly (${size})`,
        SCREENSHOT_REMEDY,
      )
  }
}

const SCREENSHOT_REMEDY =
  'Try another browser, such as the one of `urlwitness browser install`; chrome_path names the one in use.'
const CONSEQUENCE = 'Until then, render_page and verify_page return 503.'
const START_REMEDY = `If that names no remedy, use the browser of \`urlwitness browser install\`, with its libraries. ${CONSEQUENCE}`
const LEAK_REMEDY = `Use the browser of \`urlwitness browser install\` (with chrome_path unset), and remove policies and flags of this host that give Chrome a proxy: /etc/chromium/policies, /etc/opt/chrome/policies, /etc/chromium.d. ${CONSEQUENCE}`
const EXIT_REMEDY = `Look for its end in the log of the kernel (journalctl -k): most often it lacked memory. ${CONSEQUENCE}`

/** Check results of the first start of a browser. */
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
        namespaceResult(status.browser),
        pass('egress', 'nothing bypasses its proxy'),
      ]
    }
    case 'leaking':
      return [fail('egress', status.detail, LEAK_REMEDY)]
    case 'unavailable':
      return [fail('browser', status.detail, START_REMEDY)]
    case 'starting':
      return [fail('browser', 'it exited right after it was started', EXIT_REMEDY)]
  }
}

function namespaceResult({ networkNamespace, namespaceDetail }: BrowserFacts): CheckResult {
  if (networkNamespace) return pass('namespace', 'Chrome is in a separate network namespace')
  if (namespaceDetail === null) return pass('namespace', 'none, by browser.network_namespace = off')
  // The namespace is a second barrier: the first one, the proxy, was tested and works.
  return pass('namespace', `none: ${namespaceDetail}`)
}
