/**
 * Secret keys in the format of their issuers. Formats: https://github.com/gitleaks/gitleaks, and the documentation of the issuers.
 * The patterns match at `lastIndex`.
 */
const issuedTokens: readonly RegExp[] = [
  // Stripe
  /[sr]k_live_[0-9A-Za-z]{24,}/iy,
  // GitHub and GitLab
  /gh[pousr]_[0-9A-Za-z]{36}/iy,
  /github_pat_[0-9A-Za-z_]{70,}/iy,
  /glpat-[\w-]{20,}/iy,
  // Slack, SendGrid and Resend
  /xox[bp]-\d{9,14}-[\w-]{20,}/iy,
  /SG\.[\w-]{22}\.[\w-]{43}/iy,
  /re_[0-9A-Za-z]{8}_[0-9A-Za-z]{24}/iy,
  // Anthropic and OpenAI
  /sk-ant-(?:api|admin)\d\d-[\w-]{60,}/iy,
  /sk-(?:(?:proj|svcacct|admin)-)?[\w-]{20,90}T3BlbkFJ[\w-]{20,90}/iy,
  // Shopify and Square
  /shp(?:at|ss|ca)_[0-9a-f]{32}/iy,
  /sq0csp-[\w-]{43}/iy,
  // npm and DigitalOcean
  /npm_[0-9A-Za-z]{36}/iy,
  /dop_v1_[0-9a-f]{64}/iy,
  // Supabase, which bypass all of its rules: secret keys, and tokens with `"role":"service_role"` in Base64.
  /sb_secret_[\w-]{20,}/iy,
  /eyJ[\w-]{10,200}\.(?=[\w-]{0,400}(?:InNlcnZpY2Vfcm9sZS|JzZXJ2aWNlX3JvbGUi|ic2VydmljZV9yb2xlI))eyJ[\w-]{10,800}\.[\w-]{20,}/iy,
]

/**
 * What all these keys start with, in one pattern for a quick search: the prefix of an issuer, and a word that is long enough. It also
 * matches other words.
 */
export const tokenStart =
  /(?<![\w-])(?:(?:[sr]k_live|gh[pousr]|github_pat|shp(?:at|ss|ca)|npm|dop_v1|re|sb_secret)_|(?:glpat|xox[bp]|sk|sq0csp)-|SG\.|eyJ)[\w-]{16,}/i

/** Parts of a secret that was invented for an example, and of the keys of Supabase's demonstration. */
const invented = /example|sample|x{4}|0{6}|1234|abcd|your|\.\.\.|c3VwYWJhc2UtZGVtb/i
/** Minimum number of different characters of a random key. */
const MIN_CHARACTERS = 12

/** Whether a secret was invented for an example. */
export function isInventedSecret(secret: string): boolean {
  return invented.test(secret) || new Set(secret).size < MIN_CHARACTERS
}

/** The secret keys of services in a text, in their order. Linear in its length. */
export function* issuedTokensIn(text: string): Generator<string> {
  for (const { index } of text.matchAll(everyStart)) {
    for (const pattern of issuedTokens) {
      pattern.lastIndex = index
      const [token] = pattern.exec(text) ?? []
      if (token !== undefined) yield token
    }
  }
}

const everyStart = new RegExp(tokenStart, 'gi')

/** Whether a text contains a secret key of a service that was not invented for an example. */
export function hasIssuedToken(text: string): boolean {
  return [...issuedTokensIn(text)].some((token) => !isInventedSecret(token))
}
