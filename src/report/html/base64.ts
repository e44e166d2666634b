/** Standard base64 with padding. */
export function base64(bytes: Uint8Array): string {
  let text = ''
  // The number of arguments of one call is limited.
  for (let offset = 0; offset < bytes.length; offset += 8_192) {
    text += String.fromCharCode(...bytes.subarray(offset, offset + 8_192))
  }
  return btoa(text)
}
