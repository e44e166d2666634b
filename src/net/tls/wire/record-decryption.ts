import { createDecipheriv, createHmac } from 'node:crypto'

/** Decrypts TLS 1.3 records of one sender under one traffic secret, in order (RFC 8446 5.2). */
export interface RecordDecrypter {
  /** The inner plaintext with its content type; null when the record does not authenticate. */
  decrypt(header: Uint8Array, sealed: Uint8Array): { type: number; content: Uint8Array } | null
}

interface Suite {
  readonly cipher: 'aes-128-gcm' | 'aes-256-gcm' | 'chacha20-poly1305'
  readonly hash: 'sha256' | 'sha384'
  readonly keyLength: number
}

// Node's default cipher list offers these three TLS 1.3 suites and no other.
const suites: Readonly<Record<number, Suite>> = {
  4865: { cipher: 'aes-128-gcm', hash: 'sha256', keyLength: 16 },
  4866: { cipher: 'aes-256-gcm', hash: 'sha384', keyLength: 32 },
  4867: { cipher: 'chacha20-poly1305', hash: 'sha256', keyLength: 32 },
}

const TAG_BYTES = 16

export function createRecordDecrypter(suiteId: number, secret: Uint8Array): RecordDecrypter | null {
  const suite = suites[suiteId]
  if (!suite) return null
  const key = expandLabel(suite.hash, secret, 'key', suite.keyLength)
  const iv = expandLabel(suite.hash, secret, 'iv', 12)
  let sequence = 0
  return {
    decrypt: (header, sealed) => {
      const inner = decrypt({ suite, key, iv: nonce(iv, sequence) }, header, sealed)
      sequence += 1
      return inner && withoutPadding(inner)
    },
  }
}

/** HKDF-Expand-Label (RFC 8446 7.1); everything here fits one block of the hash. */
function expandLabel(hash: string, secret: Uint8Array, label: string, length: number): Uint8Array {
  const name = new TextEncoder().encode(`tls13 ${label}`)
  const info = new Uint8Array([0, length, name.length, ...name, 0, 1])
  return new Uint8Array(createHmac(hash, secret).update(info).digest()).subarray(0, length)
}

function nonce(iv: Uint8Array, sequence: number): Uint8Array {
  const nonceBytes = iv.slice()
  const view = new DataView(nonceBytes.buffer)
  view.setUint32(8, view.getUint32(8) ^ sequence)
  return nonceBytes
}

function decrypt(
  { suite, key, iv }: { suite: Suite; key: Uint8Array; iv: Uint8Array },
  header: Uint8Array,
  sealed: Uint8Array,
): Uint8Array | null {
  if (sealed.length < TAG_BYTES) return null
  try {
    const options = { authTagLength: TAG_BYTES }
    const decipher =
      suite.cipher === 'chacha20-poly1305'
        ? createDecipheriv(suite.cipher, key, iv, options)
        : createDecipheriv(suite.cipher, key, iv, options)
    const body = sealed.subarray(0, -TAG_BYTES)
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
    decipher.setAAD(header, { plaintextLength: body.length })
    const plaintext = decipher.update(body)
    decipher.final()
    return plaintext
  } catch {
    // The tag is wrong: the record was not sent by the server, or not under this secret.
    return null
  }
}

/** Removes the padding of a TLSInnerPlaintext: content, type, zeros. */
function withoutPadding(inner: Uint8Array): { type: number; content: Uint8Array } | null {
  const end = inner.findLastIndex((octet) => octet !== 0)
  const type = inner[end]
  return type === undefined ? null : { type, content: inner.subarray(0, end) }
}
