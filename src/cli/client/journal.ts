import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { decodePaymentSignatureHeader, encodePaymentSignatureHeader } from '@x402/core/http'
import { type CliContext, VerbError } from '#cli/context.ts'
import type { PaymentPayload } from '#payment/x402/x402.ts'
import { makeFolder } from '#runtime/folder.ts'
import { createHolder } from '#runtime/process/holder.ts'
import { uuidV7 } from '#runtime/random.ts'
import {
  openPurchases,
  type Purchase,
  type PurchaseState,
  type Purchases,
} from '#store/purchases/purchases.ts'
import { authorizationOf } from './buyer.ts'
import { reasonOf } from './service-client.ts'

type JournalContext = Pick<CliContext, 'clock' | 'random' | 'env'>

/**
 * Opens a journal of payments: `file`, or by default the file `name` in the folder of the XDG Base Directory Specification for
 * state that outlives a restart. Throws `database_unavailable`, and the error of the system for its folder.
 */
export function openJournal(
  file: string | null,
  name: string,
  { clock, random, env }: JournalContext,
): Purchases {
  const stateFolder = env['XDG_STATE_HOME'] || join(homedir(), '.local/state')
  const path = file ?? join(stateFolder, 'urlwitness', name)
  makeFolder(dirname(path))
  return openPurchases(path, createHolder(uuidV7(clock.now(), random)))
}

/** The state of a payment after the final response. */
export function stateAfter({
  status,
  isReport,
  paymentState,
  code,
}: {
  readonly status: number
  readonly isReport: boolean
  /** `payment.state` of the body. */
  readonly paymentState: string | null
  readonly code: string | null
}): PurchaseState {
  if (isReport || paymentState === 'settled') return 'settled'
  // A service that keeps to the protocol sends a 402, 409 or 422 only while no money has moved.
  const isRejected =
    [402, 409, 422].includes(status) || paymentState === 'not_settled' || code === 'job_failed'
  return isRejected ? 'rejected' : 'open'
}

/** Records the outcome of a payment. Null, or why the journal cannot be written: the payment then stays open in it. */
export function recordOutcome(journal: Purchases, id: string, state: PurchaseState): string | null {
  try {
    journal.end(id, state)
    return null
  } catch (cause) {
    return reasonOf(cause)
  }
}

/** The record of one purchase of `buy`. */
export interface PurchaseRecord {
  /** Whether an open payment is continued by the next call. */
  readonly isKept: boolean
  /** The payment of an earlier call for the same report that ended without an outcome; null if there is none. */
  readonly open: PaymentPayload | null
  /** Records a signed payment before it is sent. Throws a `VerbError`. */
  begin(id: string, signed: PaymentPayload): void
  /** As `recordOutcome`. */
  end(state: PurchaseState): string | null
  close(): void
}

/**
 * Opens the record of a purchase in the journal of `buy`. It is not that of `mcp`: what a person buys must not use up the budget of
 * an agent. Throws as `openJournal` does.
 */
export function openPurchaseRecord(
  request: Pick<Purchase, 'service' | 'tool' | 'url'>,
  { file, ...context }: JournalContext & { readonly file: string | null },
): PurchaseRecord {
  const journal = openJournal(file, 'bought.sqlite', context)
  const now = () => context.clock.now()
  const resumed = journal.resume(request, now())
  let id = resumed?.id ?? null
  return {
    isKept: true,
    open: resumed === null ? null : decodePaymentSignatureHeader(resumed.header),
    begin: (newId, signed) => {
      const purchase: Purchase = {
        ...request,
        id: newId,
        header: encodePaymentSignatureHeader(signed),
        amountAtomic: Number(signed.accepted.amount),
        validBefore: authorizationOf(signed).validBefore,
      }
      try {
        journal.begin(purchase, { maxTotalAtomic: Number.MAX_SAFE_INTEGER, now: now() })
      } catch (cause) {
        throw new VerbError(
          `the journal of payments cannot be written (${reasonOf(cause)}): nothing was sent`,
          { cause },
        )
      }
      id = newId
    },
    end: (state) => (id === null ? null : recordOutcome(journal, id, state)),
    close: () => journal.close(),
  }
}

/** The record of a purchase with simulated money, which is not worth one. */
export const noRecord: PurchaseRecord = {
  isKept: false,
  open: null,
  begin() {},
  end: () => null,
  close() {},
}
