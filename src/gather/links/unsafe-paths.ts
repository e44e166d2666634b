/** Whether a program built the path from a missing value: `/undefined`, `/null`, `/[object Object]`. */
export function isMalformedPath(pathname: string): boolean {
  return pathname
    .split('/')
    .some((segment) => /^(?:undefined|null)$|\[object(?:%20|\+)[A-Za-z]+\]/.test(segment))
}

/** Whether a URL has a template placeholder that was not filled, or was filled with a missing value. */
export function hasUnfilledTemplate({ protocol, pathname, search }: URL): boolean {
  const isContact = protocol === 'mailto:' || protocol === 'tel:'
  if (isContact && /^(?:undefined|null|nan)$/i.test(pathname)) return true
  if (protocol === 'javascript:' || protocol === 'data:') return false
  // No match contains another start of a placeholder; otherwise a URL of nothing but brackets would be scanned eighty times.
  return /\{\{[^{}]{0,80}\}\}|\$\{[^${}]{1,80}\}|<%[^<]{0,80}%>|\{%[^{]{0,80}%\}|\[object Object\]/.test(
    decoded(`${pathname}${search}`),
  )
}

/**
 * Whether the URL of a link suggests that following it changes something. Not every server follows RFC 9110 9.2.1, so in doubt
 * the link is not requested. Compares the words of path and query, however they are joined.
 */
export function hasSideEffect(url: Pick<URL, 'pathname' | 'search'>): boolean {
  const text = decoded(`${url.pathname} ${url.search}`)
  // `signOut` is two words, `UnSubscribe` is one: both readings count.
  const words = ` ${wordsOf(text.replace(/([a-z])([A-Z])/g, '$1 $2'))} ${wordsOf(text)} `
  return unsafeActions.some((action) => words.includes(` ${action} `))
}

const unsafeActions = [
  ...['logout', 'log out', 'logoff', 'log off', 'signout', 'sign out', 'signoff', 'sign off'],
  ...['delete', 'destroy', 'remove', 'erase', 'trash', 'purge', 'revoke', 'deactivate'],
  ...['unsubscribe', 'optout', 'opt out', 'unfollow', 'add to cart', 'addtocart'],
  ...['disconnect', 'terminate', 'uninstall'],
]

/** Lower-case words, one space apart. */
function wordsOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z]+/g, ' ')
}

/** Decodes each escape separately, so that a malformed one does not hide the word beside it. */
function decoded(text: string): string {
  return text.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}
