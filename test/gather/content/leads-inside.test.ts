import { describe, expect, test } from 'vitest'
import { contentEvidence } from '#gather/content/content.ts'
import { leadsInside } from '#gather/content/leads-inside.ts'

const from = 'https://www.example.com/shop/'

describe('a refresh leads visitors to a host that is not public', () => {
  test.each([
    '0; url=http://localhost:5173/',
    '0;url=http://127.0.0.1:4173/',
    "5; URL='http://192.168.1.4/'",
    '0, http://[::1]/',
    '0; url=https://app.internal/',
    '1; url="http://10.0.0.3:8080/a"',
  ])('%s', (refresh) => {
    expect(leadsInside(refresh, from)).toBe(true)
  })

  test.each([
    null,
    '',
    '30',
    '0; url=/de/',
    '0; url=https://www.example.org/',
    '0; url=#localhost',
    '0; url=?to=http://localhost/',
  ])('and not %s', (refresh) => {
    expect(leadsInside(refresh, from)).toBe(false)
  })

  test('is not said of a page that is inside itself', () => {
    expect(leadsInside('0; url=http://localhost/b', 'http://localhost/a')).toBe(false)
  })
})

describe('the head of a page', () => {
  const match = (head: string) =>
    contentEvidence({
      mediaType: 'text/html',
      charset: 'utf-8',
      body: new TextEncoder().encode(
        `<!doctype html><html><head><title>Shop</title>${head}</head><body><h1>Shop</h1><p>Open on Sundays.</p></body></html>`,
      ),
      status: 200,
      url: from,
    }).signature_match

  test.each([
    ['refresh', '<meta http-equiv="refresh" content="0; url=http://127.0.0.1:4173/">'],
    ['base', '<base href="http://localhost:3000/">'],
    ['base', '<base target="_self" href="http://192.168.0.2/">'],
  ])('with a %s of a developer leads inside', (id, head) => {
    expect(match(head)).toEqual({ id, kind: 'leads_inside' })
  })

  test.each([
    '<meta http-equiv="refresh" content="600">',
    '<base href="https://www.example.com/">',
    '<base href="/localhost/">',
    '<meta name="description" content="0; url=http://localhost/">',
  ])('does not with %s', (head) => {
    expect(match(head)).toBeNull()
  })
})
