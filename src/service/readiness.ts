import type { BrowserFacts } from '#chrome/contract.ts'
import type { ScreenshotStore } from '#evidence/screenshot-store.ts'
import { fine, type PartState } from '#job/readiness.ts'
import type { ToolRunners } from './tools.ts'

/** Why the tools that need a browser are not sold now; null when they are. */
export async function closedForBrowsers(
  { browsers }: ToolRunners,
  instead: unknown,
  screenshots: ScreenshotStore,
): Promise<'browser_unavailable' | 'egress_unavailable' | 'at_capacity' | null> {
  if (instead === undefined && browsers !== null && browsers.status.status !== 'ready') {
    return browsers.status.status === 'leaking' ? 'egress_unavailable' : 'browser_unavailable'
  }
  // A report whose picture finds no room could not be delivered.
  return (await screenshots.accepts()).ok ? null : 'at_capacity'
}

/** What `/ready` tells of them. Without a browser by choice there is nothing to tell. */
export async function browserParts(
  { browsers }: ToolRunners,
  screenshots: ScreenshotStore,
): Promise<Readonly<Record<string, PartState>>> {
  if (browsers === null) return {}
  const room = await screenshots.accepts()
  const disk = room.ok ? fine : { ok: false, detail: diskDetails[room.reason ?? 'disk_error'] }
  const { status } = browsers
  switch (status.status) {
    case 'ready':
      return { browser: browserState(status.browser), egress: fine, disk }
    case 'leaking':
      return { browser: fine, egress: { ok: false, detail: status.detail }, disk }
    case 'starting':
      return { browser: { ok: false, detail: 'The browser is starting.' }, egress: fine, disk }
    case 'unavailable':
      return { browser: { ok: false, detail: status.detail }, egress: fine, disk }
  }
}

const diskDetails = {
  quota: 'Screenshots fill their quota: raise evidence.quota_mb, or wait until some expire.',
  disk_full: 'The disk is full: free some, or lower evidence.min_free_mb.',
  disk_error: 'Screenshots cannot be written.',
}

function browserState(browser: BrowserFacts): PartState {
  const { sandboxed, engine, version, networkNamespace, namespaceDetail } = browser
  const notes = [
    `${engine} ${version}, ${networkNamespace ? 'in' : 'without'} a network namespace of its own.`,
    ...(namespaceDetail === null ? [] : [namespaceDetail]),
    ...(sandboxed ? [] : ['The sandbox is off (browser.sandbox = false).']),
  ]
  return { ok: true, detail: notes.join(' ') }
}
