import { hexToBytes, sha256, stringToBytes } from 'viem/utils'
import { schemaVersion } from '#report/report.ts'
import { base64 } from './base64.ts'
import renderer from './page-renderer.json' with { type: 'json' }

/**
 * Verifies in the reader's browser what the page shows: the report in its JSON parts has the hash that it names (RFC 8785,
 * SHA-256), the signature over its claims is by a key of the page whose id is its thumbprint (RFC 7515, RFC 7638, RFC 8037), the
 * whole page is the one that this report gives, element by element, and the image is the screenshot of the report. Then it names
 * what was signed. It never inserts text as markup.
 */
export const proofScript = `'use strict';
${renderer.code}
(async () => {
  const { canonical, claimsOf, pageDocument, withUsualValues } = renderer
  const section = document.getElementById('proof')
  const list = document.getElementById('proof-checks')
  const say = (state, text) => {
    for (const one of document.querySelectorAll('[data-proof]')) {
      one.textContent = text
      one.className = 'proof-' + state
    }
  }
  const row = (state, text) => {
    const item = document.createElement('li')
    item.className = 'proof-' + state
    item.textContent = text
    list.append(item)
    return state
  }
  const utf8 = (text) => new TextEncoder().encode(text)
  const decoded = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))
  const encoded = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
  const digest = async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const hashOf = async (bytes) => [...await digest(bytes)].map((one) => one.toString(16).padStart(2, '0')).join('')
  const headerOf = ({ proof }) => JSON.parse(new TextDecoder().decode(decoded(proof.jws.split('.')[0])))
  const signed = async (report) => {
    const [head, payload, signature, ...rest] = report.proof.jws.split('.')
    if (payload !== '' || rest.length > 0) return row('bad', 'The signature is damaged.')
    const { alg, kid } = headerOf(report)
    const key = JSON.parse(section.dataset.keys).find((one) => one.kid === kid)
    if (key === undefined) return row('open', 'The signature was not checked: this page does not contain the key ' + kid + '.')
    const thumbprint = encoded(await digest(utf8(canonical({ crv: key.crv, kty: key.kty, x: key.x }))))
    if (!thumbprint.startsWith(kid)) return row('bad', 'The key on this page is not the key ' + kid + '.')
    const claims = claimsOf(report, report.proof)
    const imported = await crypto.subtle.importKey('jwk', { kty: 'OKP', crv: 'Ed25519', x: key.x }, 'Ed25519', false, ['verify'])
    const isSigned = alg === 'EdDSA' && encoded(decoded(signature)) === signature &&
      await crypto.subtle.verify('Ed25519', imported, decoded(signature), utf8(head + '.' + encoded(utf8(claims))))
    if (!isSigned) return row('bad', 'The signature does not match this report.')
    return kid === thumbprint
      ? row('good', 'Signed by the key ' + kid + ' (Ed25519).')
      : row('open', 'Signed by the key ' + thumbprint + ' (Ed25519), which an older version named by its start alone.')
  }
  // Readers open and close parts, and the script is not part of what it checks.
  const comparable = (page) => {
    const copy = page.documentElement.cloneNode(true)
    for (const one of copy.querySelectorAll('body > script:last-child')) one.remove()
    for (const one of copy.querySelectorAll('details')) one.removeAttribute('open')
    copy.normalize()
    return copy
  }
  const isPageOf = (report, found) => {
    const image = found.querySelector('#screenshot-image')
    const link = found.querySelector('a[download]')
    const jsonUrl = link === null ? null : new URL(report.report_url).pathname + '.json'
    const policy = found.querySelector('meta[http-equiv]')?.getAttribute('content') ?? ''
    const full = withUsualValues(report, report.usual_values ?? {})
    const made = pageDocument(full, image?.getAttribute('src') ?? null,
      { text: JSON.stringify(report), keys: JSON.parse(section.dataset.keys), jsonUrl, policy, script: '' })
    return comparable(new DOMParser().parseFromString(made, 'text/html')).isEqualNode(found)
  }
  const checkedScreenshot = async (report) => {
    const image = document.getElementById('screenshot-image')
    if (report.screenshot === null) return 'good'
    if (image === null) return row('open', 'The screenshot is not on this page, and was not compared with its hash.')
    const response = await fetch(image.src).catch(() => null)
    const isRead = response !== null && response.ok
    if (!isRead && image.src.startsWith('data:')) return row('bad', 'The screenshot on this page is damaged.')
    if (!isRead) return row('open', 'The screenshot could not be read, and was not compared with its hash.')
    return await hashOf(await response.arrayBuffer()) === report.screenshot.sha256
      ? row('good', 'The screenshot matches its hash in the report.')
      : row('bad', 'The screenshot does not match its hash in the report.')
  }
  const signedLine = (report) => {
    const { kid } = headerOf(report)
    const { origin } = new URL(report.service.instance)
    const by = location.origin === origin ? origin : 'the key ' + kid + ' of this file, which names itself ' + origin
    const line = 'Signed by ' + by + ': ' + report.result_status + ', ' + report.final_url.slice(0, 200) + ', ' +
      report.checked_at.slice(0, 19).replace('T', ' ') + ' UTC'
    return line.replace(/[^ -~]/g, '\\uFFFD')
  }
  if (!globalThis.crypto?.subtle) return say('open', 'Not checked: browsers check signatures on https pages and in local files only.')
  // What follows this script is part of the page too.
  if (document.readyState === 'loading') await new Promise((done) => document.addEventListener('DOMContentLoaded', done))
  try {
    const found = comparable(document)
    const report = JSON.parse('{' + [...document.querySelectorAll('pre.part')].map((one) => one.textContent).join() + '}')
    const { proof, report_sha256, ...hashed } = report
    const isWhole = await hashOf(utf8(canonical(hashed))) === report_sha256
    const states = [
      isWhole
        ? row('good', 'The report matches its hash: no value was changed.')
        : row('bad', 'The report does not match its hash: a value was changed.'),
      await signed(report),
      report.schema_version !== '${schemaVersion}'
        ? row('open', 'The report has another version than this page, which was not compared with it.')
        : isWhole && isPageOf(report, found)
        ? row('good', 'Every part of this page comes from the report.')
        : row('bad', 'This page is not the page of its report: it was changed, or an extension of this browser changes it.'),
      await checkedScreenshot(report),
    ]
    if (states.includes('bad')) say('bad', 'Do not trust this page: it was changed.')
    else if (states.includes('open')) say('open', 'Unchanged as far as this page can check.')
    else say('good', signedLine(report))
  } catch (error) {
    const isUnable = error instanceof DOMException && error.name === 'NotSupportedError'
    if (isUnable) say('open', 'Not checked: this browser does not support Ed25519.')
    else say('bad', 'Do not trust this page: its report or its proof cannot be read.')
  }
})()
`

/** The source expression of the script in a Content-Security-Policy. */
export const proofScriptSource = `'sha256-${base64(hexToBytes(sha256(stringToBytes(proofScript))))}'`
