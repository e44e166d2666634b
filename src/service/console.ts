import type { ConsoleContext } from '#http/console/context.ts'
import { resolveManually } from '#job/reconcile/manual-resolution.ts'
import type { ReconcilerOptions } from '#job/reconcile/reconciler.ts'
import { openSharedPass } from '#job/reconcile/shared-pass.ts'
import type { OverrideChange } from '#operator/overrides.ts'
import type { Runtime } from '#runtime/runtime.ts'
import type { LiveSettings } from '#settings/live-settings.ts'
import type { Tool } from '#tools/tool.ts'
import type { Storage } from './storage/storage.ts'

export interface OperatorConsoleOptions
  extends Pick<ConsoleContext, 'version' | 'baseUrl' | 'readiness' | 'browsers' | 'recentJob'> {
  readonly live: LiveSettings
  readonly runtime: Runtime
  readonly storage: Storage
  readonly reconciling: ReconcilerOptions
}

/** Data source of a service's console. It holds nothing open while the console is not in use. */
export function openOperatorConsole(
  options: OperatorConsoleOptions,
): ConsoleContext & { close(): Promise<void> } {
  const { live, runtime, storage, reconciling } = options
  const { version, baseUrl, readiness, browsers, recentJob } = options
  const { clock, random, log } = runtime
  const { links, screenshotList } = storage
  const reconciliation = openSharedPass(reconciling)
  const change = (tools: readonly Tool[], what: OverrideChange) =>
    storage.overrides.change(tools, what, clock.now())
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
    redeemLink: (tokenSha256) => links.redeem(tokenSha256, clock.now()),
    withView: (use) =>
      storage.readAsOperator(async ({ ledger, overrides }) =>
        use({ view: ledger, overrides: await overrides.read() }),
      ),
    pause: (tools, paused) => change(tools, { paused }),
    price: (tool, priceAtomic) => change([tool], { priceAtomic }),
    reconcile: reconciliation.run,
    resolve: (entry, verdict) => resolveManually(reconciling, entry, verdict),
    screenshots: async (limit) =>
      (await screenshotList.list(limit))
        .filter(({ isExpired }) => !isExpired)
        .map((row) => ({ ...row, name: row.idSha256 })),
    readScreenshot: async (name) => {
      const found = await screenshotList.find(name)
      const content = await found?.open()
      return content == null ? null : new Uint8Array(await new Response(content).arrayBuffer())
    },
    close: reconciliation.close,
  }
}
