import { describe, expect, test } from 'vitest'
import { type VerifyClass, VerifyLimiter, type VerifyPermit } from '#job/selling/verify-limiter.ts'
import type { SettleOutcome } from '#payment/facilitator.ts'
import { steppedClock } from '#test/equipment/service/stepped-clock.ts'

const limiter = () => new VerifyLimiter({ clock: steppedClock().clock, ratePer10S: () => null })

/** The number of verifications of this class that are admitted, one after the other, while none of them ends. */
function admitted(callClass: VerifyClass, of = limiter(), network = '93.184.216.1'): number {
  let count = 0
  while (of.acquire({ callClass, network }) !== null) count += 1
  return count
}

/** The same, with each verification asked for from another network. */
function admittedFromMany(callClass: VerifyClass, of = limiter()): number {
  let count = 0
  while (of.acquire({ callClass, network: `93.184.215.${count}` }) !== null) count += 1
  return count
}

describe('design 1.28: concurrent verifications', () => {
  test.each([
    ['paid', 32],
    ['new', 24],
    ['contract', 4],
  ] as const)('of class %s are at most %i', (by, most) => {
    expect(admittedFromMany(by)).toBe(most)
  })

  test('of all classes are at most 32, of which payers who have paid before can use eight more than others', () => {
    const all = limiter()
    expect([
      admittedFromMany('contract', all),
      admittedFromMany('new', all),
      admitted('paid', all),
    ]).toEqual([4, 20, 8])
    expect(admittedFromMany('contract', all)).toBe(0)
  })

  test('a slot is free again when its verification has ended, not before, and once', () => {
    const full = limiter()
    const first = full.acquire({ callClass: 'contract', network: '127.0.0.1' })
    expect(admittedFromMany('contract', full)).toBe(3)
    first?.verified()
    first?.verified()
    expect(admittedFromMany('contract', full)).toBe(1)
  })

  test('of new payers in one network are at most two thirds, and the others share the rest', () => {
    const all = limiter()
    const networks = ['93.184.216.1', '93.184.216.2', '93.184.216.3', '93.184.216.4']
    expect(networks.map((network) => admitted('new', all, network))).toEqual([16, 6, 2, 0])
    expect(admitted('paid', all)).toBe(8)
  })

  test('of signatures that no key made, one network has three of four', () => {
    const all = limiter()
    expect(admitted('contract', all)).toBe(3)
    expect(admitted('contract', all, '93.184.216.2')).toBe(1)
  })

  test.each([
    ['127.0.0.1', 'a reverse proxy on this machine'],
    ['10.0.0.1', 'one beside it'],
    ['', 'a call without a connection'],
  ])('of new payers at %s are as many as of all: %s', (network, _what) => {
    expect(admitted('new', limiter(), network)).toBe(24)
  })

  test('of payers who have paid before are as many in one network as of all', () => {
    expect(admitted('paid')).toBe(32)
  })
})

test('new payers of one network take at most two thirds of the rate that such payers have', async () => {
  const all = new VerifyLimiter({ clock: steppedClock().clock, ratePer10S: () => 80 })
  /** Those that end at once and are settled. */
  const paidFrom = async (network: string) => {
    let calls = 0
    for (;;) {
      const permit = all.acquire({ callClass: 'new', network })
      if (permit === null) return calls
      permit.verified()
      await permit.settle(async () => ({ status: 'unknown', detail: 'x', transaction: null }))
      calls += 2
    }
  }
  expect(await paidFrom('93.184.216.1')).toBe(40)
  expect(await paidFrom('93.184.216.2')).toBeGreaterThanOrEqual(12)
})

describe('the rate that the facilitator accepts', () => {
  const settled: SettleOutcome = { status: 'unknown', detail: 'x', transaction: null }
  const refused: SettleOutcome = { ...settled, isRateLimit: true }
  const open = (ratePer10S: number | null = null) => {
    const { clock, advance } = steppedClock()
    return { all: new VerifyLimiter({ clock, ratePer10S: () => ratePer10S }), advance }
  }
  /** Settle calls without a verification before them, as returning buyers cause them. */
  const settle = async (all: VerifyLimiter, calls: number, outcome = settled) => {
    const caller = { callClass: 'paid', network: '93.184.216.1' } as const
    for (let call = 0; call < calls; call += 1) await all.settle(caller, async () => outcome)
  }
  /** The number of payments of this class that are verified, each from another network, before any of them ends. */
  const verified = (callClass: VerifyClass, all: VerifyLimiter) => {
    const permits: VerifyPermit[] = []
    while (permits.length < 1_000) {
      const network = `93.184.${permits.length >> 8}.${permits.length % 256}`
      const permit = all.acquire({ callClass, network })
      if (permit === null) break
      permit.verified()
      permits.push(permit)
    }
    for (const permit of permits) permit.release()
    return permits.length
  }

  test.each([
    ['paid', 40],
    ['new', 30],
    ['contract', 5],
  ] as const)('has room for two calls of each payment of class %s: %i payments', (by, most) => {
    expect(verified(by, open(80).all)).toBe(most)
  })

  test.each(['paid', 'new', 'contract'] as const)(
    'has room for one payment of class %s, however low it is',
    (by) => {
      expect(verified(by, open(1).all)).toBe(1)
    },
  )

  test('counts the calls of the last ten seconds', async () => {
    const { all, advance } = open(20)
    await settle(all, 10)
    advance(1)
    await settle(all, 10)
    advance(9_998)
    expect(verified('paid', all)).toBe(0)
    advance(1)
    expect(verified('paid', all)).toBe(5)
  })

  test('has room again for the settle call of a payment that is not settled, once', () => {
    const { all } = open(5)
    const caller = { callClass: 'paid', network: '93.184.216.1' } as const
    const first = all.acquire(caller)
    expect([all.acquire(caller) !== null, all.acquire(caller)]).toEqual([true, null])
    first?.release()
    first?.release()
    expect([all.acquire(caller) !== null, all.acquire(caller)]).toEqual([true, null])
  })

  test('is not learned from a refusal after fewer than ten calls', async () => {
    const { all } = open()
    await settle(all, 8)
    await settle(all, 1, refused)
    expect(verified('paid', all)).toBe(1_000)
  })

  test('is not learned from calls before the last ten seconds', async () => {
    const { all, advance } = open()
    await settle(all, 20)
    advance(10_000)
    await settle(all, 1, refused)
    expect(verified('paid', all)).toBe(1_000)
  })

  test('is learned from a refusal after ten calls, as nine tenths of them', async () => {
    const { all, advance } = open()
    await settle(all, 9)
    await settle(all, 1, refused)
    expect(verified('paid', all)).toBe(0)
    advance(10_000)
    expect(verified('paid', all)).toBe(4)
    const other = open()
    await settle(other.all, 10)
    await settle(other.all, 1, refused)
    other.advance(10_000)
    expect(verified('paid', other.all)).toBe(4)
  })

  test('grows by a tenth in each minute without a refusal', async () => {
    const { all, advance } = open()
    advance(300_000)
    await settle(all, 99)
    await settle(all, 1, refused)
    advance(59_999)
    expect(verified('paid', all)).toBe(45)
    advance(60_001)
    expect(verified('paid', all)).toBe(54)
  })

  test('never exceeds the configured rate, or what was learned before', async () => {
    const configured = open(20)
    await settle(configured.all, 49)
    await settle(configured.all, 1, refused)
    configured.advance(10_000)
    expect(verified('paid', configured.all)).toBe(10)
    configured.advance(120_000)
    expect(verified('paid', configured.all)).toBe(10)

    const learned = open()
    await settle(learned.all, 9)
    await settle(learned.all, 1, refused)
    await settle(learned.all, 99)
    await settle(learned.all, 1, refused)
    learned.advance(10_000)
    expect(verified('paid', learned.all)).toBe(4)
  })
})
