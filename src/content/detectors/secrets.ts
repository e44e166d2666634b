import type { Page } from '#content/page.ts'
import { countOf } from '#content/text.ts'
import { isInventedSecret, issuedTokensIn } from '#evidence/secret-keys.ts'

/** The private key of a server in a script. Keys in form fields are examples. */
const keyInScript =
  /(?<!\b(?:placeholder|value|title|content)=)["'`]-----BEGIN (?:(?:RSA|EC|DSA|OPENSSH) )?PRIVATE KEY-----(?:\\+[rn]|\s)+[A-Za-z0-9+/]{40}/
/** A key of AWS, which only its name shows. */
const keyOfAws = /secret_?access_?key["']?\s{0,3}[:=]\s{0,3}["']?[0-9A-Za-z/+]{40}(?![\w/+])/gi
/** The URL of a data store with a password and a host. */
const storeUrl =
  /\b(?:postgres(?:ql)?|mysql2?|mongodb(?:\+srv)?|rediss?|amqps?):\/\/[^\s:@/"'<>]{1,60}:([^\s@/"'<>]{6,80})@([\w.-]{3,})/gi
const examplePassword = /^(?:pass|secret|your|xxx|\*|\$|%|\{|changeme)/i
const exampleHost = /^(?:localhost|127\.|example|host\b)/i

/** Secrets of the server in a text. */
function secretsIn(text: string): string[] {
  const urls = [...text.matchAll(storeUrl)].filter(
    ([, password = '', host = '']) => !examplePassword.test(password) && !exampleHost.test(host),
  )
  return [
    ...issuedTokensIn(text),
    ...[...text.matchAll(keyOfAws), ...urls].map(([secret]) => secret),
  ]
}

/** Settings as a shell prints them. */
const setting = /(?:^|\s)[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+=\S/g
/** The name of a setting, and the start of a value that is long enough for a secret. */
const longSetting = /(?:^|\s)((?:[A-Z0-9]+_)*[A-Z]+)=(\S{6,10})/g
const secretName =
  /(?:^|_)(?:PASSWORD|PASSWD|SECRET|SECRET_KEY|SECRET_KEY_BASE|SECRET_ACCESS_KEY|(?:APP|API|PRIVATE)_KEY|(?:ACCESS|AUTH|API|BOT)_TOKEN|(?:DATABASE|REDIS|MONGO|MONGODB|POSTGRES|MYSQL)_UR[LI])$/
const exampleValue = /^(?:["'<$*[{]|your|my|xxx|change|example|(?:secret|root|postgres|null)\b)/

function printsSecret(text: string): boolean {
  return [...text.matchAll(longSetting)].some(
    ([, name = '', value = '']) => secretName.test(name) && !exampleValue.test(value),
  )
}

const MIN_SETTINGS = 4
const MAX_TEXT_BESIDE_SETTINGS = 200
/** V8 finds up to 250 characters in linear time. */
const MAX_SOUGHT = 200

/** The id of a secret of the server in the page or its scripts; null if there is none. A page that also explains it is documentation. */
export function exposedSecret({ markup, allText, text }: Page): string | null {
  if (keyInScript.test(markup) && !allText.includes(' PRIVATE KEY-----')) return 'private-key'
  const isHidden = (secret: string) => !allText.includes(secret.slice(0, MAX_SOUGHT))
  if (secretsIn(markup).some((one) => !isInventedSecret(one) && isHidden(one)))
    return 'secret-token'
  const printed = text.length > MAX_TEXT_BESIDE_SETTINGS ? text : allText
  const isPrinted = printsSecret(printed) && countOf(printed, setting) >= MIN_SETTINGS
  return isPrinted ? 'environment' : null
}
