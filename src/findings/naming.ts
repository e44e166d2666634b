/** Length of the longest file name that is not shortened, in characters. */
const FILE_LENGTH = 40
const HOST_LENGTH = 60

/**
 * The name of a URL in our messages: the file for a URL on the host of the page, otherwise file and host. It contains only
 * letters, digits and the punctuation of names, so that a page cannot put a sentence into a message. Null for a URL without
 * such a name.
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

/** The host of a URL with its port; null if it is empty, too long or has other characters. */
export function hostNameOf({ host }: Pick<URL, 'host'>): string | null {
  return /^[a-z0-9.:[\]_-]+$/.test(host) && host.length <= HOST_LENGTH ? host : null
}

/** The last segment of a path. A long one is cut in the middle: with a build hash, its ends are the name and the type. */
function fileOf({ pathname }: URL): string | null {
  const segment = pathname.replace(/\/$/, '').split('/').at(-1) ?? ''
  if (!/^[\w.~@+-]+$/.test(segment)) return null
  if (segment.length <= FILE_LENGTH) return segment
  const half = FILE_LENGTH / 2 - 1
  return `${segment.slice(0, half)}…${segment.slice(-half)}`
}
