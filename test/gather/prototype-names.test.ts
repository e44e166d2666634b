import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { contentEvidence } from '#content/read-content.ts'
import { decodeBody } from '#net/http/decode-body.ts'

/** Members that every JavaScript object inherits. A table that is an object seems to have an entry for each. */
const inherited = [
  'constructor',
  'valueof',
  'valueOf',
  'tostring',
  'toString',
  'hasownproperty',
  'hasOwnProperty',
  'isprototypeof',
  'propertyisenumerable',
  'tolocalestring',
  '__proto__',
  '__defineGetter__',
  '__lookupSetter__',
]

test.each(inherited)(
  'a page whose tags and attributes are called %s is read like any other',
  (name) => {
    const html = `<!doctype html><title>Books</title><${name} ${name}=a href=b>Open.</${name}><p ${name}>Always.</p><meta name=${name} content=a>`
    const { title, words } = contentEvidence({
      mediaType: 'text/html',
      charset: 'utf-8',
      body: new TextEncoder().encode(html),
      status: 200,
      url: 'https://www.example.com/',
    })
    expect(title).toBe('Books')
    expect(words).toBeGreaterThanOrEqual(2)
  },
)

test.each(inherited)('an unknown content coding called %s is skipped', async (name) => {
  const caps = { decodedBodyBytes: 1_000, compressionRatio: 100 }
  const wire = { bytes: gzipSync('Open.'), isComplete: true }
  const decoded = await decodeBody(wire, `gzip, ${name}`, caps, AbortSignal.timeout(5_000))
  expect([decoded.error, Buffer.from(decoded.bytes).toString()]).toEqual([null, 'Open.'])
})
