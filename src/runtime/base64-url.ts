/** Bytes, or text as UTF-8, in the URL-safe alphabet without padding (RFC 4648 5), as JWS writes them. For short values. */
export function base64Url(data: Uint8Array | string): string {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
