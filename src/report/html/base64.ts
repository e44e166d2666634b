/** Standard base64 with padding. */
export function base64(bytes: Uint8Array): string {
  let text = ''
  // The number of arguments of one call is limited.
  for (let at = 0; at < bytes.length; at += 8_192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  }
  return btoa(text)
}
