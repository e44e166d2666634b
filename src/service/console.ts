import type { ConsoleContext } from '#http/console/context.ts'
import { openAskAgain } from '#job/reconcile/ask-again.ts'
import { resolveByHand } from '#job/reconcile/manual-resolution.ts'
import type { ReconcilerOptions } from '#job/reconcile/reconciler.ts'
import type { Runtime } from '#runtime/runtime.ts'
import type { LiveSettings } from '#settings/live-settings.ts'
import { openLedgerView } from '#store/ledger/view.ts'
import { readDatabase, writeBeside } from '#store/open-beside.ts'
import { takeConsoleLink } from '#store/operator/console-links.ts'
import { type OverrideChange, override, readOverrides } from '#store/operator/operator-overrides.ts'
import { findAlive, listAlive } from '#store/screenshots/listing.ts'
import type { Tool } from '#tools/tool.ts'
import type { Storage } from './storage.ts'

export interface OperatorConsoleOptions
  extends Pick<ConsoleContext, 'version' | 'baseUrl' | 'readiness' | 'browsers' | 'recentJob'> {
  readonly live: LiveSettings
  readonly runtime: Runtime
  readonly storage: Storage
  readonly reconciling: ReconcilerOptions
}

/** The data of a service's console. Nothing is open while it is not in use. */
export function openOperatorConsole(
  options: OperatorConsoleOptions,
): ConsoleContext & { close(): Promise<void> } {
  const { live, runtime, storage, reconciling } = options
  const { version, baseUrl, readiness, browsers, recentJob } = options
  const { clock, random, log } = runtime
  // Pages read on connections of their own: each page is one snapshot. Writes do too, so that the service sees them
  // as external changes.
  const { database, file, gallery } = storage
  const asking = openAskAgain(reconciling)
  const change = (tools: readonly Tool[], what: OverrideChange) =>
    writeBeside(file, (own) => override(own, tools, what, clock.now()))
  return {
    clock,
    random,
    log,
    version,
    baseUrl,
    readiness,
    browsers,
    recentJob,
    settings: () => live.current(),
    takeLink: (tokenSha256) => takeConsoleLink(database, tokenSha256, clock.now()),
    withView: (use) => {
      const own = readDatabase(file)
      const view = openLedgerView(own)
      try {
        return use({ view, overrides: readOverrides(own) })
      } finally {
        view.close()
      }
    },
    pause: (tools, paused) => change(tools, { paused }),
    price: (tool, priceAtomic) => change([tool], { priceAtomic }),
    reconcile: asking.ask,
    resolve: (entry, verdict) => resolveByHand(reconciling, entry, verdict),
    screenshots: (limit) =>
      listAlive(gallery, limit).map((row) => ({ ...row, name: row.idSha256 })),
    readScreenshot: async (name) => {
      const content = await findAlive(gallery, name)?.open()
      return content == null ? null : new Uint8Array(await new Response(content).arrayBuffer())
    },
    close: asking.close,
  }
}
