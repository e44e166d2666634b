import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Fault } from '#fault.ts'
import type { OperatorStore } from '#operator/operator-store.ts'
import type { LedgerView } from '#payment/ledger/ledger-view.ts'
import type { Settings } from '#settings/settings.ts'
import { DATABASE_NAME } from '#store/database.ts'

/** Name of the ledger file within the data folder after `ledger move`. */
export const MOVED_NAME = 'urlwitness.moved.sqlite'

/**
 * Warnings about a ledger whose buyers these settings do not serve: one that is not opened, or one whose calls were paid
 * on another network. Empty if the ledger cannot be read, which is reported elsewhere.
 */
export async function ledgerWarnings(
  settings: Settings,
  read: ReadAsOperator,
): Promise<readonly string[]> {
  return [...unopenedLedger(settings), ...(await otherNetworks(settings, read))]
}

/** Runs `use` on the open storage of a service, or on one that is opened for it. */
type ReadAsOperator = <T>(use: (operator: OperatorStore) => Promise<T>) => Promise<T>

function unopenedLedger({ dataDir, databaseUrl }: Settings): readonly string[] {
  const [file, moved] = [join(dataDir, DATABASE_NAME), join(dataDir, MOVED_NAME)]
  if (databaseUrl !== null && existsSync(file)) {
    return [
      `${file} is not used, because database_url is set: its buyers get no reports, and are asked to pay again. Run \`urlwitness ledger move\`, or delete it`,
    ]
  }
  if (databaseUrl === null && existsSync(moved)) {
    return [
      `the ledger of ${dataDir} was moved to PostgreSQL, but database_url is not set: its buyers get no reports, and are asked to pay again. Set database_url, or delete ${moved}`,
    ]
  }
  return []
}

async function otherNetworks(
  { terms: { network } }: Settings,
  read: ReadAsOperator,
): Promise<readonly string[]> {
  try {
    return await read(({ ledger }) => callsOnOtherNetworks(ledger, network))
  } catch (cause) {
    if (cause instanceof Fault) return []
    throw cause
  }
}

async function callsOnOtherNetworks(
  ledger: LedgerView,
  network: string,
): Promise<readonly string[]> {
  const totals = await ledger.dailyTotals(0)
  const others = new Set(totals.map((total) => total.network).filter((name) => name !== network))
  if (others.size === 0) return []
  const unknown = (await ledger.unknownGroups()).filter((group) => others.has(group.network))
  const count = unknown.reduce((sum, group) => sum + group.count, 0)
  return [
    `the ledger has calls that were paid on ${[...others].join(' and ')}, and this service sells on ${network}. Their reports are returned, but the outcome of an unknown settlement (${count} of them now) cannot be looked up on the other chain. Give each network its own data_dir or database_url`,
  ]
}
