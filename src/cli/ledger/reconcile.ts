import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { exitCode } from '#cli/output/exit-code.ts'
import { jsonText, type Terminal } from '#cli/output/terminal.ts'
import type { reconcileLocally } from '#service/reconcile-once.ts'
import type { Settings } from '#settings/settings.ts'
import { DATABASE_NAME } from '#store/database.ts'

type ReconcileCounts = Awaited<ReturnType<typeof reconcileLocally>>

export interface LedgerReconcileOptions {
  readonly json: boolean
  readonly settings: Settings
  readonly reconcile: () => Promise<ReconcileCounts>
}

/** `urlwitness ledger reconcile`: one question for each unknown outcome, now. Exit 2 while one of them stays unknown. */
export async function ledgerReconcile(
  { json, settings, reconcile }: LedgerReconcileOptions,
  { out, err }: Terminal,
): Promise<number> {
  if (settings.mode === 'sandbox') {
    err.write(
      'in sandbox mode the play chain lives in the service: it reconciles by itself, and nothing else can\n',
    )
    return exitCode.failed
  }
  if (!existsSync(join(settings.dataDir, DATABASE_NAME))) {
    err.write(`there is no ledger in ${settings.dataDir}: set data_dir to the service's own\n`)
    return exitCode.failed
  }
  const counts = await reconcile()
  if (json) out.write(`${jsonText(counts)}\n`)
  else out.write(`${textOf(counts)}\n`)
  return counts.unknown > 0 ? exitCode.review : exitCode.pass
}

function textOf({ settled, refused, unknown, taken }: ReconcileCounts): string {
  if (settled + refused + unknown + taken === 0) return 'nothing was unknown'
  const parts = [
    `${settled} settled`,
    `${refused} refused`,
    `${unknown} still unknown`,
    ...(taken > 0 ? [`${taken} being asked by a running service`] : []),
  ]
  const hint =
    unknown > 0 ? '\n`urlwitness ledger summary` says why; rpc_url lets the chain decide' : ''
  return `${parts.join(', ')}${hint}`
}
