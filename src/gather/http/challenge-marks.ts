import { Parser } from 'htmlparser2'
import type { HttpResponse } from '#net/http/contract.ts'
import { type Challenge, challengeIn } from './challenge.ts'
import { cookieNamesOf } from './headers-set-cookie.ts'

// Bytes of content that are examined: challenge pages and error documents identify themselves in their first lines.
const MAX_MARK_BYTES = 65_536

/** The bot challenge that responded in place of the site; null for any other response. */
export function challengeOf(
  response: Pick<HttpResponse, 'status' | 'fields' | 'body'>,
): Challenge | null {
  return challengeIn({
    status: response.status,
    fields: response.fields,
    cookieNames: cookieNamesOf(response.fields),
    text: startOf(response),
  })
}

/**
 * `Error/Code` of an XML document whose root is exactly `Error`: the reason given by object stores (S3 and
 * compatible ones, GCS, Azure). Null when the content is anything else.
 */
export function storageErrorOf(response: Pick<HttpResponse, 'body'>): string | null {
  const text = startOf(response).replace(/^\uFEFF?\s*/, '')
  if (!text.startsWith('<')) return null
  const path: string[] = []
  let code = ''
  let roots = 0
  const parser = new Parser(
    {
      onopentagname: (name) => {
        if (path.length === 0) roots += 1
        path.push(name)
      },
      ontext: (data) => {
        if (roots === 1 && path.length === 2 && path[0] === 'Error' && path[1] === 'Code')
          code += data
      },
      onclosetag: () => {
        path.pop()
      },
    },
    { xmlMode: true },
  )
  parser.end(text)
  return /^\s*[A-Za-z]{1,64}\s*$/.test(code) ? code.trim() : null
}

function startOf({ body }: Pick<HttpResponse, 'body'>): string {
  return new TextDecoder().decode(body.decoded.subarray(0, MAX_MARK_BYTES))
}
