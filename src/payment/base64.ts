// Standard alphabet (RFC 4648 section 4), padding optional: what the official header codec accepts.
const STANDARD = /^[A-Za-z0-9+/]+={0,2}$/
// Chunked, since an argument list as long as a header may overflow the stack.
const CHUNK_BYTES = 4096

/** UTF-8 text -> standard base64 with padding. */
export function encodeBase64(text: string): string {
  const bytes = new TextEncoder().encode(text)
  let binary = ''
  for (let offset = 0; offset < bytes.length; offset += CHUNK_BYTES) {
    binary += String.fromCharCode(...bytes.subarray(offset, offset + CHUNK_BYTES))
  }
  return btoa(binary)
}

/**
 * Standard base64 of UTF-8 -> text; null for anything else: the URL-safe alphabet, whitespace, a wrong length or
 * padding, bits left over after the last byte (RFC 4648 3.5: two encodings of one text), bytes that are not UTF-8.
 */
export function decodeBase64(value: string): string | null {
  if (!STANDARD.test(value)) return null
  const digits = value.replace(/=+$/, '')
  if (digits.length % 4 === 1) return null
  const padded = digits.padEnd(Math.ceil(digits.length / 4) * 4, '=')
  if (value !== digits && value !== padded) return null
  const binary = atob(padded)
  if (btoa(binary) !== padded) return null
  try {
    // This runs for every payment header, so it is a loop: `Uint8Array.from` takes thirty times as long.
    const bytes = new Uint8Array(binary.length)
    for (let index = 0; index < bytes.length; index += 1) bytes[index] = binary.charCodeAt(index)
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    // Input that is not UTF-8 gives null, like any other malformed value.
    return null
  }
}
