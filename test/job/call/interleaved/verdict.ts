import type { LedgerEntry } from '#payment/ledger/ledger.ts'
import { type Sent, urlOf } from './calls.ts'
import { payments, type SignedPayment } from './payments.ts'
import type { World } from './world.ts'

type Check = (isSound: boolean, message: string) => void

/**
 * What a simulation, when its plan has run, shows to be wrong with calls, ledger and chain; empty if nothing is. To find out,
 * each buyer repeats its call, and one more call is sold.
 */
export async function verdictOf(world: World): Promise<readonly string[]> {
  const { interleaving, observations, processes } = world
  const problems = [...observations.violations]
  const check: Check = (isSound, message) => {
    if (!isSound) problems.push(message)
  }
  for (const sent of observations.sent) {
    check(sent.response !== null || sent.isLost, `call ${sent.nth} never ended`)
    checkShape(sent, check)
  }
  await checkRepetitions(world, check)
  await checkSale(world, check)
  interleaving.jump(3 * 3_600_000)
  await interleaving.pass(60_000)
  const entries = await observations.entries()
  checkBooks(world, entries, check)
  for (const sent of observations.sent) checkTruth(world, sent, entries, check)
  for (const { admission, inFlight, storedSlots } of processes) {
    check(admission.running === 0, 'a job slot leaks')
    check(inFlight.jobIds().length === 0, 'an authorization stays claimed')
    for (const { key } of payments) {
      const slots = Array.from({ length: 8 }, () => storedSlots.acquire(key.payer))
      check(!slots.includes(null), 'a response slot leaks')
      for (const release of slots) release?.()
    }
  }
  return problems
}

/** Form of a response. */
function checkShape({ nth, response }: Sent, check: Check): void {
  if (response === null) return
  const { status, receipt, hasQuote, paymentState, retryAfterS, code } = response
  if (status === 200) check(receipt?.success === true, `call ${nth}: 200 without a receipt`)
  if (status === 402) check(hasQuote, `call ${nth}: 402 without a quote`)
  if (status === 402) check(receipt?.success !== true, `call ${nth}: 402 with a receipt`)
  if (status !== 402) check(!hasQuote, `call ${nth}: ${status} with a quote`)
  if (status === 503) check(paymentState !== null, `call ${nth}: 503 without payment.state`)
  if (status === 503 && code !== 'already_settled')
    check(Number.isInteger(retryAfterS), `call ${nth}: ${code} without Retry-After`)
  check([200, 402, 409, 503].includes(status), `call ${nth}: ${status}`)
}

/** The buyer repeats each call that had been begun. */
async function checkRepetitions(world: World, check: Check): Promise<void> {
  const { interleaving, observations, chain, situation } = world
  const before = await observations.entries()
  for (const [nonce, original] of observations.reservedBy) {
    const { payment } = original
    const entry = before.get(nonce)
    const wasDelivered = isDelivered(world, payment)
    const ageMs = interleaving.outside.clock.now() - (entry?.changedAt ?? 0)
    const misses = observations.sent.filter(
      (sent) => sent.payment === payment && sent.body !== original.body,
    ).length
    const isKept = payment.isNamed || (ageMs < 700_000 && misses < 5)

    const canSettle = entry?.state === 'unknown' && chain.refusalOf(nonce) === null
    const { response } = await repeat(world, original, check)
    const isPaid = chain.transferOf(nonce) !== null
    const got = `${response?.status} ${response?.code ?? response?.error}`
    const name = `${payment.name}, ${entry?.state}`
    if (entry?.state === 'failed' || entry?.state === 'refused')
      check(response?.status === 402 || got.includes('paused'), `${name}: repeated: ${got}`)
    else if (canSettle && isKept)
      check(response?.status === 200, `${name}: not settled for its buyer: ${got}`)
    else if (!isPaid) continue
    // Without a chain only the operator can find out.
    else if (entry?.state !== 'settled' && !situation.hasChain)
      check(/^(503 settlement_unknown$|200)/.test(got), `${name}: ${got}`)
    else if (isKept && (payment.isNamed || !wasDelivered))
      check(response?.status === 200, `${name}: paid, and repeated: ${got}`)
    else if (!wasDelivered) check(/^(503 already|200)/.test(got), `${name}: paid, lost: ${got}`)
  }
}

/** Sends a call again, up to three times until it gets its report. Returns the last repetition. */
async function repeat(
  world: World,
  { payment, body, mcp }: Sent,
  check: Check,
  times = 3,
): Promise<Sent> {
  const last = world.send({ payment: payments.indexOf(payment), body, mcp, process: 0 })
  await world.interleaving.pass(10_000)
  checkShape(last, check)
  return last.response?.status === 200 || times === 1 ? last : repeat(world, last, check, times - 1)
}

/** The service still sells. */
async function checkSale(world: World, check: Check): Promise<void> {
  world.sell()
  const payment = payments.length - 1
  const sent = world.send({ payment, body: 0, mcp: false, process: 0 })
  await world.interleaving.pass(5_000)
  check(sent.response?.status === 200, `sells no more: ${sent.response?.code}`)
}

/** The ledger and the chain. */
function checkBooks(
  { observations, chain, facilitator, situation }: World,
  entries: ReadonlyMap<string, LedgerEntry>,
  check: Check,
): void {
  const jobs = new Set<string>()
  for (const { key, name } of payments) {
    const entry = entries.get(key.nonce)
    const transfer = chain.transferOf(key.nonce)
    const byUs = transfer?.by === 'facilitator'
    check(!(byUs && entry === undefined), `${name}: paid without a row`)
    if (entry === undefined) continue
    const { state, jobId, transaction } = entry
    jobs.add(jobId)
    check((observations.executions.get(jobId) ?? 0) <= 1, `${name}: executed twice`)
    check(!['running', 'settling'].includes(state), `${name}: stays ${state}`)
    if (situation.hasChain) check(state !== 'unknown', `${name}: stays unknown`)
    if (state === 'settled') {
      check(transfer !== null, `${name}: settled without a transfer`)
      check(transaction === (transfer?.transaction ?? null), `${name}: another transaction`)
      check(observations.completed.has(jobId), `${name}: settled without a report`)
    }
    if (state === 'failed') {
      check(!byUs, `${name}: failed, and paid`)
      const isSettled = facilitator.settleRequests.has(key.nonce)
      check(!isSettled, `${name}: failed, and settle was called`)
    }
    if (state === 'refused') {
      check(!byUs && !(situation.hasChain && transfer !== null), `${name}: refused, and paid`)
    }
  }
  for (const jobId of observations.executions.keys())
    check(jobs.has(jobId), `job ${jobId} was executed without a row`)
}

/** Whether a response was true, in the end. */
function checkTruth(
  world: World,
  sent: Sent,
  entries: ReadonlyMap<string, LedgerEntry>,
  check: Check,
): void {
  const { response, payment, respondedAt } = sent
  if (response === null || respondedAt === null) return
  const { status, code, error, receipt, paymentState } = response
  const entry = entries.get(payment.key.nonce)
  const transfer = world.chain.transferOf(payment.key.nonce)
  const byUs = transfer?.by === 'facilitator'
  const original = world.observations.reservedBy.get(payment.key.nonce)
  const name = `call ${sent.nth}, ${payment.name}, ${status} ${code ?? error}`
  if (status === 200) {
    const isTrue = (transfer?.transaction ?? null) === receipt?.transaction
    check(isTrue, `${name}: false receipt`)
    check(sent.body === original?.body, `${name}: the report of another body`)
    const report = JSON.parse(response.text ?? 'null')
    check(report.job_id === entry?.jobId, `${name}: the report of another job`)
    check(report.requested_url === urlOf(sent.body), `${name}: the report of another URL`)
  }
  if (status === 402 && receipt?.success === false)
    check(entry?.state === 'refused' && !byUs, `${name}: but ${entry?.state}, ${transfer?.by}`)
  if (status === 402) {
    const isShared = world.situation.processes > 1
    const isSentAgain =
      original !== undefined &&
      (original.verifiedAt >= respondedAt || (isShared && original.reservedAt > sent.decidedAt))
    const isOpen = !['failed', 'refused', undefined].includes(sent.entry?.state)
    check(
      !(isOpen || byUs) || isDelivered(world, payment, respondedAt) || isSentAgain,
      `${name}: another payment is asked for, and this one is ${sent.entry?.state}`,
    )
  }
  if (status === 402 && error === 'invalid_exact_evm_nonce_already_used')
    check(sent.entry !== null || world.chain.isUsed(payment.key.nonce), `${name}: but it is unused`)
  if (sent === original && !sent.hasLedgerFault)
    check(
      !['running', 'settling'].includes(sent.entry?.state ?? ''),
      `${name}: the outcome is not written: ${sent.entry?.state}`,
    )
  const isResumed = sent.hasSettled && sent !== original && sent.entry?.state === 'settled'
  if (isResumed && !sent.hasLedgerFault)
    check(status === 200, `${name}: settled, and the report is withheld`)
  if (paymentState === 'not_taken')
    check(!sent.hasSettled, `${name}: but it sent its payment to be settled`)
  if (code === 'job_failed' && paymentState === 'not_settled')
    check(entry?.state === 'failed' && !byUs, `${name}: but ${entry?.state}, ${transfer?.by}`)
  if (paymentState === 'settled' && status === 503)
    check(transfer !== null, `${name}: but nothing was paid`)
}

/** Whether a report for this payment was written to its buyer whole, and made no later than at step `until`. */
function isDelivered(
  { observations }: World,
  payment: SignedPayment,
  until = Number.POSITIVE_INFINITY,
): boolean {
  return observations.sent.some(
    (sent) =>
      sent.payment === payment &&
      sent.response?.status === 200 &&
      sent.isWritten &&
      (sent.respondedAt ?? Number.POSITIVE_INFINITY) <= until,
  )
}
