import { emulation } from '#chrome/emulation.ts'
import { PROXY_HOST } from '#net/proxy/proxy-host.ts'

/** `shell`: chromium-headless-shell, the old headless mode as a program of its own. `full`: Chrome or Chromium. */
export type ExecutableKind = 'shell' | 'full'

export interface LaunchArguments {
  readonly kind: ExecutableKind
  readonly profile: string
  readonly sandbox: boolean
}

/** Nothing listens there: what belongs to no job dies. */
const NOWHERE = `http://${PROXY_HOST}:1`

/** A context's bypass list does not come from the launch; without it Chrome fetches loopback directly. */
export const PROXY_BYPASS = '<-loopback>'

/** Without one of these a page gets out beside the proxy. Each was left out alone, and leaked; the self-check tries them. */
export const guardArguments: readonly string[] = [
  `--proxy-server=${NOWHERE}`,
  `--proxy-bypass-list=${PROXY_BYPASS}`,
  // `~NOTFOUND`, which old recipes have, is a name like any other to today's Chrome: it asks the network for it.
  `--host-resolver-rules=MAP * ^NOTFOUND , EXCLUDE ${PROXY_HOST}`,
  // headless-shell reads the one, full Chrome the other.
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
]

/** No traffic of Chrome's own, which would only die at the proxy; a second belt where the first were to tear. */
const quietArguments: readonly string[] = [
  '--disable-quic',
  '--disable-background-networking',
  '--disable-client-side-phishing-detection',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-search-engine-choice-screen',
  '--disable-speech-api',
  '--disable-speech-synthesis-api',
  '--disable-sync',
  `--gaia-url=${NOWHERE}/`,
  '--metrics-recording-only',
  '--no-pings',
]

/** No state of the host, no windows, no reports of crashes; timers of a page that nobody looks at run as if they did. */
const unattendedArguments: readonly string[] = [
  // headless-shell's blocker of windows that a page opens, told to us all the same: one of the page's own site would
  // share its thread. Full Chrome has one by itself.
  '--block-new-web-contents',
  '--disable-auto-reload',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-breakpad',
  '--disable-crash-reporter',
  // /dev/shm of a container holds 64 MiB; the profile's folder stands in.
  '--disable-dev-shm-usage',
  '--disable-hang-monitor',
  '--disable-infobars',
  '--disable-prompt-on-repost',
  '--disable-renderer-backgrounding',
  '--enable-automation',
  '--mute-audio',
  '--no-default-browser-check',
  '--no-first-run',
  '--password-store=basic',
  '--use-mock-keychain',
]

const disabledFeatures: readonly string[] = [
  // Chrome's own calls.
  'AutofillServerCommunication',
  'DialMediaRouteProvider',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'Translate',
  // Its answering machine for local names joins a multicast group: a packet to 224.0.0.22 for every page with WebRTC.
  'WebRtcHideLocalIpsWithMdns',
  // Evidence is what the server did, not what Chrome made of it: no https in place of the http that was asked for.
  'HttpsUpgrades',
  'HttpsFirstBalancedMode',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsFirstModeForAdvancedProtectionUsers',
  'HttpsFirstModeForTypicallySecureUsers',
  'HttpsFirstModeIncognito',
  'HttpsFirstModeV2',
  'HttpsFirstModeV2ForEngagedSites',
  // A renderer in reserve for each of six sites costs more memory than it saves time.
  'SpareRendererForSitePerProcess',
  'AcceptCHFrame',
]

/** MiB of script heap per renderer: ends a heap bomb at 0.64 GB instead of 7 (measured), far above honest pages. */
const SCRIPT_HEAP_MIB = 512

const { viewport, locale } = emulation

const surroundingArguments: readonly string[] = [
  `--lang=${locale}`,
  `--accept-lang=${locale}`,
  `--window-size=${viewport.width},${viewport.height}`,
  `--force-device-scale-factor=${viewport.deviceScaleFactor}`,
  '--force-prefers-reduced-motion',
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
  '--hide-scrollbars',
]

/** Everything that Chrome is started with. DevTools comes over a pipe: no port that a page could reach, and Chrome ends with us. */
export function chromeArguments({ kind, profile, sandbox }: LaunchArguments): string[] {
  return [
    ...guardArguments,
    ...quietArguments,
    ...unattendedArguments,
    ...surroundingArguments,
    `--disable-features=${disabledFeatures.join(',')}`,
    `--js-flags=--max-old-space-size=${SCRIPT_HEAP_MIB}`,
    ...(kind === 'full' ? ['--headless=new'] : []),
    ...(sandbox ? [] : ['--no-sandbox']),
    `--user-data-dir=${profile}`,
    '--remote-debugging-pipe',
    'about:blank',
  ]
}
