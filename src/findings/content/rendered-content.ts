import type { Evidence } from '#evidence/evidence.ts'
import { isAboutValues } from '#evidence/signature-limits.ts'
import type { Rule } from '#findings/rule/rule.ts'

const htmlTypes = ['text/html', 'application/xhtml+xml']

/** Rules about the content as a browser renders it. */
export const browserContentRules: readonly Rule[] = [
  {
    code: 'CONTENT_NOT_HTML',
    layer: 'content',
    severity: 'low',
    effect: 'REVIEW',
    tools: 'RV',
    remediation: 'Use probe_url for APIs and files.',
    when: (evidence) => {
      const { http, content } = evidence
      if (!isSuccess(evidence) || isDownload(evidence)) return null
      const isHtml =
        http.media_type === null
          ? content === null || content.kind === 'html' || content.kind === 'empty'
          : htmlTypes.includes(http.media_type)
      if (isHtml) return null
      return {
        message: shownTypes.test(http.media_type ?? '')
          ? 'The content is not HTML: browsers show it as a file of its own, such as a drawing or a feed.'
          : 'The content is not HTML: there is no page to render.',
        // Browsers show plain text as it is; a health check endpoint is meant for programs.
        ...(http.media_type === 'text/plain' || content?.signature_match?.kind === 'health'
          ? { effect: 'NONE' as const, severity: 'info' as const }
          : {}),
        observed: { media_type: http.media_type, kind: content?.kind ?? null },
        expected: { media_type: htmlTypes },
        evidence: ['/http/media_type', '/content/kind'],
      }
    },
  },
  {
    code: 'CONTENT_DOWNLOAD',
    layer: 'content',
    severity: 'low',
    effect: 'REVIEW',
    tools: 'RV',
    remediation:
      'Use probe_url for files; for a page, send text/html without Content-Disposition, and let the server execute its source.',
    when: (evidence) => {
      if (!isDownload(evidence)) return null
      const isProgram = programTypes.test(evidence.http.media_type ?? '')
      return {
        message: isProgram
          ? 'The server sent the source code of the page as a download, without executing it.'
          : 'The response is a download, not a page.',
        observed: { outcome: evidence.browser?.navigation.outcome ?? null },
        expected: { outcome: 'loaded' },
        evidence: ['/browser/navigation/outcome', '/http/headers'],
        ...(isProgram ? { effect: 'ISSUE' as const, severity: 'high' as const } : {}),
      }
    },
  },
  {
    code: 'CONTENT_TEMPLATE_TITLE',
    layer: 'content',
    severity: 'low',
    effect: 'NONE',
    tools: 'RV',
    remediation: 'Set a title.',
    when: (evidence) => {
      const title = evidence.browser?.dom?.title.trim().toLowerCase()
      if (title === undefined || !isSuccess(evidence) || evidence.content?.kind !== 'html') {
        return null
      }
      if (title !== '' && !templateTitles.has(title)) return null
      const description = evidence.content?.meta_description?.trim().toLowerCase() ?? ''
      // An author may choose such a title, but not the description of the template with it.
      const isUntouched = title !== '' && templateDescriptions.has(description)
      return {
        message:
          title === '' ? 'The page has no title.' : 'The title is the default of a template.',
        observed: { missing: title === '' },
        evidence: ['/browser/dom/title', ...(isUntouched ? ['/content/meta_description'] : [])],
        ...(isUntouched ? { effect: 'REVIEW' as const } : {}),
      }
    },
  },
  {
    code: 'CONTENT_UNRENDERED_TEMPLATE',
    layer: 'content',
    severity: 'low',
    effect: 'NONE',
    tools: 'RV',
    remediation: 'Check the template and the data that fills it.',
    when: ({ browser, http }) => {
      const seen = browser?.dom?.unrendered
      // An empty list or a number is data where JSON is declared.
      if (isOnlyValue(browser?.dom ?? null) && !/\bjson$/.test(http.media_type ?? '')) {
        return {
          message: 'The page shows a raw value (such as NaN or null) instead of content.',
          observed: { text: browser?.dom?.text_excerpt ?? '' },
          evidence: ['/browser/dom/text_excerpt'],
          effect: 'ISSUE' as const,
        }
      }
      if (!seen || Object.values(seen).every((count) => count === 0)) return null
      // Changelogs name the values that were fixed, and some things are named after such values.
      const { title = '', text_excerpt: text = '' } = browser?.dom ?? {}
      const isMeant =
        /\b(?:change ?log|release notes|what['\u2019]s new|version history|bug ?fixes|known issues|undefined|null|nan)\b/i.test(
          title,
        ) || isAboutValues(`${title} ${text}`)
      return {
        message:
          'Visible text looks like an unfilled template, or like a template that was filled with a missing value.',
        observed: { ...seen },
        evidence: ['/browser/dom/unrendered'],
        // A failed value inside a sentence is in a text for visitors; the others also occur in tutorials.
        ...(isMeant || seen.object_object + seen.failed_value === 0
          ? {}
          : { effect: seen.failed_value > 1 ? ('ISSUE' as const) : ('REVIEW' as const) }),
      }
    },
  },
]

/** Media types that browsers show without a page: images, films, and XML such as drawings and feeds. */
const shownTypes = /^(?:image|video|audio)\/|[/+]xml$/

/** The only text of the page is a value that a script writes when it has no data. */
function isOnlyValue(dom: NonNullable<Evidence['browser']>['dom']): boolean {
  return (
    dom?.visible_media === 0 &&
    /^(?:undefined|null|nil|None|NaN|true|false|0|-1|\[\]|\{\}|Array|\[object \w{1,20}\])$/.test(
      dom.text_excerpt.trim(),
    )
  )
}

/** Default titles of project generators: Vite, Create React App, editors, Next.js, Nuxt, Vue CLI, v0, Lovable. */
const templateTitles = new Set([
  'vite app',
  'vite + react',
  'vite + react + ts',
  'vite + vue',
  'vite + vue + ts',
  'react app',
  'create next app',
  'welcome to nuxt!',
  'vue app',
  'document',
  'untitled',
  'v0 app',
  'lovable app',
])

/** Default descriptions of the same generators: Next.js, Create React App, v0, Lovable. */
const templateDescriptions = new Set([
  'generated by create next app',
  'web site created using create-react-app',
  'created with v0',
  'lovable generated project',
])

function isSuccess({ http }: Evidence): boolean {
  return http.status !== null && http.status >= 200 && http.status < 300 && http.status !== 204
}

function isDownload(evidence: Evidence): boolean {
  if (evidence.browser === null) return false
  if (evidence.browser.navigation.outcome === 'download') return true
  return (
    isSuccess(evidence) &&
    evidence.http.headers.some(
      ([name, value]) => name === 'content-disposition' && /^\s*attachment\s*(?:;|$)/i.test(value),
    )
  )
}

/** Media types of programs that the server should execute. */
const programTypes = /^(?:application|text)\/x-(?:httpd-)?(?:php|cgi|perl|python)\d*$/
