import type { Page } from '#content/page.ts'

/** The size of the first chunk in front of a document (RFC 9112, 7.1). */
const startsAsChunk = /^[0-9a-f]{1,8}[ \t]*\r?\n\s*<(?:!doctype html|html)\b/i

/** Markup that a browser generates for text in front of a document: the elements of the head are in the body. */
const beforeText =
  /^\s*(?:<!doctype[^<>]{0,200}>\s*)?<html[^<>]{0,300}>\s*<head>\s*<\/head>\s*<body[^<>]{0,300}>/i
const chunkBeforeHead = /^\s*[0-9a-f]{1,8}[ \t]*\r?\n\s*<(?:meta|title|link|style|script)\b/i
/** Names of response header fields, each with a value that is specific to it: RFC 9110, RFC 9111, RFC 6265, RFC 3875 (CGI). */
const fields: readonly RegExp[] = [
  /^HTTP\/\d(?:\.\d)? \d{3}\b/i,
  /^content-type ?: ?[\w.+-]{1,40}\/[\w.+*-]{1,60}/i,
  /^content-(?:length|range) ?: ?(?:bytes )?\d/i,
  /^content-(?:encoding|disposition|language|security-policy) ?: ?[\w-]/i,
  /^set-cookie2? ?: ?[^\s=;]{1,120}=/i,
  /^status ?: ?[1-5]\d\d\b/i,
  /^location ?: ?(?:https?:\/)?\//i,
  /^(?:cache-control|pragma) ?: ?(?:no-|private|public|max-age|s-maxage|must-)/i,
  /^(?:date|expires|last-modified) ?: ?(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{1,2}[ -](?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[ -]\d{2,4} \d\d:\d\d/i,
  /^expires ?: ?(?:0|-1)\s*$/i,
  /^server ?: ?[\w.-]{1,40}\/\d(?![\w-])/i,
  /^server ?: ?(?:amazons3|apache|caddy|cloudflare|cowboy|envoy|gunicorn|gws|litespeed|netlify|nginx|openresty|uvicorn|vercel)(?![\w-])/i,
  /^transfer-encoding ?: ?(?:chunked|gzip|identity)/i,
  /^connection ?: ?(?:close|keep-alive|upgrade)\s*$/i,
  /^keep-alive ?: ?timeout=/i,
  /^etag ?: ?(?:W\/)?"/i,
  /^vary ?: ?(?:\*|accept|origin|cookie|user-agent)/i,
  /^accept-ranges ?: ?bytes/i,
  /^(?:strict-transport-security|p3p|www-authenticate|referrer-policy|permissions-policy) ?: ?\w/i,
  /^access-control-[a-z]{3,12}-[a-z-]{3,20} ?: ?\S/i,
  /^x-(?:aspnet-version|aspnetmvc-version|cache|content-type-options|frame-options|generator|pingback|powered-by) ?: ?\S/i,
  /^x-(?:request-id|robots-tag|runtime|served-by|ua-compatible|xss-protection) ?: ?\S/i,
]
/** Maximum characters of a line that is the field of a message. */
const MAX_FIELD_LENGTH = 400

/** Whether the start line, header fields or first chunk size of an HTTP message are in front of the document. */
export function startsAsMessage({
  isRendered,
  markup,
}: Pick<Page, 'isRendered' | 'markup'>): boolean {
  if (!isRendered) return startsAsChunk.test(markup) || startsAsField(markup)
  const rest = markup.replace(beforeText, '')
  return rest.length < markup.length && (startsAsField(rest) || chunkBeforeHead.test(rest))
}

/** Whether the text starts with a header field. The size of a chunk may precede it. */
function startsAsField(text: string): boolean {
  const [first = '', second = ''] = text
    .slice(0, 2 * MAX_FIELD_LENGTH)
    .trimStart()
    .split('\n')
  const line = /^[0-9a-f]{1,8}\s*$/i.test(first) ? second : first.replace(/<.*$/s, '')
  return fields.some((one) => one.test(line.trimStart()))
}
