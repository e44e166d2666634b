import { execFileSync } from 'node:child_process'

/** Ranges to which the service must never send. Loopback is left out, because the service and its buyer use it. */
const v4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '168.63.129.16/32',
]
const v6 = [
  '::/8',
  '64:ff9b::/96',
  '100::/64',
  '2001:db8::/32',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'ff00::/8',
]

/**
 * Starts to count packets to a forbidden range, TCP packets to a web port of loopback, and all packets of processes of users
 * other than root to anything but the proxies. Chrome is the only such process.
 */
export function countForbiddenPackets(): { readonly total: () => number } {
  const rules = [
    ...v4.map((range) => `add rule inet watch out ip daddr ${range} counter`),
    ...v6.map(
      (range) =>
        `add rule inet watch out ip6 daddr ${range} ip6 daddr != ::1 icmpv6 type != { mld-listener-report, mld2-listener-report, nd-router-solicit, nd-neighbor-solicit } counter`,
    ),
    ...v6.map(
      (range) =>
        `add rule inet watch out ip6 daddr ${range} ip6 daddr != ::1 meta l4proto { tcp, udp } counter`,
    ),
    'add rule inet watch out ip daddr 127.0.0.0/8 tcp dport { 80, 443 } counter',
    'add rule inet watch out ip6 daddr ::1 tcp dport { 80, 443 } counter',
    'add rule inet watch out meta skuid != 0 ip daddr != 127.0.83.1 counter',
    'add rule inet watch out meta skuid != 0 ip6 daddr ::/0 counter',
  ]
  nft([
    'add table inet watch',
    'flush table inet watch',
    'add chain inet watch out { type filter hook output priority 0; }',
    ...rules,
  ])
  return {
    total: () =>
      [
        ...execFileSync('nft', ['list', 'table', 'inet', 'watch'], { encoding: 'utf8' }).matchAll(
          /packets (\d+)/g,
        ),
      ]
        .map((match) => Number(match[1]))
        .reduce((sum, packets) => sum + packets, 0),
  }
}

function nft(commands: readonly string[]): void {
  execFileSync('nft', ['-f', '-'], { input: commands.join('\n') })
}
