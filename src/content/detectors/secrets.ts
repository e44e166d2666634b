import type { Page } from '#content/page.ts'
import { countOf } from '#content/text.ts'
import { isInventedSecret, issuedToken } from '#evidence/secret-keys.ts'

/** The private key of a server in a script. Keys in form fields are examples. */
const keyInScript =
  /(?<!\b(?:placeholder|value|title|content)=)["'`]-----BEGIN (?:(?:RSA|EC|DSA|OPENSSH) )?PRIVATE KEY-----(?:\\+[rn]|\s)+[A-Za-z0-9+/]{40}/
const store = '(?:postgres(?:ql)?|mysql2?|mongodb(?:\\+srv)?|rediss?|amqps?)'
const examplePassword = '(?!pass|secret|your|xxx|\\*|\\$|%|\\{|changeme)'
const exampleHost = '(?!localhost|127\\.|example|host\\b)'
/** Secrets whose format shows nothing: keys of AWS, by their name, and URLs of data stores with a password. */
const namedSecret = [
  '(?:secret_?access_?key)["\']?\\s{0,3}[:=]\\s{0,3}["\']?[0-9A-Za-z/+]{40}(?![\\w/+])',
  `\\b${store}:\\/\\/[^\\s:@/"'<>]{1,60}:${examplePassword}[^\\s@/"'<>]{6,80}@${exampleHost}[\\w.-]{3,}`,
].join('|')
const secretToken = new RegExp(`${issuedToken.source}|${namedSecret}`, 'gi')

/** Settings as a shell prints them; `secretSetting`: those that are secret and have a value. */
const setting = /(?:^|\s)[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+=\S/g
const secretNames = [
  'PASSWORD|PASSWD|SECRET|SECRET_KEY(?:_BASE)?|SECRET_ACCESS_KEY|APP_KEY|API_KEY|PRIVATE_KEY|(?:ACCESS|AUTH|API|BOT)_TOKEN|JWT_SECRET',
  '(?:DATABASE|REDIS|MONGO(?:DB)?|POSTGRES|MYSQL)_UR[LI]',
].join('|')
const secretSetting = new RegExp(
  `(?:^|\\s)(?:[A-Z0-9]+_)*(?:${secretNames})=(?!["'<$*[{]|your|my|xxx|change|example|secret\\b|root\\b|postgres\\b|null\\b)\\S{6}`,
)
const MIN_SETTINGS = 4
const MAX_TEXT_BESIDE_SETTINGS = 200
/** V8 finds up to 250 characters in linear time. */
const MAX_SOUGHT = 200

/** The id of a secret of the server in the page or its scripts; null if there is none. A page that also explains it is documentation. */
export function exposedSecret({ markup, allText, text }: Page): string | null {
  if (keyInScript.test(markup) && !allText.includes(' PRIVATE KEY-----')) return 'private-key'
  for (const [token] of markup.matchAll(secretToken)) {
    if (!isInventedSecret(token) && !allText.includes(token.slice(0, MAX_SOUGHT)))
      return 'secret-token'
  }
  const printed = text.length > MAX_TEXT_BESIDE_SETTINGS ? text : allText
  const isPrinted = secretSetting.test(printed) && countOf(printed, setting) >= MIN_SETTINGS
  return isPrinted ? 'environment' : null
}
