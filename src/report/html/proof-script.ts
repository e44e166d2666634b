import { hexToBytes, sha256, stringToBytes } from 'viem/utils'
import { base64 } from './base64.ts'

/**
 * Verifies in the reader's browser what the page shows: the report in its JSON parts has the hash that it names (RFC 8785,
 * SHA-256), the signature over its claims is by a key of the page (RFC 7515, RFC 8037), the marked texts of the page are
 * those of the report, and the image is the screenshot of the report. It never inserts text as markup.
 */
export const proofScript = `'use strict';
(async () => {
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
  const hashOf = async (bytes) => [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))]
    .map((one) => one.toString(16).padStart(2, '0')).join('')
  const canonical = (value) => {
    if (Array.isArray(value)) return '[' + value.map(canonical).join() + ']'
    if (typeof value !== 'object' || value === null) return JSON.stringify(value)
    return '{' + Object.keys(value).sort().map((key) => JSON.stringify(key) + ':' + canonical(value[key])).join() + '}'
  }
  const at = (value, pointer) => pointer.split('/').slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((from, step) => from === null || typeof from !== 'object' || !Object.hasOwn(from, step) ? undefined : from[step], value)
  const shown = (text) => text.replace(/[\\p{Cc}\\p{Surrogate}\\p{Bidi_Control}]/gu, (one) => /[\\n\\t]/.test(one) ? one : '\\uFFFD')
  const expected = (one, value) => one.localName === 'time' ? value.slice(0, 19).replace('T', ' ') + ' UTC' : shown(value)
  const signed = async (report) => {
    const { jws, network, payer, nonce } = report.proof
    const [head, payload, signature, ...rest] = jws.split('.')
    if (payload !== '' || rest.length > 0) return row('bad', 'The signature is damaged.')
    const { alg, kid } = JSON.parse(new TextDecoder().decode(decoded(head)))
    const key = JSON.parse(section.dataset.keys).find((one) => one.kid === kid)
    if (key === undefined) return row('open', 'The signature was not checked: this page does not contain the key ' + kid + '.')
    const { job_id, tool, requested_url, final_url, checked_at, result_status, ruleset_version, report_sha256, findings } = report
    const claims = canonical({ job_id, tool, requested_url, final_url, checked_at, result_status,
      codes: findings.map(({ code }) => code), ruleset_version, report_sha256, network, payer, nonce })
    const imported = await crypto.subtle.importKey('jwk', { kty: 'OKP', crv: 'Ed25519', x: key.x }, 'Ed25519', false, ['verify'])
    const isSigned = alg === 'EdDSA' && encoded(decoded(signature)) === signature &&
      await crypto.subtle.verify('Ed25519', imported, decoded(signature), utf8(head + '.' + encoded(utf8(claims))))
    return isSigned ? row('good', 'Signed by the key ' + kid + ' (Ed25519).') : row('bad', 'The signature does not match this report.')
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
  if (!globalThis.crypto?.subtle) return say('open', 'Not checked: browsers check signatures on https pages and in local files only.')
  try {
    const report = JSON.parse('{' + [...document.querySelectorAll('pre.part')].map((one) => one.textContent).join() + '}')
    const { proof, report_sha256, ...hashed } = report
    const states = [
      await hashOf(utf8(canonical(hashed))) === report_sha256
        ? row('good', 'The report matches its hash: no value was changed.')
        : row('bad', 'The report does not match its hash: a value was changed.'),
      await signed(report),
      [...document.querySelectorAll('[data-at]')].every((one) => one.textContent === expected(one, String(at(report, one.dataset.at))))
        ? row('good', 'The verdict, addresses, time and findings on this page match the report.')
        : row('bad', 'The text on this page does not match the report.'),
      await checkedScreenshot(report),
    ]
    if (states.includes('bad')) say('bad', 'Do not trust this page: it was changed.')
    else if (states.includes('open')) say('open', 'Unchanged as far as this page can check.')
    else say('good', 'Signed and unchanged.')
  } catch (error) {
    const isUnable = error instanceof DOMException && error.name === 'NotSupportedError'
    if (isUnable) say('open', 'Not checked: this browser does not support Ed25519.')
    else say('bad', 'Do not trust this page: its report or its proof cannot be read.')
  }
})()
`

/** The source expression of the script in a Content-Security-Policy. */
export const proofScriptSource = `'sha256-${base64(hexToBytes(sha256(stringToBytes(proofScript))))}'`
