import { expect, test } from 'vitest'
import { isFirstParty, siteOf } from '#target/site.ts'

test.each([
  ['http://www.site.example.com/', true],
  ['https://cdn.example.com/x.js', true],
  ['http://www.other.example.org/', false],
  ['http://192.168.0.1/', false],
  ['', true],
  [null, true],
  ['not a url', true],
  ['about:blank', true],
  ['https://api.example.com.:8443/v1', true],
  ['https://example.com.example.org/', false],
])('isFirstParty of %j for a page of example.com: %s', (url, expected) => {
  expect(isFirstParty(url, 'https://www.example.com/page')).toBe(expected)
})

test.each([
  ['www.example.co.uk', 'example.co.uk'],
  ['one.github.io', 'one.github.io'],
  ['github.io', 'github.io'],
  ['WWW.Example.com.', 'example.com'],
  ['[2001:db8::1]', '2001:db8::1'],
])('siteOf %s is %s', (host, site) => {
  expect(siteOf(host)).toBe(site)
})
