import { emulation } from '#chrome/emulation.ts'
import { PROXY_HOST } from '#net/proxy/proxy-host.ts'

/** `shell`: chromium-headless-shell, the old headless mode as a separate program. `full`: Chrome or Chromium. */
export type ExecutableKind = 'shell' | 'full'

export interface LaunchArguments {
  readonly kind: ExecutableKind
  readonly profile: string
  readonly sandbox: boolean
}

/** Nothing listens there: traffic outside of jobs fails. */
const NOWHERE = `http://${PROXY_HOST}:1`

/** A context does not inherit the bypass list of the launch; without its own, Chrome fetches loopback directly. */
export const PROXY_BYPASS = '<-loopback>'

/** Without any one of these a page bypasses the proxy: each was left out alone, and leaked. The self-check tests them. */
export const guardArguments: readonly string[] = [
  `--proxy-server=${NOWHERE}`,
  `--proxy-bypass-list=${PROXY_BYPASS}`,
  // `~NOTFOUND`, found in old recipes, is an ordinary name to current versions, which resolve it over the network.
  `--host-resolver-rules=MAP * ^NOTFOUND , EXCLUDE ${PROXY_HOST}`,
  // headless-shell reads the one, full Chrome the other.
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
]

/** Turns off Chrome's own traffic, which the proxy would refuse anyway: defence in depth. */
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

/** No state of the host, no windows, no crash reports; timers of background pages are not throttled. */
const unattendedArguments: readonly string[] = [
  // Blocks windows that a page opens in headless-shell, and still reports them: a window of the same site would share the
  // page's thread. Full Chrome blocks them by default.
  '--block-new-web-contents',
  '--disable-auto-reload',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-breakpad',
  '--disable-crash-reporter',
  // /dev/shm of a container has 64 MiB; the profile's folder is used instead.
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
  // Chrome's own traffic.
  'AutofillServerCommunication',
  'DialMediaRouteProvider',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'Translate',
  // Its mDNS responder joins a multicast group: one packet to 224.0.0.22 for every page with WebRTC.
  'WebRtcHideLocalIpsWithMdns',
  // Evidence is what the server did: http must not be upgraded to https.
  'HttpsUpgrades',
  'HttpsFirstBalancedMode',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsFirstModeForAdvancedProtectionUsers',
  'HttpsFirstModeForTypicallySecureUsers',
  'HttpsFirstModeIncognito',
  'HttpsFirstModeV2',
  'HttpsFirstModeV2ForEngagedSites',
  // A spare renderer for each of six sites costs more memory than it saves time.
  'SpareRendererForSitePerProcess',
  'AcceptCHFrame',
]

/**
 * Each window of full Chrome would load two pages of its own for the list below the address bar: 660 ms of processor for a page
 * that takes 230 in headless-shell, where they are not.
 */
const disabledInFull: readonly string[] = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** MiB of script heap per renderer: ends a heap bomb at 0.64 GB instead of 7 (measured), far above honest pages. */
const SCRIPT_HEAP_MIB = 512

const { viewport, locale } = emulation

const emulationArguments: readonly string[] = [
  `--lang=${locale}`,
  `--accept-lang=${locale}`,
  `--window-size=${viewport.width},${viewport.height}`,
  `--force-device-scale-factor=${viewport.deviceScaleFactor}`,
  '--force-prefers-reduced-motion',
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
  '--hide-scrollbars',
]

/** The whole command line. DevTools uses a pipe: there is no port that a page could reach, and Chrome ends with us. */
export function chromeArguments({ kind, profile, sandbox }: LaunchArguments): string[] {
  const disabled = kind === 'full' ? [...disabledFeatures, ...disabledInFull] : disabledFeatures
  return [
    ...guardArguments,
    ...quietArguments,
    ...unattendedArguments,
    ...emulationArguments,
    `--disable-features=${disabled.join(',')}`,
    `--js-flags=--max-old-space-size=${SCRIPT_HEAP_MIB}`,
    ...(kind === 'full' ? ['--headless=new'] : []),
    ...(sandbox ? [] : ['--no-sandbox']),
    `--user-data-dir=${profile}`,
    '--remote-debugging-pipe',
    'about:blank',
  ]
}
