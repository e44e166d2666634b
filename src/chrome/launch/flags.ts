import { emulation } from '#chrome/emulation.ts'
import { PROXY_HOST } from '#net/proxy/proxy-host.ts'

/** `shell`: chromium-headless-shell, the old headless mode as a separate program. `full`: Chrome or Chromium. */
export type ExecutableKind = 'shell' | 'full'

export interface LaunchArguments {
  readonly kind: ExecutableKind
  readonly profile: string
  readonly sandbox: boolean
}

/** Proxy address of the launch, where nothing listens: traffic outside of jobs fails. */
const NOWHERE = `http://${PROXY_HOST}:1`

/**
 * Bypass list of the launch and of each context. A context does not inherit it, and without one Chrome fetches loopback addresses
 * directly.
 */
export const PROXY_BYPASS = '<-loopback>'

/** Each of these switches is necessary: when it alone was left out, a page bypassed the proxy. The self-check tests them. */
export const guardArguments: readonly string[] = [
  `--proxy-server=${NOWHERE}`,
  `--proxy-bypass-list=${PROXY_BYPASS}`,
  // Old recipes use `~NOTFOUND`, which current versions treat as an ordinary name and resolve over the network.
  `--host-resolver-rules=MAP * ^NOTFOUND , EXCLUDE ${PROXY_HOST}`,
  // headless-shell reads one of these two switches, full Chrome the other.
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
]

/** Switches off Chrome's background traffic, which the proxy would refuse anyway (defence in depth). */
const quietArguments: readonly string[] = [
  '--disable-quic',
  '--disable-background-networking',
  '--disable-client-side-phishing-detection',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-search-engine-choice-screen',
  '--disable-sync',
  `--gaia-url=${NOWHERE}/`,
  '--metrics-recording-only',
  '--no-pings',
]

/**
 * Switches for unattended use: no state of the host, no windows, no crash reports, and no throttling of timers in background
 * pages.
 */
const unattendedArguments: readonly string[] = [
  // In headless-shell this blocks windows that a page opens, and still reports them: a window of the same site would share the
  // page's thread. Full Chrome blocks them by default.
  '--block-new-web-contents',
  '--disable-auto-reload',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-breakpad',
  '--disable-crash-reporter',
  // /dev/shm of a container has only 64 MiB. With this switch Chrome uses its temporary folder instead.
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
  // Background traffic of Chrome.
  'AutofillServerCommunication',
  'DialMediaRouteProvider',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'Translate',
  // The mDNS responder joins a multicast group: one packet to 224.0.0.22 for every page with WebRTC.
  'WebRtcHideLocalIpsWithMdns',
  // The evidence shows how the server responds to http, so Chrome must not upgrade it to https.
  'HttpsUpgrades',
  'HttpsFirstBalancedMode',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsFirstModeForAdvancedProtectionUsers',
  'HttpsFirstModeForTypicallySecureUsers',
  'HttpsFirstModeIncognito',
  'HttpsFirstModeV2',
  'HttpsFirstModeV2ForEngagedSites',
  // The time that a spare renderer for each of six sites saves is not worth its memory.
  'SpareRendererForSitePerProcess',
  'AcceptCHFrame',
]

/**
 * Each window of full Chrome would load two internal pages for the list below the address bar: 660 ms of processor time for a
 * page that takes 230 ms in headless-shell, which does not have them.
 */
const disabledInFull: readonly string[] = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/**
 * Limit of the script heap per renderer, MiB. It ends a heap bomb at 0.64 GB instead of 7 GB (measured), and is far above the
 * needs of ordinary pages.
 */
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
  // Pointers of a desktop: without a device, Chrome reports none. The numbers are Blink's HoverType (2: hover) and PointerType (4: fine).
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
]

/**
 * The complete command line. DevTools uses a pipe, so there is no port that a page could reach, and Chrome exits when this
 * process ends.
 */
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
