import { existsSync } from 'node:fs'
import { type CliContext, settingsOf, VerbError } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { jsonText } from '#cli/output/terminal.ts'
import { createLog } from '#runtime/log.ts'
import { reconcileLocally } from '#service/reconcile-once.ts'
import type { Settings } from '#settings/settings.ts'
import { databaseOf, requireChain, untilTerminated } from './ledger.ts'

type ReconcileCounts = Awaited<ReturnType<typeof reconcileLocally>>

/** `urlwitness ledger reconcile`: looks up each unknown outcome once. Exit 2 if an outcome remains unknown. */
export async function ledgerReconcile(
  { json }: { readonly json: boolean },
  context: CliContext,
): Promise<number> {
  const { out } = context.terminal
  const settings = settingsOf(context)
  requireChain(settings)
  if (settings.databaseUrl === null && !existsSync(databaseOf(settings).file)) {
    throw new VerbError(
      `there is no ledger in ${settings.dataDir}: set data_dir to that of the service`,
    )
  }
  const counts = await reconcile(settings, context)
  out.write(json ? `${jsonText(counts)}\n` : `${summaryText(counts)}\n`)
  return counts.unknown > 0 ? exitCode.review : exitCode.pass
}

function reconcile(settings: Settings, context: CliContext): Promise<ReconcileCounts> {
  const { clock, terminal } = context
  const level = settings.logLevel
  const log = createLog({ level, clock, write: (line) => terminal.err.write(line) })
  return untilTerminated((signal) => reconcileLocally({ settings, clock, log, signal }))
}

function summaryText({ settled, refused, unknown, taken }: ReconcileCounts): string {
  if (settled + refused + unknown + taken === 0) return 'no settlement was unknown'
  const parts = [
    `${settled} settled`,
    `${refused} refused`,
    `${unknown} still unknown`,
    ...(taken > 0 ? [`${taken} being looked up by a running service`] : []),
  ]
  const hint =
    unknown > 0
      ? '\n`urlwitness ledger summary` says why; with rpc_url the chain decides, without it only the returning buyer, or you in the console'
      : ''
  return `${parts.join(', ')}${hint}`
}
