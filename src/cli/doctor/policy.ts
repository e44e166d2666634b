import { Fault } from '#fault.ts'
import { openLeakCanary } from '#net/proxy/leak-canary.ts'
import { dial, tcpConnect } from '#net/tcp/dial.ts'
import { createOwnAddresses, interfaceAddresses } from '#net/tcp/own-addresses.ts'
import type { Clock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import type { Settings } from '#settings/settings.ts'
import { classifyAddress, type VettedAddress } from '#target/address.ts'
import { type CheckResult, fail, pass } from './check.ts'

// Addresses of the kinds that an attacker tries first: loopback, private, cloud metadata, and IPv4 inside IPv6.
const forbiddenAddresses = [
  ...['127.0.0.1', '10.0.0.1', '192.168.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
  ...['::1', 'fd00::1', 'fe80::1', '::ffff:127.0.0.1', '64:ff9b::a00:1', '2002:7f00:1::'],
]
const TIMEOUT_MS = 2_000

/** Checks that forbidden addresses are refused, among them our own listener on loopback. Nothing leaves the machine. */
export async function checkPolicy(context: {
  readonly settings: Settings
  readonly clock: Clock
}): Promise<CheckResult> {
  const { clock, settings } = context
  const { allowOwnAddresses, ownAddresses: additional } = settings.egress
  const ownAddresses = createOwnAddresses({ clock, allowOwnAddresses, additional })
  const addresses = [...forbiddenAddresses, ...(allowOwnAddresses ? [] : interfaceAddresses())]
  const allowed = addresses.filter((ip) => classifyAddress(ip, ownAddresses).status === 'vetted')
  const todo = 'Do not sell with this build; report it.'
  if (allowed.length > 0) return fail('policy', `it allows ${allowed.join(', ')}`, todo)
  return (await isDialRefused(clock))
    ? pass(
        'policy',
        `${addresses.length} addresses that are not public are refused, and so is a dial to one`,
      )
    : fail('policy', 'an address that was not checked could be dialed', todo)
}

async function isDialRefused(clock: Clock): Promise<boolean> {
  const canary = await openLeakCanary()
  const deadline = deadlineAfter(clock, TIMEOUT_MS)
  // An address that was never vetted: the compiler accepts it only because it comes from JSON.
  const unvetted: VettedAddress = JSON.parse('{"ip":"127.0.0.1","family":4}')
  const connect = (ip: string, _port: number, family: 4 | 6) =>
    tcpConnect(ip, canary.tcpPort, family)
  try {
    const dialed = await dial(unvetted, 80, { connect, clock }, deadline)
    if (dialed.status === 'connected') dialed.socket.destroy()
    return false
  } catch (cause) {
    if (!(cause instanceof Fault)) throw cause
    return cause.code === 'dial_not_vetted' && canary.hits().tcp === 0
  } finally {
    deadline.close()
    await canary.close()
  }
}
