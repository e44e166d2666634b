import { describe, expect, test } from 'vitest'
import { kindOf } from '#chrome/launch/executable-paths.ts'
import { chromeArguments, guardArguments } from '#chrome/launch/flags.ts'
import { launchBrowser } from '#chrome/launch/launch.ts'
import { browserUser } from '#chrome/launch/run-as-user.ts'
import { createFolderRoot } from '#chrome/launch/temp-folders.ts'
import { findLeaks } from '#chrome/pool/self-check.ts'
import type { BrowserNetwork } from '#net/namespace/browser-networks.ts'
import { systemClock as clock } from '#runtime/clock.ts'
import { systemRandom as random } from '#runtime/random.ts'
import { findTestChrome, namespacesWork, testNetworks } from '#test/equipment/browser/chrome.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { needs } from '#test/equipment/program/needs.ts'

/** The leaks that the self-check finds in a browser that was started with these arguments. */
async function leaksOf(
  path: string,
  change: (argument: string) => string | null,
  network: BrowserNetwork = testNetworks.host,
) {
  const root = temporaryFolder()
  const launched = await launchBrowser({
    executable: { kind: kindOf(path), path },
    sandbox: true,
    user: browserUser('nobody'),
    folders: createFolderRoot({ root, clock, random }),
    clock,
    namespace: network.namespace,
    namespaceDetail: null,
    argumentsOf: (launch) => chromeArguments(launch).flatMap((argument) => change(argument) ?? []),
  })
  try {
    return await findLeaks({ ...network, launched, clock, random })
  } finally {
    await launched.end()
  }
}

const without = (sign: RegExp) => (argument: string) => {
  if (sign.test(argument)) return null
  // WebRTC without its guard would announce its addresses by multicast: tests stay on loopback.
  return argument.replace('--disable-features=', '--disable-features=WebRtcHideLocalIpsWithMdns,')
}

const rules = [
  'the guard of names',
  /^--host-resolver-rules/,
  'withoutProxy: a TCP connection',
] as const
const missing = {
  shell: [
    [
      'the proxy outside of jobs',
      /^--proxy-server/,
      'outsideJobs: stopped by the wrong guard (ERR_NAME_NOT_RESOLVED)',
    ],
    [
      'the bypass list',
      /^--proxy-bypass-list/,
      'outsideJobs: stopped by the wrong guard (ERR_NAME_NOT_RESOLVED)',
    ],
    rules,
    ['every guard of TCP', /^--(proxy-|host-resolver)/, 'outsideJobs: a TCP connection'],
  ],
  full: [rules],
} as const

describe.each(['shell', 'full'] as const)('the self-check of %s', (kind) => {
  const path = findTestChrome(kind) ?? ''

  test(
    'finds no leak in a browser with our command line',
    needs({ Chromium: path !== '' }),
    async () => {
      expect(await leaksOf(path, (argument) => argument)).toEqual([])
    },
  )

  // Each guard is removed by itself where a start is quick; the switches are the same.
  test.each(missing[kind])(
    'finds that %s is missing',
    needs({ Chromium: path !== '' }),
    async (_what, sign, leak) => {
      expect(await leaksOf(path, without(sign))).toContain(leak)
    },
  )
})

// The kernel blocks everything there, so only a canary inside can detect a missing guard of Chrome.
describe(
  'the self-check in a network namespace',
  needs({ 'network namespaces': await namespacesWork() }),
  () => {
    const path = findTestChrome() ?? ''

    test(
      'finds no leak in a browser with our command line',
      needs({ Chromium: path !== '' }),
      async () => {
        const network = await testNetworks.openNamespace()
        expect(await leaksOf(path, (argument) => argument, network)).toEqual([])
      },
    )

    // One guard of TCP is enough: what differs here is the canary.
    test.each([rules])(
      'finds that %s is missing',
      needs({ Chromium: path !== '' }),
      async (_what, sign, leak) => {
        const network = await testNetworks.openNamespace()
        expect(await leaksOf(path, without(sign), network)).toContain(leak)
      },
    )

    test(
      'finds that the policy of WebRTC is missing',
      needs({ 'headless shell': path !== '' && kindOf(path) === 'shell' }),
      async () => {
        const network = await testNetworks.openNamespace()
        const leaks = await leaksOf(path, without(/webrtc/), network)
        // Which path WebRTC takes there does not matter.
        expect(leaks).toContainEqual(
          expect.stringMatching(/^behindProxy: a UDP (candidate|datagram)/),
        )
      },
    )
  },
)

describe('the self-check of WebRTC', () => {
  const shell = findTestChrome('shell') ?? ''

  // Full Chrome has a profile preference for the same, and is safe without the switches.
  test('finds that its policy is missing', needs({ 'headless shell': shell !== '' }), async () => {
    const leaks = await leaksOf(shell, without(/webrtc/))
    expect(leaks).toContain('behindProxy: a UDP candidate (host) of WebRTC')
  })
})

test('the resolver rules answer NOTFOUND themselves: the older spelling is resolved as a name', () => {
  expect(guardArguments).toContain('--host-resolver-rules=MAP * ^NOTFOUND , EXCLUDE 127.0.83.1')
})
