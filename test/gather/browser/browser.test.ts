import { describe, expect, test } from 'vitest'
import { browserEvidence as browserShape } from '#evidence/browser.ts'
import { browserEvidence } from '#gather/browser/browser.ts'
import { documentRedirects } from '#gather/browser/document-redirects.ts'
import {
  type RecordedVisit,
  readVisit,
  type Scene,
} from '#test/equipment/browser/recorded-observation.ts'
import { cpuMsOf } from '#test/equipment/time/cpu-time.ts'

// The observations of a real Chrome: `npm run record`.
const site = 'http://www.site.example.com'
const browser = {
  executable: '/usr/bin/chrome',
  engine: 'HeadlessChrome',
  version: '140.0.7339.127',
  userAgent: 'Chrome',
  sandboxed: true,
  networkNamespace: false,
  namespaceDetail: null,
} as const

function evidenceOf(
  scene: Scene,
  changes: Partial<RecordedVisit['observation']> = {},
  sentText: string | null = null,
) {
  const visit = readVisit(scene)
  const changed = { ...visit, observation: { ...visit.observation, ...changes } }
  const chain = documentRedirects(changed)
  return browserEvidence({
    ...changed,
    chain,
    sentText,
    pageUrl: chain.target.href,
    confirmed: new Map(),
    handledImages: [],
    browser,
    userAgent: 'Chrome urlwitness',
    attempts: 1,
    crashes: 0,
  })
}

test.each<Scene>([
  'assets',
  'complaints',
  'content-cut',
  'download',
  'moved-inside',
  'no-connection',
  'redirect-ftp',
  'redirect-inside',
  'redirects',
  'redirects-too-many',
])('browser evidence of the visit "%s" has the shape of the report', (scene) => {
  expect(browserShape.safeParse(evidenceOf(scene).browser).error).toBeUndefined()
})

test.each<[Scene, string, string, number | null, string | null, boolean]>([
  ['assets', 'loaded', `${site}/assets`, 200, null, true],
  ['redirects', 'loaded', 'http://elsewhere.example.org/last', 200, null, true],
  ['download', 'download', `${site}/download`, 200, 'ERR_ABORTED', false],
  // Chrome loaded the proxy's own refusal: for the report the page failed, and its DOM is not the target's.
  ['moved-inside', 'failed', `${site}/moved`, 200, 'ERR_BLOCKED_BY_CLIENT', false],
  ['no-connection', 'failed', 'http://closed.example.org/', null, 'ERR_CONNECTION_REFUSED', false],
])('navigation of the visit "%s": %s', (scene, outcome, url, status, netError, hasDom) => {
  const { navigation, dom } = evidenceOf(scene).browser
  expect([navigation.outcome, navigation.url, navigation.main_status]).toEqual([
    outcome,
    url,
    status,
  ])
  expect([navigation.net_error, dom !== null]).toEqual([netError, hasDom])
})

test('console messages are listed errors first, fifty at most, with their totals and places', () => {
  const { browser: seen, truncated } = evidenceOf('complaints')
  const { messages, counts } = seen.console
  expect(counts).toEqual({ error: 63, warning: 1, exception: 2 })
  expect(messages).toHaveLength(50)
  expect(new Set(messages.map(({ level }) => level))).toEqual(new Set(['error']))
  expect(messages[2]).toMatchObject({
    source: 'console',
    text: 'error 0',
    url: `${site}/complaints`,
    line: 3,
    first_party: true,
  })
  expect(truncated['browser.console.messages']).toEqual({ kept: 50, total: 65 })
})

test('lists of a document that are longer than the report keeps are named as truncated', () => {
  const { snapshot } = readVisit('assets').observation
  if (snapshot === null) throw new TypeError('the page was captured')
  const urls = (total: number) =>
    Array.from({ length: total }, (_, n) => `https://other.example.org/${n}`)
  const changes = {
    pending: urls(21).map((url) => ({ url, type: 'fetch', ageMs: 1 }) as const),
    snapshot: {
      ...snapshot,
      brokenImages: urls(22).map((url) => ({ url, inViewport: true })),
      // The own scripts and repetitions of a page are not part of the list.
      scriptsWithoutIntegrity: [...urls(23), ...urls(1), `${site}/own.js`],
    },
  }
  const { browser: seen, truncated } = evidenceOf('assets', changes)
  expect(seen.navigation.pending).toHaveLength(20)
  expect(seen.dom?.images.broken).toHaveLength(20)
  expect(seen.dom?.scripts_without_integrity).toHaveLength(20)
  expect(truncated).toMatchObject({
    'browser.navigation.pending': { kept: 20, total: 21 },
    'browser.dom.images.broken': { kept: 20, total: 22 },
    'browser.dom.scripts_without_integrity': { kept: 20, total: 23 },
  })
  const { truncated: none } = evidenceOf('moved-inside', { snapshot: changes.snapshot })
  expect(Object.keys(none).filter((name) => name.startsWith('browser.dom'))).toEqual([])
})

test('uncaught exceptions, rejections and violations of the page policy are listed with their kind', () => {
  const { exceptions, csp_violations: violations } = evidenceOf('complaints').browser.console
  expect(exceptions.map(({ name, message, rejection }) => [name, message, rejection])).toEqual([
    ['TypeError', 'thrown', false],
    ['RangeError', 'rejected', true],
  ])
  expect(violations.map(({ directive, blocked_url: url, kind }) => [directive, url, kind])).toEqual(
    [
      ['img-src', `${site}/x.png`, 'url'],
      ['img-src', `${site}/y.png`, 'url'],
    ],
  )
})

test('dialogs and popups are reported, and broken images are those of the document', () => {
  const { navigation, dom } = evidenceOf('complaints').browser
  expect(navigation.dialogs).toEqual([{ type: 'alert', message: 'a dialog' }])
  expect(navigation.popups_blocked).toEqual([`${site}/popup`])
  expect(dom?.images.broken.map(({ url }) => url)).toEqual(['/x.png', '/y.png'])
})

test('a download that was refused is reported with its name', () => {
  expect(evidenceOf('download').browser.navigation.downloads_blocked).toEqual([
    { url: `${site}/download`, filename: 'a.zip' },
  ])
})

test('a page that never replies has no DOM and is reported as unresponsive', () => {
  const { navigation, dom } = evidenceOf('assets', { snapshot: null, unresponsive: true }).browser
  expect([navigation.unresponsive, dom]).toEqual([true, null])
})

test('requests that are open when the page is captured are pending, with their age', () => {
  const url = `${site}/good.js`
  const pending = [{ url, type: 'script', ageMs: 1_200 } as const]
  expect(evidenceOf('assets', { pending }).browser.navigation.pending).toEqual([
    { url, type: 'script', first_party: true, age_ms: 1_200, render_blocking: false },
  ])
})

test('lines that scripts have added are told from those of a long source in linear time', () => {
  const { snapshot } = readVisit('assets').observation
  if (snapshot === null) throw new TypeError('no document was recorded')
  const sent = 'a'.repeat(262_000)
  const remarks = Array.from({ length: 400 }, (_, n) => `a${n}7${sent.slice(0, 255)}`)
  const changes = { snapshot: { ...snapshot, title: 'Shop', remarks } }
  expect(cpuMsOf(() => evidenceOf('assets', changes, sent))).toBeLessThan(1_000)
})

describe('a message between the lines of a page with code', () => {
  const message = 'The site key is invalid. Please contact the site owner.'
  const { snapshot } = readVisit('assets').observation
  if (snapshot === null) throw new TypeError('no document was recorded')
  const changes = { snapshot: { ...snapshot, title: 'Shop', amongCode: [message] } }

  test.each<[string, string | null, string | undefined]>([
    ['is reported if a script has added it', 'A guide to widgets.', message],
    ['is judged with its page if it was sent', `A guide. ${message.toUpperCase()}`, undefined],
    ['is left alone if scripts made the page', null, undefined],
    ['is left alone in a source that is too long to look for it', 'a'.repeat(262_145), undefined],
  ])('%s', (_, sentText, reported) => {
    const { dom } = evidenceOf('assets', changes, sentText).browser
    expect(dom?.reported_failure?.text).toBe(reported)
  })
})

describe('a notice of a program', () => {
  const { snapshot } = readVisit('assets').observation
  if (snapshot === null) throw new TypeError('no document was recorded')
  const advice =
    'Please notify the administrator. Take note of any unsaved data, and click here or press ESC to continue.'

  const reported = (changes: Partial<typeof snapshot>, sentText: string | null = 'A shop.') =>
    evidenceOf('assets', { snapshot: { ...snapshot, title: 'Shop', ...changes } }, sentText).browser
      .dom?.reported_failure?.text

  test.each([
    ['Internal error', advice],
    ['Communication problem', 'Take note of any unsaved data, and click here to continue.'],
    ['Session expired', 'Please log in again.'],
    ['Server error', 'Please contact support.'],
    ['Connection lost', 'Tell your administrator.'],
    ['Interner Fehler', 'Bitte benachrichtigen Sie den Administrator.'],
    ['Erreur interne', 'Veuillez contacter l’administrateur.'],
  ])('that a script has added, or in an alert: %s', (head, text) => {
    expect(reported({ remarks: ['Books', head, text] })).toBe(head)
    expect(reported({ alerts: [`${head} ${text}`] })).toBe(`${head} ${text}`)
  })

  test.each([
    ['Server errors', 'Client errors'],
    ['Internal affairs', 'Contact the office.'],
    ['Session', 'Starts at ten in the main hall. Please contact the office.'],
    ['Unexpected error handling', 'Contact the administrator for access.'],
    ['Connection', 'Lost luggage? Contact support.'],
    ['Server error', 'The share of answers in the last hour.'],
  ])('is not: %s, %s', (head, text) => {
    expect(reported({ remarks: [head, text] })).toBeUndefined()
  })

  test('is judged with its page if it was sent', () => {
    const sent = `Guide. Internal error ${advice}`
    expect(reported({ remarks: ['Internal error', advice] }, sent)).toBeUndefined()
  })
})

describe('a heading that names a failure', () => {
  const { snapshot, requests } = readVisit('assets').observation
  const well = requests.filter(({ response, netError }) => {
    return netError === null && (response?.status ?? 0) < 400
  })
  const reported = (
    line: string,
    sent: string,
    changes: { listed?: string[]; of?: typeof requests },
  ) => {
    const { listed = [line], of = well } = changes
    const shown = { title: 'Repairs', remarks: [line], listed }
    const observation = { snapshot: snapshot && { ...snapshot, ...shown }, requests: of }
    return evidenceOf('assets', observation, sent).browser.dom?.reported_failure?.text
  }

  test.each([
    'Unable to load data',
    'Fehler beim Laden der Karte',
    'Impossible de charger la carte',
    'No se pudo cargar el mapa',
    'Impossibile caricare la mappa',
    'Nie udało się załadować mapy',
    'Не удалось загрузить карту',
    '읽기 실패: 불러오지 못했습니다',
  ])('is a topic beside others as it was sent, and a state otherwise: %s', (line) => {
    const sent = `What to tell us. ${line}. The screen stays dark.`
    expect(reported(line, sent, {})).toBeUndefined()
    expect(reported(line, sent, { listed: [] })).toBe(line)
    expect(reported(line, 'What to tell us.', {})).toBe(line)
    expect(reported(line, sent, { of: requests })).toBe(line)
  })
})

describe('what decides is reported before what does not', () => {
  const noise = (count: number) => Array.from({ length: count }, (_, n) => n)
  const complaint = readVisit('complaints').observation.exceptions[0]
  const request = readVisit('assets').observation.requests.find((one) =>
    one.url.endsWith('good.js'),
  )
  // Its URL sorts before that of the site.
  const foreign = 'http://aaa.example.net'

  test('an exception of the site after twenty of another', () => {
    if (complaint === undefined) throw new TypeError('the visit was recorded in another way')
    const exceptions = [
      ...noise(20).map((n) => ({ ...complaint, message: `${n}`, url: `${foreign}/a.js` })),
      { ...complaint, message: 'of the site', url: `${site}/good.js` },
    ]
    const { console } = evidenceOf('assets', { exceptions }).browser
    expect(console.exceptions).toHaveLength(20)
    expect(console.exceptions.at(-1)).toMatchObject({ message: 'of the site', first_party: true })
  })

  test('a failed file of the site behind fifty of another', () => {
    if (request === undefined) throw new TypeError('the visit was recorded in another way')
    const failed = { ...request, response: null, netError: 'ERR_CONNECTION_REFUSED' }
    const requests = [
      ...noise(50).map((n) => ({ ...failed, id: `n${n}`, url: `${foreign}/${n}.js` })),
      { ...failed, id: 'own', url: `${site}/own.js` },
    ]
    const { requests: seen } = evidenceOf('assets', { requests }).browser
    expect(seen.failed).toHaveLength(50)
    expect(seen.failed.map(({ url }) => url)).toContain(`${site}/own.js`)
  })
})
