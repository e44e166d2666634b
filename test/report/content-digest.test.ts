import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import canonicalize from 'canonicalize'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contentDigest } from '#report/content-digest.ts'
import { valueAt, withValueAt } from '#report/json-pointer.ts'
import { reportJsonSchema } from '#report/tool-reports.ts'

const recorded = (name: string): object =>
  JSON.parse(readFileSync(new URL(`../fixtures/reports/${name}.json`, import.meta.url), 'utf8'))
const page = recorded('verify-healthy')
const changed = (pointer: string, value: unknown) =>
  withValueAt(page, pointer.split('/').slice(1), value)

/** The description of the field in the published schema. */
const described = z
  .string()
  .parse(valueAt(reportJsonSchema(), '/properties/content_digest/description'))
const listed = described.match(/(?<= )\/[a-z0-9_/]+/g) ?? []

describe('content_digest', () => {
  test('is computed as the schema says, by anyone', () => {
    expect(listed.length).toBeGreaterThan(25)
    const content = listed.map((pointer) => [pointer, valueAt(page, pointer) ?? null])
    const text = canonicalize(Object.fromEntries(content)) ?? ''
    expect(createHash('sha256').update(text).digest('hex')).toBe(valueAt(page, '/content_digest'))
  })

  test.each(listed)('changes with %s', (pointer) => {
    expect(contentDigest(changed(pointer, 'something else'))).not.toBe(contentDigest(page))
  })

  test.each([
    '/job_id',
    '/checked_at',
    '/duration_ms',
    '/result_status',
    '/findings',
    '/notes',
    '/ruleset_version',
    '/vantage/label',
    '/dns/a',
    '/dns/selected_address',
    '/http/headers',
    '/http/remote_address',
    '/http/http_version',
    '/http/date_header',
    '/http/body_sha256',
    '/tls/leaf',
    '/tls/protocol',
    '/timings_ms',
    '/security/https',
    '/content/counts',
    '/content/text_sha256',
    '/browser/performance',
    '/browser/requests',
    '/browser/console',
    '/screenshot/sha256',
    '/links/items',
  ])('does not change with %s, which time, network or chance decide', (pointer) => {
    expect(valueAt(page, pointer)).toBeDefined()
    expect(contentDigest(changed(pointer, 'something else'))).toBe(contentDigest(page))
  })

  test('is null without a response', () => {
    expect(valueAt(recorded('no-such-name'), '/content_digest')).toBeNull()
    expect(valueAt(recorded('connection-refused'), '/content_digest')).toBeNull()
    expect(valueAt(recorded('healthy-https'), '/content_digest')).toMatch(/^[\da-f]{64}$/)
  })
})
