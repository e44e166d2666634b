/** A name of X.501, for display and comparison. */
export interface DistinguishedName {
  /** DER, as hashed by OCSP. */
  readonly raw: Uint8Array
  /** `O=Example, CN=example.com`: in the order of the certificate, at most 512 characters. */
  readonly text: string
  readonly commonName: string | null
  readonly organization: string | null
}

// Names are shown to people. 512 characters fit any real name, and keep an oversized hostile one out of the report.
const MAX_NAME_LENGTH = 512
// RFC 5280 limits CN and O to 64 characters; some authorities exceed it.
const MAX_PART_LENGTH = 256

/**
 * `printed` is the `subject` or `issuer` of node:crypto's X509Certificate, one relative distinguished name per line;
 * undefined for an empty name.
 */
export function readName(raw: Uint8Array, printed: string | undefined): DistinguishedName {
  const lines = (printed ?? '').split('\n')
  // ` + ` joins the attributes of one relative name; a plus in a value is escaped.
  const parts = lines.flatMap((line) => line.split(' + '))
  // The most specific attribute is written last (RFC 5280 does not specify it; every client takes the last).
  const last = (key: string) => {
    const part = parts.findLast((candidate) => candidate.startsWith(`${key}=`))
    return part === undefined ? null : unescaped(part.slice(key.length + 1))
  }
  return {
    raw,
    text: nameText(printed),
    commonName: last('CN'),
    organization: last('O'),
  }
}

/** The whole name in one line, as in the field `text` of `DistinguishedName`. */
export function nameText(printed: string | undefined): string {
  return printable((printed ?? '').replaceAll('\n', ', ')).slice(0, MAX_NAME_LENGTH)
}

/** Removes the backslash before a special character (RFC 4514 2.4). */
function unescaped(value: string): string {
  return printable(value).slice(0, MAX_PART_LENGTH).replace(/\\(.)/gs, '$1')
}

/**
 * Replaces control characters, because names end up in logs and terminals. OpenSSL writes them as `\0A`, or unchanged
 * beyond ASCII.
 */
function printable(text: string): string {
  return text
    .replace(/\\([0-9A-F]{2}|.)/gs, (sequence, code: string) =>
      code.length === 2 ? '\ufffd' : sequence,
    )
    .replace(/[\u007f-\u009f\u2028\u2029]/g, '\ufffd')
}
