import type { AuthorizationKey, Reservation } from '#payment/ledger/ledger.ts'

/** The key of the `number`-th sample authorization. */
export function sampleKey(number = 0): AuthorizationKey {
  return {
    network: 'eip155:84532',
    asset: '0x036cbd53842c5426634e7929541ec2318f3dcf7e',
    payer: `0x${'aa'.repeat(20)}`,
    nonce: `0x${number.toString(16).padStart(64, '0')}`,
  }
}

/** Receipt for the settlement of a sample authorization. */
export const sampleReceipt = {
  success: true,
  payer: sampleKey().payer,
  transaction: `0x${'ee'.repeat(32)}`,
  network: 'eip155:84532',
} as const

export function sampleReservation(
  about: {
    number?: number
    jobId?: string
    key?: AuthorizationKey
    at?: number
    paymentId?: string
    host?: string
  } = {},
): Reservation {
  const number = about.number ?? 0
  return {
    key: about.key ?? sampleKey(number),
    jobId: about.jobId ?? `job-${number}`,
    tool: 'probe_url',
    amountAtomic: 5_000n,
    payTo: `0x${'bb'.repeat(20)}`,
    signatureSha256: 'cc'.repeat(32),
    bodySha256: 'dd'.repeat(32),
    validBefore: 2n ** 256n - 1n,
    paymentId: about.paymentId ?? null,
    host: about.host ?? 'www.example.com',
    request: '{"x402Version":2}',
    at: about.at ?? 1_790_000_000_000,
  }
}
