/** Length of the longest file name that is not shortened, in characters. */
const FILE_LENGTH = 40
const HOST_LENGTH = 60
/** A name with more words, joined by hyphens for example, could be a sentence that instructs a reader. */
const MAX_FILE_WORDS = 4
const MAX_HOST_WORDS = 6

/**
 * The name of a URL in our messages: the file for a URL on the host of the page, otherwise file and host. It contains only
 * letters, digits and the punctuation of names, and a few words at most, so that a page cannot put a sentence into a message.
 * Null for a URL without such a name.
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

/** The host of a URL with its port; null if it is empty, too long or has other characters or more words. */
export function hostNameOf(
  { host }: Pick<URL, 'host'>,
  maxWords: number = MAX_HOST_WORDS,
): string | null {
  const isName = /^[a-z0-9.:[\]_-]+$/.test(host) && host.length <= HOST_LENGTH
  return isName && wordCount(host) <= maxWords ? host : null
}

/** The last segment of a path. A long one is cut in the middle: with a build hash, its ends are the name and the type. */
function fileOf({ pathname }: URL): string | null {
  const segment = pathname.replace(/\/$/, '').split('/').at(-1) ?? ''
  if (!/^[\w.~@+-]+$/.test(segment) || wordCount(segment) > MAX_FILE_WORDS) return null
  if (segment.length <= FILE_LENGTH) return segment
  const half = FILE_LENGTH / 2 - 1
  return `${segment.slice(0, half)}…${segment.slice(-half)}`
}

/** Words of three letters or more, also of a name like `orderHistoryPage`. Shorter runs of letters are parts of hashes. */
function wordCount(name: string): number {
  return name.match(/[A-Z][a-z]{2,}|[a-z]{3,}|[A-Z]{3,}/g)?.length ?? 0
}
