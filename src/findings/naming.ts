/** The longest name of a file that is given whole. */
const FILE_LENGTH = 40
const HOST_LENGTH = 60

/**
 * How a sentence of ours names a URL: its file for a URL of the page's own host, file and host else. Letters, digits and the marks
 * of names only, so that a page cannot put a sentence into ours. Null for a URL without a name of that kind.
 */
export function nameOf(url: string, pageUrl: string): string | null {
  const parsed = URL.parse(url)
  if (parsed === null) return null
  const host = hostNameOf(parsed)
  const file = fileOf(parsed)
  if (parsed.host === URL.parse(pageUrl)?.host) return file ?? host
  if (host === null) return null
  return file === null ? host : `${file} on ${host}`
}

/** The host of a URL with its port; null when it has none, or one that is too long. */
export function hostNameOf({ host }: Pick<URL, 'host'>): string | null {
  return /^[a-z0-9.:[\]_-]+$/.test(host) && host.length <= HOST_LENGTH ? host : null
}

/** The last segment of a path. A long one keeps its ends, where hashes of builds have the name and the type. */
function fileOf({ pathname }: URL): string | null {
  const segment = pathname.replace(/\/$/, '').split('/').at(-1) ?? ''
  if (!/^[\w.~@+-]+$/.test(segment)) return null
  if (segment.length <= FILE_LENGTH) return segment
  const half = FILE_LENGTH / 2 - 1
  return `${segment.slice(0, half)}…${segment.slice(-half)}`
}
