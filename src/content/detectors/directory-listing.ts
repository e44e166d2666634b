import type { Page } from '#content/page.ts'

/** Titles that servers give to directory listings: Apache, nginx, lighttpd, Python, Twisted, Tomcat, Jetty, WEBrick. */
const namesOfListing = [
  'index of|directory listing (?:for|of)|directory:|listing (?:of|directory)|contents of',
  'verzeichnis-?(?:listing|inhalt) (?:für|von)|listado (?:de|del) directorio',
  'liste des fichiers (?:de|du)|contenu (?:de|du) (?:répertoire|dossier)',
].map((names) => new RegExp(`^(?:${names})\\s+(?:ftp://\\S{1,200}|\\[?/\\S{0,200}\\]?)$`, 'i'))

/** The whole listing of Go's file server: https://pkg.go.dev/net/http#FileServer. */
const listingOfGo = /<pre>\n<a href="[^"<>\n]{1,300}">[^<>\n]{1,300}<\/a>\n(?:<\/pre>|<a )/i
/** What Go sends in front of it. */
const headOfGo =
  /^\s*(?:<!doctype html>\s*)?(?:<html[^<>]{0,40}>\s*<head>\s*)?(?:<meta name="viewport"[^<>]{0,60}>\s*)?(?:<\/head>\s*<body>\s*)?$/i

/** The heading and the columns of the listings of Caddy, miniserve, dufs and similar file servers. */
const pathOfFolder = /^(?:\/|\S{1,200}\/|\/ ?\S{1,200})$/
const columns = [
  /^name(?: |$)/i,
  /(?:^| )size(?: |$)/i,
  /(?:^| )(?:last )?modifi(?:ed|cation)(?: |$)/i,
]

/** Whether the page is a directory listing: the name of a folder is both title and heading, or the lines are links only. */
export function listsFiles({ title, headings, lines, markup, isText }: Page): boolean {
  if (isText) return false
  const named = (one: string) => namesOfListing.some((name) => name.test(one.trim()))
  if (named(title ?? '') && headings.some(named)) return true
  const list = listingOfGo.exec(markup)
  if (list !== null && headOfGo.test(markup.slice(0, list.index))) return true
  const hasColumn = (column: RegExp) => lines.some(({ text }) => column.test(text))
  return headings.some((one) => pathOfFolder.test(one)) && columns.every(hasColumn)
}
