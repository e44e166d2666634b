import { ruleBook } from '#findings/rule-book.ts'
import { consolePath } from '#http/console/access/paths.ts'
import type { Notice, Session } from '#http/console/access/sessions.ts'
import type { ConsoleContext, ScreenshotThumbnail } from '#http/console/context.ts'
import { form, layout } from '#http/console/view/layout.ts'
import { duration, time } from '#http/console/view/text.ts'
import { expiresAtMs } from '#job/reconcile/manual-resolution.ts'
import type { JobFindings } from '#payment/ledger/ledger.ts'
import type { LedgerDetail } from '#payment/ledger/ledger-view.ts'
import { atomicToUsd } from '#payment/terms.ts'
import { html, type Markup } from '#report/html/markup.ts'
import { screenshotImage } from './evidence.ts'
import { noticeOf } from './main-page.ts'

interface CallPageData {
  readonly detail: LedgerDetail
  /** Null once it has expired, and for a tool without one. */
  readonly screenshot: ScreenshotThumbnail | null
  readonly session: Session
  readonly notice: Notice | null
}

/** The page of one call: findings, screenshot, timeline of its states, all facts, and the forms that resolve an unknown call. */
export function callPage(data: CallPageData, context: ConsoleContext): Markup {
  const { detail, screenshot, session, notice } = data
  const { entry } = detail
  const job = context.recentJob(entry.jobId)
  const verdict = job?.resultStatus ?? entry.result?.found?.verdict ?? null
  const target = job?.url ?? entry.result?.host ?? 'target not stored'
  const body = html`<main>
<p><a href="${consolePath}">← Console</a></p>
<h1 class="mono">${target}</h1>
<p>${verdict === null ? null : html`<span class="tag ${verdict}">${verdict}</span> · `}<span class="state ${entry.state}">${entry.state}</span> · ${entry.tool} · ${atomicToUsd(entry.amountAtomic)} USD · ${time(entry.reservedAt)}</p>
${noticeOf(notice)}
${entry.state === 'unknown' ? resolveForms(detail, session, context) : null}
<div class="tiles">${findings(entry.result?.found ?? null)}${
    screenshot === null
      ? null
      : html`<section aria-labelledby="screenshot-title"><h2 id="screenshot-title">Screenshot</h2><div class="card">${screenshotImage(screenshot, session, job?.texts?.title ?? target)}<p class="muted">until ${time(screenshot.expiresAt)}</p></div></section>`
  }</div>
${timeline(detail)}
<section aria-labelledby="facts-title"><h2 id="facts-title">Facts</h2><div class="card"><dl>${factsOf(
    detail,
    context,
  )
    .filter(([, value]) => value !== null && value !== '')
    .map(
      ([name, value]) => html`<dt>${name}</dt><dd class="mono">${value}</dd>`,
    )}</dl></div></section>
</main>`
  return layout({ title: `${entry.tool} ${entry.jobId} · urlwitness`, body })
}

/** The finding codes with their remedies. A code of another version is shown by its name only. */
function findings(found: JobFindings | null): Markup {
  const codes = found?.findings ?? []
  const rules = codes.map((code) => ({
    code,
    rule: ruleBook.find((candidate) => candidate.code === code),
  }))
  const none =
    found === null ? 'Not known: the job made no report, or its details were deleted.' : 'None.'
  return html`<section aria-labelledby="findings-title"><h2 id="findings-title">Findings</h2>${
    rules.length === 0
      ? html`<p class="card muted">${none}</p>`
      : html`<ul class="tasks">${rules.map(
          ({ code, rule }) =>
            html`<li class="card banner ${rule?.effect ?? 'NONE'}"><p><span class="mono">${code}</span> <span class="tag">${rule?.severity ?? ''}</span></p>${rule === undefined ? null : html`<p>Reported when ${rule.when}.</p><p class="muted">→ ${rule.remediation}</p>`}</li>`,
        )}</ul>`
  }</section>`
}

/** Each state with its time and the duration of the state before it. */
function timeline({ transitions }: LedgerDetail): Markup {
  return html`<section aria-labelledby="timeline-title"><h2 id="timeline-title">Timeline</h2><div class="card"><ol class="timeline" aria-label="State changes">${transitions.map(
    ({ to, at, reason }, index) => {
      const before = transitions[index - 1]
      return html`<li><span class="state ${to}">${to}</span> ${time(at)}${before === undefined ? null : html` <span class="muted">after ${duration(Math.max(0, at - before.at))}</span>`}${reason === null ? null : html`<br><span class="muted">${reason}</span>`}</li>`
    },
  )}</ol></div></section>`
}

type Fact = readonly [string, Markup | string | null]

function factsOf({ entry, receipt }: LedgerDetail, context: ConsoleContext): readonly Fact[] {
  const job = context.recentJob(entry.jobId)
  const found = entry.result?.found ?? null
  return [
    ['Why', entry.reason],
    ['Target', job?.url ?? entry.result?.host ?? null],
    ['Title', job?.texts?.title ?? null],
    ['Console', job?.texts?.firstError ?? null],
    ['Job took', found === null ? null : duration(found.durationMs)],
    ['Price', `${atomicToUsd(entry.amountAtomic)} USD (${entry.amountAtomic} atomic units)`],
    ['Payer', entry.key.payer],
    ['Paid to', entry.payTo],
    ['Network', entry.key.network],
    ['Asset', entry.key.asset],
    ['Nonce', entry.key.nonce],
    ['Transaction', transaction(entry, context)],
    ['Valid before', validBefore(entry.validBefore)],
    ['Job', entry.jobId],
    ['Receipt', receipt],
  ]
}

/** Block explorers by network (CAIP-2). */
const explorers: Readonly<Record<string, string>> = {
  'eip155:8453': 'https://basescan.org/tx/',
  'eip155:84532': 'https://sepolia.basescan.org/tx/',
}

function transaction(
  { transaction: hash, key }: LedgerDetail['entry'],
  { settings }: ConsoleContext,
): Markup | null {
  if (hash === null) return null
  if (settings().mode === 'sandbox') return html`${hash} (simulated, on no chain)`
  const explorer = explorers[key.network]
  if (explorer === undefined || !/^0x[0-9a-f]{64}$/i.test(hash)) return html`${hash}`
  return html`${hash}<br><a href="${explorer}${hash}" rel="noreferrer noopener">View it in a block explorer</a>`
}

function resolveForms(
  { entry, search }: LedgerDetail,
  session: Session,
  { clock }: ConsoleContext,
): Markup {
  const hidden = { job: entry.jobId }
  const expiresAt = expiresAtMs(entry)
  const expired = clock.now() >= expiresAt
  const lookups =
    search === null
      ? null
      : html`<p>Looked up ${search.attempts} times${search.lastTriedAt === null ? null : html`, last at ${time(search.lastTriedAt)}`}${search.lastDetail === null ? null : html`: <b>${search.lastDetail}</b>`}.</p>`
  return html`<section aria-labelledby="resolve-title"><h2 id="resolve-title">The settlement outcome is unknown</h2>
<div class="card banner REVIEW">${lookups}
${form({ action: '/reconcile', session, hidden, fields: html`<button type="submit">Look up now</button>` })}</div>
<div class="card"><h3>Resolve by hand</h3>
<p>First look up the payer's nonce on the chain (<span class="mono">AuthorizationUsed</span> of the asset). Your decision is final, and the authorization stays consumed either way.</p>
<div class="tiles">
<div>${form({
    action: '/resolve',
    session,
    hidden: { ...hidden, verdict: 'paid' },
    fields: html`<label for="transaction">It was paid in this transaction</label><input id="transaction" name="transaction" class="mono" required pattern="0x[0-9a-fA-F]{64}" maxlength="66" placeholder="0x…" spellcheck="false"><button type="submit">Mark as settled</button>`,
  })}</div>
<div>${
    expired
      ? form({
          action: '/resolve',
          session,
          hidden: { ...hidden, verdict: 'never' },
          fields: html`<label><input type="checkbox" name="sure" value="yes" required> It was never paid: the nonce is not used on the chain, and the authorization has expired</label><button type="submit">Mark as refused</button>`,
        })
      : html`<p class="muted">It can be marked as never paid only after the authorization has expired${Number.isFinite(expiresAt) ? html` (${time(expiresAt)})` : ', which this one never does'}: until then it can still be sent to the chain.</p>`
  }</div></div></div></section>`
}

function validBefore(seconds: bigint): Markup | string {
  return seconds < 8_640_000_000_000n ? time(Number(seconds) * 1_000) : String(seconds)
}
