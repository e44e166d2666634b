/**
 * Secret keys of services, in the format of their issuers, and keys of Supabase that bypass all of its rules
 * (`"role":"service_role"` in Base64). Formats: https://github.com/gitleaks/gitleaks, and the documentation of the issuers.
 */
export const issuedToken =
  /(?<![\w-])(?:[sr]k_live_[0-9A-Za-z]{24,}|gh[pousr]_[0-9A-Za-z]{36}|github_pat_[0-9A-Za-z_]{70,}|glpat-[\w-]{20,}|xox[bp]-\d{9,14}-[\w-]{20,}|SG\.[\w-]{22}\.[\w-]{43}|sk-ant-(?:api|admin)\d\d-[\w-]{60,}|sk-(?:(?:proj|svcacct|admin)-)?[\w-]{20,90}T3BlbkFJ[\w-]{20,90}|shp(?:at|ss|ca)_[0-9a-f]{32}|sq0csp-[\w-]{43}|npm_[0-9A-Za-z]{36}|dop_v1_[0-9a-f]{64}|re_[0-9A-Za-z]{8}_[0-9A-Za-z]{24}|sb_secret_[\w-]{20,}|eyJ[\w-]{10,200}\.(?=[\w-]{0,400}(?:InNlcnZpY2Vfcm9sZS|JzZXJ2aWNlX3JvbGUi|ic2VydmljZV9yb2xlI))eyJ[\w-]{10,800}\.[\w-]{20,})/i

/** Parts of a secret that was invented for an example, and of the keys of Supabase's demonstration. */
const invented = /example|sample|x{4}|0{6}|1234|abcd|your|\.\.\.|c3VwYWJhc2UtZGVtb/i
/** Minimum number of different characters of a random key. */
const MIN_CHARACTERS = 12

/** Whether a secret was invented for an example. */
export function isInventedSecret(secret: string): boolean {
  return invented.test(secret) || new Set(secret).size < MIN_CHARACTERS
}

const everyToken = new RegExp(issuedToken.source, 'gi')

/** Whether a text contains a secret key of a service. Linear in its length. */
export function hasIssuedToken(text: string): boolean {
  for (const [token] of text.matchAll(everyToken)) if (!isInventedSecret(token)) return true
  return false
}
