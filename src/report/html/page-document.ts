import type { Check } from '#findings/checks/checks.ts'
import { valueAt } from '#report/json-pointer.ts'
import type { PublicJwk } from '#report/public-keys.ts'
import type { Report } from '#report/schema.ts'
import { evidenceTables, factList, timeText } from './evidence-tables.ts'
import { findingsSection, severityCounts } from './finding-cards.ts'
import { html, type Markup } from './markup.ts'
import { proofLine, proofScriptElement, proofSection } from './proof-section.ts'
import { reportParts } from './report-json.ts'
import { styles } from './styles.ts'

/** What a page shows beside its report. */
export interface PageContent {
  /** The report as it was sent: with its proof, byte for byte. */
  readonly text: string
  /** Keys of the service, for the check of the signature. */
  readonly keys: readonly PublicJwk[]
  /** URL for downloading the JSON; null for a page that has none. */
  readonly jsonUrl: string | null
  /** Its Content-Security-Policy. */
  readonly policy: string
  /** The script that checks the proof. */
  readonly script: string
}

/**
 * The page of a report (`reportPage`). The same arguments give the same page: its script makes it again in the browser of
 * the reader, and compares. `screenshot`: its URL; null without one.
 */
export function pageDocument(
  report: Report,
  screenshot: string | null,
  { text, keys, jsonUrl, policy, script }: PageContent,
): string {
  const title = `${report.result_status}: ${report.final_url}`
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${{ markup: styles }}</style>
</head>
<body class="report">
<a class="skip" href="#main">Skip to the content</a>
<main id="main">
${pageHeader(report, screenshot, jsonUrl)}
${findingsSection(report)}
${checksSection(report)}
${evidenceTables(report)}
${aboutSection(report)}
${proofSection(report, keys)}
${jsonSection(text, report)}
</main>
<footer class="foot muted">One observation from one location. It covers the implemented checks only and guarantees nothing beyond them.</footer>
${proofScriptElement(report, script)}</body>
</html>
`
  return page.markup
}

function pageHeader(report: Report, screenshot: string | null, jsonUrl: string | null): Markup {
  const figure = screenshotFigure(report, screenshot)
  return html`<div class="${figure === null ? 'head' : 'head with-shot'}">
${banner(report, jsonUrl)}
${figure}
</div>`
}

/** The verdict in one sentence, the URL, and the counts of findings and checks. */
function banner(report: Report, jsonUrl: string | null): Markup {
  const { result_status: verdict, summary, final_url: url, requested_url: requested } = report
  const sentence = summary.startsWith(`${verdict}: `)
    ? html`<span class="verdict">${verdict}</span>: ${summary.slice(verdict.length + 2)}`
    : html`${summary}`
  return html`<header class="card banner ${verdict}">
<h1 class="summary">${sentence}</h1>
<p class="address mono">${url}</p>
${requested === url ? null : html`<p class="small muted">requested as <span class="mono">${requested}</span></p>`}
${severityCounts(report)}
${coverageLine(report)}
<p class="small muted"><span class="mono">${report.tool}</span> · <time datetime="${report.checked_at}">${timeText(report.checked_at)}</time> · ${report.duration_ms} ms · location ${report.vantage.label}</p>
${proofLine(report)}
${jsonUrl === null ? null : html`<p class="actions"><a href="${jsonUrl}" download="report.json">Download the JSON</a></p>`}
</header>`
}

function coverageLine({ checks: allChecks }: Report): Markup {
  const outcomes = allChecks.map(displayOutcome)
  const parts = shownOutcomes.flatMap((outcome) => {
    const count = outcomes.filter((outcomeWord) => outcomeWord === outcome).length
    return count === 0 ? [] : [`${count} ${outcomeText(outcome)}`]
  })
  return html`<p class="small muted">${allChecks.length} checks: ${parts.join(', ')}</p>`
}

const shownOutcomes = [
  'passed',
  'advice',
  'failed',
  'inconclusive',
  'skipped',
  'not_applicable',
] as const

function outcomeText(outcome: ShownOutcome): string {
  return outcome === 'advice' ? 'with advice' : outcome.replace('_', ' ')
}

function screenshotFigure({ screenshot, browser }: Report, source: string | null): Markup | null {
  if (screenshot === null) return null
  const { width, height, clipped, captured_at: capturedAt } = screenshot
  const title = browser?.dom?.title || 'a page without a title'
  return html`<figure class="card shot" id="screenshot">${
    source === null
      ? html`<p class="muted gone">The screenshot is no longer available, or was not provided.</p>`
      : html`<div class="frame" tabindex="0" role="region" aria-label="Screenshot"><img id="screenshot-image" src="${source}" width="${width}" height="${height}" alt="Screenshot of ${title}"></div>`
  }<figcaption>${width} × ${height} px, ${timeText(capturedAt)}${clipped ? ', the page continues below' : ''}</figcaption></figure>`
}

/** Checks that failed or have no result are shown; those that passed are folded. */
function checksSection({ checks: allChecks }: Report): Markup {
  const isUnremarkable = ({ outcome, codes }: Check) =>
    outcome === 'not_applicable' || (outcome === 'passed' && codes.length === 0)
  const shownChecks = allChecks.filter((check) => !isUnremarkable(check))
  const collapsedChecks = allChecks.filter(isUnremarkable)
  const passed = collapsedChecks.filter((check) => check.outcome === 'passed').length
  const counts = [
    [passed, 'passed without notes'],
    [collapsedChecks.length - passed, 'not applicable'],
  ].flatMap(([count, text]) => (count === 0 ? [] : [`${count} ${text}`]))
  return html`<section aria-labelledby="checks"><h2 id="checks">Checks</h2>
<div class="card"><ul class="checks">${shownChecks.map(checkLine)}</ul>
${
  collapsedChecks.length === 0
    ? null
    : html`<details><summary>${counts.join(', ')}</summary><ul class="checks">${collapsedChecks.map(checkLine)}</ul></details>`
}</div></section>
`
}

type ShownOutcome = Check['outcome'] | 'advice'

/** A check that passed with a note says so: `passed` alone would contradict the note. */
function displayOutcome({ outcome, codes }: Check): ShownOutcome {
  return outcome === 'passed' && codes.length > 0 ? 'advice' : outcome
}

function checkLine(check: Check): Markup {
  const { id, reason, codes, required } = check
  const outcomeWord = displayOutcome(check)
  return html`<li><span class="outcome ${outcomeWord}">${outcomeWord.replace('_', ' ')}</span> <b>${id}</b> <span class="muted">${required ? 'required' : ''}</span> <span class="small">${codes.map((code) => html`<a class="mono" href="#${code}">${code}</a> `)}${reason === null ? null : html`<span class="muted">${reasonText(reason)}</span>`}</span></li>`
}

/** `after_dns` as a sentence: the page has no room to explain the form of the JSON. */
function reasonText(reason: string): string {
  const [, blocker] = /^after_(.+)$/.exec(reason) ?? []
  return blocker === undefined ? reason.replaceAll('_', ' ') : `because ${blocker} did not pass`
}

function aboutSection(report: Report): Markup {
  const shortenedLists = Object.entries(report.truncated).map(
    ([list, { kept, total }]) => `${list}: ${kept} of ${total}`,
  )
  return html`<section><h2>About this report</h2>
${factList([
  ['Requested', report.requested_url],
  ['Job', report.job_id],
  ['Limits reached', report.limits_hit.join(', ')],
  ['Shortened lists', shortenedLists.join(', ')],
  ['User agent', report.vantage.user_agent],
  ['Rules', `${report.ruleset_version}, schema ${report.schema_version}`],
])}</section>
`
}

function jsonSection(text: string, report: Report): Markup {
  const anchors = [...report.findings, ...report.notes].flatMap(({ evidence }) => evidence)
  const existing = anchors.filter((pointer) => valueAt(report, pointer) !== undefined)
  return html`<section aria-labelledby="json"><h2 id="json">The whole report as JSON</h2>
<div class="card parts">${reportParts(text, existing)}</div></section>
`
}
