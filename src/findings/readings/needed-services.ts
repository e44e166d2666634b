import { AddressWords } from './address-words.ts'

/** A kind of service that visitors need from a script of another site, recognised by a word in the host or path of the script. */
export interface NeededService {
  readonly what: string
  readonly words: AddressWords
}

/** The table of `/docs` lists them. */
export const neededServices: readonly NeededService[] = [
  {
    what: 'payments',
    words: new AddressWords(`
      adyen* afterpay alipay amazonpay applepay bitpay braintree* checkout* cinetpay datatrans* googlepay klarna* mollie*
      paddle pay paybutton* payform* payjs* payment* paypal* paywidget* razorpay* sagepay* shoppay stripe*
      wallet webpay worldpay*
    `),
  },
  {
    what: 'captchas',
    words: new AddressWords('turnstile', /captcha/),
  },
  {
    what: 'maps',
    words: new AddressWords(
      'googlemap googlemaps leaflet* map mapbox* mapkit maplibre* maps mapsjs openlayers',
    ),
  },
  {
    what: 'sign-in',
    words: new AddressWords(
      `
      appleid* auth auth0* authn clerk* gsi identity keycloak* login* msal* oidc okta* openid* signin* signon sso
      `,
      /^oauth\d?$/,
    ),
  },
  {
    what: 'booking',
    words: new AddressWords(`
      appointment appointments book booking* reservation reservations reserve scheduling ticketing tickets
    `),
  },
  {
    what: 'video players',
    words: new AddressWords(`
      brightcove dash hls jwplayer* player* video videojs* videoplayer* videos vimeo wistia
    `),
  },
  {
    what: 'consent',
    words: new AddressWords(
      `
      consent* cookiebanner* cookiebot* cookieconsent* cookiefirst* cookiehub* cookielaw* cookieyes* didomi* gdpr*
      iubenda* onetrust* sourcepoint* usercentrics*
      `,
      /^(?:cmp|tcf)\w{0,4}$/,
    ),
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
const notMissed = new AddressWords(
  `
  adserver adservice adx advert* affiliate affiliates analytics* banners beacon beacons bubble chat* collect
  counter doubleclick event events font fonts gtag gtm heatmap heatmaps icon icons insight insights intercom* livechat log
  logger logs messenger metric metrics ping pings pixel pixels polyfill polyfills prebid rating ratings review reviews
  rum sourcemap sourcemaps stat statistics stats tagmanager tags telemetry track* vitals webfont webfonts
  `,
  /^ads?\d*$/,
)

/** The service that the script at a URL provides; null if its kind is unknown. */
export function neededServiceOf(url: string): NeededService | null {
  if (isNotMissed(url)) return null
  const words = wordsOfUrl(url)
  return neededServices.find((service) => service.words.hasAny(words)) ?? null
}

/** Whether no visitor misses the script at the URL. */
export function isNotMissed(url: string): boolean {
  return notMissed.hasAny(wordsOfUrl(url))
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
