import { Fault } from '#fault.ts'
import type { Ledger } from '#payment/ledger/ledger.ts'
import type { PartContext } from './observations.ts'

const failing = new Set([
  'reserve',
  'fail',
  'beginSettling',
  'settled',
  'refused',
  'unknown',
  'findWithPayer',
  'findUnresolved',
  'storedResponse',
])

/**
 * A ledger in which each method but `delivered` is two steps, before and after the real work. With `hasFaults` a write of a
 * call may fail, before its work or after it, and so may a read.
 */
export function interleavedLedger(own: Ledger, context: PartContext, hasFaults: boolean): Ledger {
  const { interleaving, observations, actor } = context
  const stepped =
    (name: string, method: (...args: unknown[]) => Promise<unknown>) =>
    async (...args: unknown[]) => {
      const sent = observations.currentCall()
      const label = sent === undefined ? name : `${name} of call ${sent.nth}`
      await actor.step(label)
      const fault =
        hasFaults && failing.has(name) ? interleaving.fault(['before', 'after'], 6) : null
      if (fault !== null && sent !== undefined) sent.hasLedgerFault = true
      if (fault === 'before') throw new Fault('ledger_unavailable', 'A test.')
      const result = await interleaving.whileBusy(method(...args))
      if (name === 'reserve') observations.reserved(Object(result).status === 'reserved')
      await actor.step(`${label} done`)
      if (fault === 'after') throw new Fault('ledger_unavailable', 'A test.')
      return result
    }
  const methods = Object.entries(own).map(([name, method]) => [
    name,
    name === 'delivered' ? method : stepped(name, method),
  ])
  return Object.fromEntries(methods)
}
