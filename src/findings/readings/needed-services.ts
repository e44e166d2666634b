/** A kind of service that visitors need from a script of another site, recognised by a word in the host or path of the script. */
export interface NeededService {
  readonly what: string
  /** Matches a single word in lower case. */
  readonly words: RegExp
}

/** The table of `/docs` lists them. */
export const neededServices: readonly NeededService[] = [
  {
    what: 'payments',
    words:
      /^(?:pay|payments?\w*|checkout\w*|pay(?:pal|ments|button|form|widget|js)\w*|(?:apple|google|amazon|shop|after|ali|web|cinet|bit)pay|stripe\w*|klarna\w*|adyen\w*|mollie\w*|braintree\w*|razorpay\w*|worldpay\w*|sagepay\w*|datatrans\w*|paddle|wallet)$/,
  },
  {
    what: 'captchas',
    words: /^(?:\w*captcha\w*|turnstile)$/,
  },
  {
    what: 'maps',
    words: /^(?:maps?|mapkit|mapbox\w*|maplibre\w*|mapsjs|google-?maps?|leaflet\w*|openlayers)$/,
  },
  {
    what: 'sign-in',
    words:
      /^(?:login\w*|signin\w*|signon|sso|oauth\d?|oidc|openid\w*|auth|auth0\w*|authn|identity|gsi|appleid\w*|keycloak\w*|okta\w*|clerk\w*|msal\w*)$/,
  },
  {
    what: 'booking',
    words: /^(?:book|booking\w*|reservations?|reserve|appointments?|scheduling|ticketing|tickets)$/,
  },
  {
    what: 'video players',
    words:
      /^(?:player\w*|videos?|video(?:js|player)\w*|jwplayer\w*|hls|dash|vimeo|wistia|brightcove)$/,
  },
  {
    what: 'consent',
    words:
      /^(?:consent\w*|cmp\w{0,4}|cookie(?:bot|consent|banner|law|yes|first|hub)\w*|gdpr\w*|tcf\w{0,4}|onetrust\w*|usercentrics\w*|didomi\w*|iubenda\w*|sourcepoint\w*)$/,
  },
]

/** Accounts of services for development and tests, which the address of a request shows. Sources: the manuals of the services. */
const testAccounts: readonly { readonly name: string; readonly address: RegExp }[] = [
  { name: 'Clerk', address: /^[\w.-]+\.(?:clerk\.accounts|lcl)\.dev\// },
  { name: 'Stripe', address: /^[\w.-]+\.stripe\.(?:com|network)\/[^#]*[?&=/]pk_test_/ },
  {
    name: 'PayPal',
    address:
      /^(?:[\w.-]+\.sandbox\.paypal\.com\/|www\.paypal\.com\/sdk\/js\?(?:[^#]*&)?client-id=(?:sb|test)(?:&|$))/,
  },
  { name: 'Paddle', address: /^sandbox-[\w-]+\.paddle\.com\// },
  { name: 'Adyen', address: /^checkoutshopper-test\.(?:cdn\.)?adyen\.com\// },
  { name: 'Square', address: /^(?:sandbox\.web\.squarecdn|[\w.-]+\.squareupsandbox)\.com\// },
  { name: 'Braintree', address: /^[\w.-]+\.sandbox\.braintree-?(?:gateway|api)\.com\// },
  { name: 'Klarna', address: /^[\w.-]+\.playground\.klarna\.(?:com|net)\// },
  { name: 'Razorpay', address: /^[\w.-]+\.razorpay\.com\/[^#]*[?&=]rzp_test_/ },
  // Public keys with which a captcha always has the same result.
  {
    name: 'reCAPTCHA',
    address:
      /^www\.(?:google\.com|recaptcha\.net)\/recaptcha\/[^#]*[?&]k=6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI(?:&|$)/,
  },
  {
    name: 'Turnstile',
    address: /^challenges\.cloudflare\.com\/[^#]*\/[123]x0{20}(?:AA|AB|BB|FF)(?:\/|$)/,
  },
  {
    name: 'hCaptcha',
    address:
      /^[\w.-]*hcaptcha\.com\/[^#]*[?&]sitekey=([123])0000000-ffff-ffff-ffff-00000000000\1(?:&|$)/,
  },
]

/** The name of the service whose account for development or tests a request uses; null for other requests. */
export function testAccountOf(url: string): string | null {
  const { host = '', pathname = '', search = '' } = URL.parse(url) ?? {}
  const address = (host + pathname + search).slice(0, MAX_ADDRESS_LENGTH)
  return testAccounts.find((service) => service.address.test(address))?.name ?? null
}

const MAX_ADDRESS_LENGTH = 1_000

/** Words of scripts that no visitor misses, even beside a word of the table: analytics, tags, advertising, chats and fonts. */
const notMissed =
  /^(?:collect|track\w*|events?|stats?|statistics|analytics\w*|telemetry|metrics?|beacons?|pixels?|pings?|logs?|logger|rum|vitals|heatmaps?|insights?|counter|gtm|gtag|tag(?:s|manager)|ads?\d*|adserver|adservice|adx|advert\w*|banners|doubleclick|prebid|affiliates?|chat\w*|livechat|bubble|messenger|intercom\w*|fonts?|webfonts?|icons?|sourcemaps?|polyfills?|reviews?|ratings?)$/

/** The service that the script at a URL provides; null if its kind is unknown. */
export function neededServiceOf(url: string): NeededService | null {
  if (isNotMissed(url)) return null
  const words = wordsOfUrl(url)
  return neededServices.find((service) => words.some((one) => service.words.test(one))) ?? null
}

/** Whether no visitor misses the script at the URL. */
export function isNotMissed(url: string): boolean {
  return wordsOfUrl(url).some((one) => notMissed.test(one))
}

function wordsOfUrl(url: string): string[] {
  const { hostname = '', pathname = '' } = URL.parse(url) ?? {}
  return wordsOf(hostname.replace(/\.[^.]*$/, '') + pathname.slice(0, MAX_PATH_LENGTH))
}

const MAX_PATH_LENGTH = 300

/** `payButton.min.js` is pay, button, min and js; `sign-in` is one word, as `signin` is. */
function wordsOf(names: string): string[] {
  return names
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/(?<![a-z])(log|sign)-(in|on)(?![a-z])/g, '$1$2')
    .replaceAll(/(?<![a-z])cookie-(?=[a-z])/g, 'cookie')
    .split(/[^a-z\d]+/)
}
