import type { BrowserFacts } from '#chrome/contract.ts'
import type { ScreenshotStore } from '#evidence/stores.ts'
import { healthy, type PartState, type Readiness } from '#job/readiness.ts'
import type { Tool } from '#tools/tool.ts'
import type { ToolRunners } from './tools.ts'

/** Why no browser can run the tool now; null if one can, and for a runner that needs no browser. */
export function browserUnavailableCode(
  { browsers, usesOwnBrowser }: ToolRunners,
  tool: Tool,
): 'browser_unavailable' | 'egress_unavailable' | null {
  if (browsers === null || !usesOwnBrowser(tool)) return null
  const { status } = browsers.status()
  if (status === 'ready') return null
  return status === 'leaking' ? 'egress_unavailable' : 'browser_unavailable'
}

/** The entries of `/ready` about browsers; empty if no tool needs one. */
export async function browserParts(
  { browsers }: ToolRunners,
  screenshots: Pick<ScreenshotStore, 'accepts'>,
): Promise<Readonly<Record<string, PartState>>> {
  if (browsers === null) return {}
  const acceptance = await screenshots.accepts()
  const disk = acceptance.ok
    ? healthy
    : { ok: false, detail: diskDetails[acceptance.reason ?? 'disk_error'] }
  const status = browsers.status()
  switch (status.status) {
    case 'ready':
      return { browser: browserState(status.browser), egress: healthy, disk }
    case 'leaking':
      return { browser: healthy, egress: { ok: false, detail: status.detail }, disk }
    case 'starting':
      return { browser: { ok: false, detail: STARTING }, egress: healthy, disk }
    case 'unavailable':
      return { browser: { ok: false, detail: status.detail }, egress: healthy, disk }
  }
}

/**
 * The state for callers. Why a browser does not start may name paths and addresses of this machine: the log, `urlwitness status`
 * and the console have it.
 */
export function publicReadiness(state: Readiness): Readiness {
  const { browser, egress } = state.parts
  const isLost = browser?.ok === false && browser.detail !== STARTING
  const lost = isLost ? { browser: { ok: false, detail: 'No browser can be started.' } } : {}
  const leaking =
    egress?.ok === false
      ? { egress: { ok: false, detail: 'The browser failed its self-check.' } }
      : {}
  return { ...state, parts: { ...state.parts, ...lost, ...leaking } }
}

const STARTING = 'The browser is starting.'

const diskDetails = {
  quota: 'Screenshots fill their quota: raise evidence.quota_mb, or wait until some expire.',
  disk_full: 'The disk is full: free some, or lower evidence.min_free_mb.',
  disk_error: 'Screenshots cannot be written: evidence_store_failed in the log says why.',
}

function browserState(browser: BrowserFacts): PartState {
  const { sandboxed, engine, version, networkNamespace, namespaceDetail } = browser
  const notes = [
    `${engine} ${version}, ${networkNamespace ? 'in' : 'without'} a separate network namespace.`,
    ...(namespaceDetail === null ? [] : [namespaceDetail]),
    ...(sandboxed ? [] : ['The sandbox is off (browser.sandbox = false).']),
  ]
  return { ok: true, detail: notes.join(' ') }
}
