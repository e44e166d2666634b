import { describe, expect, test } from 'vitest'
import type { Evidence } from '#evidence/evidence.ts'
import { contentRules } from '#findings/content/content.ts'
import { evaluate } from '#findings/evaluate.ts'
import { healthyLinks } from '#test/equipment/evidence/browser-evidence.ts'
import type { Overrides } from '#test/equipment/evidence/evidence.ts'
import { healthyEvidence } from '#test/equipment/evidence/evidence.ts'
import { verdict } from '#test/equipment/evidence/verdict.ts'

type Case = readonly [why: string, overrides: Overrides<Evidence>, codes: readonly string[]]

const signed = (kind: 'placeholder' | 'default' | 'error' | 'challenge' | 'soft404' | 'blank') => ({
  signature_match: { id: 'x', kind },
})
const brokenJson = { kind: 'json', json_valid: false } as const
const empty = { body_bytes_decoded: 0, body_bytes_wire: 0, content_length: 0 }

describe('content rules', () => {
  test.each<Case>([
    ['a healthy page', {}, []],
    ['no body was read', { content: null }, []],
    ['200 and HTML without a byte', { http: empty }, ['CONTENT_EMPTY']],
    ['XHTML too', { http: { ...empty, media_type: 'application/xhtml+xml' } }, ['CONTENT_EMPTY']],
    ['one byte is not empty', { http: { body_bytes_decoded: 1 } }, []],
    ['markup that shows nothing', { content: signed('blank') }, ['CONTENT_EMPTY']],
    ['the same as a 404', { http: { status: 404 }, content: signed('blank') }, []],
    ['HTML without a type', { http: { media_type: null } }, ['CONTENT_PAGE_AS_TEXT']],
    ['204 has no body', { http: { ...empty, status: 204 } }, []],
    ['nor has 304', { http: { ...empty, status: 304 } }, []],
    ['a 404 may be empty', { http: { ...empty, status: 404 } }, []],
    ['an empty text file', { http: { ...empty, media_type: 'text/plain' } }, []],
    ['no type', { http: { ...empty, media_type: null } }, []],
    ['our cap cut it', { http: { ...empty, body_truncated: true } }, []],
    ['our deadline cut it', { http: empty, limits_hit: ['deadline'] }, []],
    [
      'it broke off',
      {
        http: {
          ...empty,
          error: { code: 'body_incomplete', phase: 'body', raw: null, alert: null },
        },
      },
      [],
    ],

    [
      'a placeholder under 404',
      { http: { status: 404 }, content: signed('placeholder') },
      ['CONTENT_PLATFORM_PLACEHOLDER'],
    ],
    [
      'a small one under 200',
      { http: { body_bytes_decoded: 4095 }, content: signed('placeholder') },
      ['CONTENT_PLATFORM_PLACEHOLDER'],
    ],
    [
      'a page of 4 KiB under 200',
      { http: { body_bytes_decoded: 4096 }, content: signed('placeholder') },
      [],
    ],
    ['nobody answered', { http: { status: null }, content: signed('placeholder') }, []],

    ['a default page', { content: signed('default') }, ['CONTENT_SERVER_DEFAULT_PAGE']],

    [
      'a debug page under 500',
      { http: { status: 500 }, content: signed('error') },
      ['CONTENT_FRAMEWORK_ERROR'],
    ],
    [
      'a long one under 400',
      { http: { status: 400 }, content: signed('error') },
      ['CONTENT_FRAMEWORK_ERROR'],
    ],
    [
      'a short one under 200',
      { content: { ...signed('error'), text_length: 1999 } },
      ['CONTENT_FRAMEWORK_ERROR'],
    ],
    ['documentation under 200', { content: { ...signed('error'), text_length: 2000 } }, []],

    [
      'not found under 200',
      { content: { ...signed('soft404'), text_length: 1499 } },
      ['CONTENT_SOFT_404'],
    ],
    ['an article', { content: { ...signed('soft404'), text_length: 1500 } }, []],
    [
      'a true 404',
      { http: { status: 404 }, content: { ...signed('soft404'), text_length: 10 } },
      [],
    ],
    ['JSON that no program can read', { content: brokenJson }, ['CONTENT_JSON_INVALID']],
    ['the same under 500', { http: { status: 500 }, content: brokenJson }, []],
    [
      'a page in its place',
      { content: { ...brokenJson, ...signed('error'), text_length: 100 } },
      ['CONTENT_FRAMEWORK_ERROR'],
    ],
    ['JSON that was cut by our cap', { content: { kind: 'json', json_valid: null } }, []],
    [
      'styles of a developer',
      { content: { signature_match: { id: 'assets', kind: 'leads_inside' } } },
      ['CONTENT_PRIVATE_ADDRESS'],
    ],
    [
      'a form to a developer',
      { content: { signature_match: { id: 'form', kind: 'leads_inside' } } },
      ['CONTENT_PRIVATE_ADDRESS'],
    ],
    [
      'a picture for other sites on a machine of a developer',
      { content: { signature_match: { id: 'previews', kind: 'leads_inside' } } },
      ['CONTENT_PRIVATE_ADDRESS'],
    ],
    [
      'a picture on a disk',
      { content: { signature_match: { id: 'disk', kind: 'leads_inside' } } },
      ['CONTENT_PRIVATE_ADDRESS'],
    ],
    [
      'a sign-in that returns to a machine of a developer',
      { content: { signature_match: { id: 'return', kind: 'leads_inside' } } },
      ['CONTENT_PRIVATE_ADDRESS'],
    ],
    [
      'a link to a disk',
      { content: { signature_match: { id: 'links-on-disk', kind: 'leads_inside' } } },
      ['CONTENT_PRIVATE_ADDRESS'],
    ],
    [
      'a form to a developer, beside a link that is no URL',
      {
        content: { signature_match: { id: 'form', kind: 'leads_inside' } },
        links: {
          ...healthyLinks,
          malformed: [{ href: 'http://', text: 'Prices', occurrences: 1 }],
        },
      },
      ['CONTENT_PRIVATE_ADDRESS'],
    ],
    [
      'a link to a disk that is reported by itself',
      {
        content: { signature_match: { id: 'links-on-disk', kind: 'leads_inside' } },
        links: {
          ...healthyLinks,
          malformed: [{ href: 'C:\\\\a.html', text: 'Prices', occurrences: 1 }],
        },
      },
      [],
    ],
    [
      'one on a page that is not there',
      { http: { status: 404 }, content: { signature_match: { id: 'form', kind: 'leads_inside' } } },
      [],
    ],
    [
      'a base of a developer belongs to redirects',
      { content: { signature_match: { id: 'base', kind: 'leads_inside' } } },
      [],
    ],
    [
      'a form to the placeholder of a manual',
      { content: { signature_match: { id: 'form-placeholder', kind: 'leads_elsewhere' } } },
      ['CONTENT_FORM_PLACEHOLDER'],
    ],
    [
      'links to the staging site',
      { content: { signature_match: { id: 'staging-links', kind: 'leads_elsewhere' } } },
      ['CONTENT_STAGING_LINKS'],
    ],
    [
      'styles over http on a page over https',
      { content: { signature_match: { id: 'plain-http-assets', kind: 'leads_elsewhere' } } },
      ['CONTENT_PLAIN_HTTP_ASSETS'],
    ],
    [
      'the same when the page has them asked for over https',
      {
        http: { headers: [['content-security-policy', 'upgrade-insecure-requests']] },
        content: { signature_match: { id: 'plain-http-assets', kind: 'leads_elsewhere' } },
      },
      [],
    ],
    ['a challenge belongs to http', { content: signed('challenge') }, []],

    [
      'noindex in the page',
      { security: { robots: { meta: 'NoIndex, follow' } } },
      ['CONTENT_NOINDEX'],
    ],
    ['none means noindex', { security: { robots: { meta: 'none' } } }, ['CONTENT_NOINDEX']],
    [
      'noindex in the field',
      { security: { robots: { x_robots_tag: 'noindex' } } },
      ['CONTENT_NOINDEX'],
    ],
    [
      'for one crawler',
      { security: { robots: { x_robots_tag: 'googlebot: noindex, nofollow' } } },
      ['CONTENT_NOINDEX'],
    ],
    [
      'for crawlers of others',
      { security: { robots: { x_robots_tag: 'AhrefsBot: noindex, nofollow, GPTBot: none' } } },
      [],
    ],
    [
      'for crawlers of others and of a search engine',
      { security: { robots: { x_robots_tag: 'AhrefsBot: nofollow, bingbot: noindex' } } },
      ['CONTENT_NOINDEX'],
    ],
    [
      'after a directive with a value',
      { security: { robots: { x_robots_tag: 'max-snippet: 20, noindex' } } },
      ['CONTENT_NOINDEX'],
    ],
    ['index', { security: { robots: { meta: 'index, follow', x_robots_tag: 'noarchive' } } }, []],
    ['a word that only holds it', { security: { robots: { meta: 'nonoindex, noneya' } } }, []],
    ['an error page', { http: { status: 503 }, security: { robots: { meta: 'noindex' } } }, []],
  ])('%s', (_why, overrides, codes) => {
    const { findings, notes } = evaluate(healthyEvidence(overrides), contentRules)
    const own = [...findings, ...notes].filter((one) => one.layer === 'content')
    expect(own.map((one) => one.code)).toEqual(codes)
  })

  test('have the effects of the table', () => {
    expect(
      contentRules.map(({ code, severity, effect }) => `${code} ${severity} ${effect}`),
    ).toEqual([
      'CONTENT_EMPTY high ISSUE',
      'CONTENT_PLATFORM_PLACEHOLDER critical ISSUE',
      'CONTENT_SERVER_DEFAULT_PAGE high ISSUE',
      'CONTENT_FRAMEWORK_ERROR critical ISSUE',
      'CONTENT_SOFT_404 medium REVIEW',
      'CONTENT_ERROR_PAGE critical ISSUE',
      'CONTENT_SOURCE_SHOWN critical ISSUE',
      'CONTENT_SECRET critical ISSUE',
      'CONTENT_GARBLED critical ISSUE',
      'CONTENT_PAGE_AS_TEXT critical ISSUE',
      'CONTENT_DEFACED critical ISSUE',
      'CONTENT_DEBUG_OUTPUT high ISSUE',
      'CONTENT_FRAGMENT medium REVIEW',
      'CONTENT_WALL medium REVIEW',
      'CONTENT_CUT_SHORT high ISSUE',
      'CONTENT_MAINTENANCE medium REVIEW',
      'CONTENT_COMING_SOON medium REVIEW',
      'CONTENT_PARKED_DOMAIN high REVIEW',
      'CONTENT_STARTER_PAGE medium REVIEW',
      'CONTENT_PRIVATE low REVIEW',
      'CONTENT_JSON_INVALID high ISSUE',
      'CONTENT_CANONICAL_WRONG medium ISSUE',
      'CONTENT_PRIVATE_ADDRESS high ISSUE',
      'CONTENT_FORM_PLACEHOLDER high ISSUE',
      'CONTENT_STAGING_LINKS medium REVIEW',
      'CONTENT_TEXT_DIRECTION medium REVIEW',
      'CONTENT_PLAIN_HTTP_ASSETS high ISSUE',
      'CONTENT_NOINDEX info NONE',
      'CONTENT_NOT_HTML low REVIEW',
      'CONTENT_DOWNLOAD low REVIEW',
      'CONTENT_TEMPLATE_TITLE low NONE',
      'CONTENT_UNRENDERED_TEMPLATE low NONE',
    ])
  })
})

test.each([
  ['generator', 'ISSUE'],
  ['author-notes', 'ISSUE'],
  ['lorem-ipsum', 'REVIEW'],
  ['test-environment', 'REVIEW'],
])('a starter by %s is %s', (id, effect) => {
  const evidence = healthyEvidence({ content: { signature_match: { id, kind: 'starter' } } })
  expect(verdict(evidence)).toEqual([`CONTENT_STARTER_PAGE ${effect}`])
})

test('a host that is not public in structured data is REVIEW', () => {
  const match = { id: 'structured-data', kind: 'leads_inside' } as const
  expect(verdict(healthyEvidence({ content: { signature_match: match } }))).toEqual([
    'CONTENT_PRIVATE_ADDRESS REVIEW',
  ])
})

test('a staging host in metadata is REVIEW', () => {
  const match = { id: 'staging-metadata', kind: 'leads_elsewhere' } as const
  expect(verdict(healthyEvidence({ content: { signature_match: match } }))).toEqual([
    'CONTENT_STAGING_LINKS REVIEW',
  ])
})

test.each([
  ['https://staging.example.com/', ['CONTENT_CANONICAL_WRONG REVIEW']],
  ['https://shop-git-main-acme.vercel.app/', ['CONTENT_CANONICAL_WRONG REVIEW']],
  ['https://blog.example.com/', []],
  ['https://staging.example.net/', ['CONTENT_CANONICAL_WRONG REVIEW']],
  ['https://kiln-glaze-staging.vercel.app/', ['CONTENT_CANONICAL_WRONG REVIEW']],
  ['https://kilnglazestg.wpengine.com/', ['CONTENT_CANONICAL_WRONG REVIEW']],
  ['https://www.openstage.org/programme', []],
  ['https://stg.org/', []],
  ['https://dev.to/kfalk/small-queues', []],
  ['https://kilnglaze.wpengine.com/', []],
])('a canonical address at %s', (canonical, codes) => {
  const evidence = healthyEvidence({ content: { canonical } })
  expect(verdict(evidence)).toEqual(codes)
})

test.each([
  ['https://staging.example.org/', []],
  ['https://uat.example.org/', []],
])(
  'a canonical address at %s is right for a page that is itself on a staging host',
  (canonical, codes) => {
    const evidence = healthyEvidence({
      http: { url: 'https://staging.example.com/' },
      content: { canonical },
    })
    expect(verdict(evidence)).toEqual(codes)
  },
)

test.each([
  ['<https://staging.example.com/>; rel="canonical"', ['CONTENT_CANONICAL_WRONG REVIEW']],
  [
    '</style.css>; rel=preload; as=style, <http://localhost:3000/>; rel=canonical',
    ['CONTENT_CANONICAL_WRONG ISSUE'],
  ],
  [
    '<https://staging.example.com/>; title="a, b"; rel="alternate canonical"',
    ['CONTENT_CANONICAL_WRONG REVIEW'],
  ],
  ['<https://staging.example.com/>; rel=preconnect', []],
  ['<https://staging.example.com/>; title="rel=canonical"', []],
  ['<https://www.example.com/>; rel="canonical"', []],
])('a Link field %s', (value, codes) => {
  const evidence = healthyEvidence({ http: { headers: [['link', value]] } })
  expect(verdict(evidence)).toEqual(codes)
})

test('a Link field of any length is read in linear time', () => {
  for (const value of ['<a>', '<a>;"', '<a>; rel="', '<', '<a>; rel=a', ';rel="canonical'].map(
    (one) => one.repeat(20_000),
  )) {
    const start = performance.now()
    evaluate(healthyEvidence({ http: { headers: [['link', value]] } }))
    expect(performance.now() - start).toBeLessThan(1_000)
  }
})

test.each(['starter', 'coming_soon', 'maintenance', 'wall', 'private', 'error_page'] as const)(
  'the beginning of a page that was cut off is not judged as the whole page: %s',
  (kind) => {
    const signature_match = { id: 'hello-world', kind }
    const cut = healthyEvidence({
      http: { error: { code: 'body_incomplete', phase: 'body', raw: null, alert: null } },
      content: { signature_match },
    })
    expect(evaluate(cut).findings.map(({ code }) => code)).toEqual(['HTTP_BODY_INCOMPLETE'])
  },
)

test('a response for programs that reports a failure has its own words and remedy', () => {
  const found = (id: string) =>
    evaluate(
      healthyEvidence({ content: { signature_match: { id, kind: 'error_page' } } }),
    ).findings.map(({ message, remediation }) => [message, remediation])
  expect(found('health-check')).toEqual([
    [
      'The page is an error page: the health check says that the service is down.',
      'Restore the part of the service that has failed, and send status 503 while it is down.',
    ],
  ])
  expect(found('json-error')).toEqual([
    [
      'The page is an error page: an object that reports a failure.',
      'Find the error in the server log, and send an error status with such a response.',
    ],
  ])
})

test('a dir attribute of the other direction is REVIEW, and a missing one is a note', () => {
  const evaluated = (id: string) => {
    const match = { id, kind: 'direction' } as const
    return evaluate(healthyEvidence({ content: { lang: 'ar', signature_match: match } }))
  }
  expect(evaluated('wrong').result_status).toBe('REVIEW')
  expect(evaluated('wrong').findings.map(({ message }) => message)).toEqual([
    'The dir attribute of the page is that of the other direction: its text is laid out from the wrong side.',
  ])
  expect(evaluated('missing').result_status).toBe('PASS')
  expect(evaluated('missing').notes.map(({ message }) => message)).toContain(
    'The page is in a script from right to left, but no dir attribute says so: its paragraphs start on the left.',
  )
})

test.each([
  ['starter', 'lorem-ipsum', 'Replace this text with that of the site.'],
  [
    'starter',
    'captcha-for-tests',
    'Use the keys and links for production in place of those for tests.',
  ],
  ['garbled', 'charset', 'Use one charset in Content-Type, markup and files.'],
  [
    'wall',
    'robots',
    'Allow our User-Agent or address (see `vantage`), or check an unprotected URL.',
  ],
  [
    'wall',
    'imperva',
    'Allow our User-Agent or address (see `vantage`), or check an unprotected URL.',
  ],
  ['wall', 'consent', 'Show the page, and ask for consent beside it.'],
] as const)('the remedy fits the form of the fault: %s %s', (kind, id, remediation) => {
  const [finding] = evaluate(
    healthyEvidence({ content: { signature_match: { id, kind } } }),
  ).findings
  expect(finding?.remediation).toBe(remediation)
})

test('a test message is called so', () => {
  const match = { id: 'trial', kind: 'starter' } as const
  const [finding] = evaluate(healthyEvidence({ content: { signature_match: match } })).findings
  expect(finding?.message).toBe('The page is not ready for production: a test message.')
})

test('a page that is sent as a download is not described by what its text shows', () => {
  const evidence = healthyEvidence({
    http: { headers: [['content-disposition', 'attachment']] },
    content: { signature_match: { id: 'translation-keys', kind: 'source_shown' } },
  })
  const messages = new Map(evaluate(evidence).findings.map(({ code, message }) => [code, message]))
  expect(messages.get('CONTENT_SOURCE_SHOWN')).toMatch(/: translation keys\.$/)
  expect(messages.get('CONTENT_PAGE_AS_TEXT')).toMatch(/ or download it\.$/)
})
