/**
 * Result of parsing input: the value, or a description of the error as data. For input of a client or an operator;
 * unexpected failures are thrown as a Fault. Functions with more than two outcomes have their own union. @public
 */
export type Result<T, E> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E }

/** Facts of a fault, for the log and for `http/problem.ts`; never secrets. */
export type FaultFacts = Readonly<Record<string, string | number | boolean | null>>

/**
 * Every code that a Fault can carry, grouped by the part that throws it. The codes are stable: the log contains them,
 * and the operator's scripts read them.
 */
export type FaultCode =
  // Settings and offers.
  | 'bad_offer'
  | 'bad_price'
  | 'settings_unchecked'
  // The executable, its runtime and its native parts.
  | 'addon_damaged'
  | 'addon_unloadable'
  | 'runtime_too_old'
  | 'signatures_unreadable'
  | 'tool_missing'
  // Listeners.
  | 'certificate_unusable'
  | 'listen_failed'
  // Deadlines, and work that was cancelled.
  | 'deadline_passed'
  | 'probe_ended'
  // The egress to targets.
  | 'connection_not_reusable'
  | 'dial_diverted'
  | 'dial_looked_up'
  | 'dial_not_vetted'
  | 'egress_exhausted'
  | 'egress_unavailable'
  // The browser and its network.
  | 'browser_lost'
  | 'browser_not_installed'
  | 'browser_unavailable'
  | 'namespace_lost'
  | 'namespace_refused'
  | 'namespace_unavailable'
  | 'no_interface'
  // Facilitator and chain.
  | 'bad_facilitator_request'
  | 'bad_facilitator_url'
  | 'circuit_closed'
  | 'simulated_chain_unsupported'
  | 'reverted'
  | 'rpc_failed'
  | 'rpc_other_chain'
  // Reports.
  | 'report_invalid'
  // The data folder and its database.
  | 'data_dir_in_use'
  | 'data_dir_unusable'
  | 'database_damaged'
  | 'database_foreign'
  | 'database_in_use'
  | 'database_missing'
  | 'database_newer'
  | 'database_not_empty'
  | 'database_older'
  | 'database_unavailable'
  | 'database_unsuitable'
  | 'evidence_bucket_failed'
  | 'evidence_folder_replaced'
  | 'evidence_file_short'
  | 'evidence_folder_unusable'
  | 'evidence_reader_slow'
  | 'file_unwritable'
  | 'ledger_copy_differs'
  | 'ledger_transition'
  | 'ledger_unavailable'
  | 'signing_keys_missing'
  | 'signing_keys_unusable'
  // Archive, backup and restore.
  | 'archive_failed'
  | 'archive_unfinished'
  | 'backup_exists'
  | 'backup_failed'
  | 'backup_onto_itself'
  | 'restore_failed'
  | 'restore_source'
  | 'snapshot_failed'
  | 'snapshot_names_taken'

/**
 * An unexpected failure: a broken file, a full disk, a lost browser. Anything that a client can cause is a value, not a
 * Fault. The message is one sentence, with the remedy if known.
 */
export class Fault extends Error {
  readonly code: FaultCode
  readonly facts: FaultFacts

  constructor(
    code: FaultCode,
    message: string,
    options: { facts?: FaultFacts; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'Fault'
    this.code = code
    this.facts = options.facts ?? {}
  }
}

/** The message of a caught value: that of an error, otherwise the value as text. */
export function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}

/** The code of a caught value, such as `ENOENT`, `SQLITE_BUSY` or that of a Fault; null for a value without one. */
export function codeOf(cause: unknown): string | null {
  const code: unknown = Object(cause).code
  return typeof code === 'string' ? code : null
}

/** Whether an error code says that a disk is full. */
export function isDiskFull(code: string | null): boolean {
  return code !== null && diskFullCodes.has(code)
}

/** Codes of the system, of SQLite, and of PostgreSQL (`disk_full`). */
const diskFullCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', '53100'])
