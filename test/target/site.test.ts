import { expect, test } from 'vitest'
import { isFirstParty, isTemporaryHost, siteOf } from '#target/site.ts'

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

test.each([
  ['a1b2.ngrok-free.app', 'shop.com', true],
  ['quiet-otter.trycloudflare.com', 'shop.com', true],
  ['fuzzy-5000.app.github.dev', 'shop.com', true],
  ['deploy-preview-12--shop.netlify.app', 'www.shop.com', true],
  ['shop-git-cart-acme.vercel.app', 'www.shop.com', true],
  ['shop.netlify.app', 'www.shop.com', false],
  ['shop-api.vercel.app', 'www.shop.com', false],
  ['trycloudflare.com.evil.net', 'shop.com', false],
  ['shop-git-main-acme.vercel.app', 'shop-9x8y7z-acme.vercel.app', false],
  ['a1b2.ngrok-free.app', 'c3d4.ngrok-free.app', false],
])('%s exists for a developer or a preview only, seen from %s: %s', (host, of, expected) => {
  expect(isTemporaryHost(host, of)).toBe(expected)
})
