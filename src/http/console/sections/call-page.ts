import { consolePath } from '#http/console/access/paths.ts'
import type { Notice, Session } from '#http/console/access/sessions.ts'
import type { ConsoleContext } from '#http/console/context.ts'
import { form, layout } from '#http/console/view/layout.ts'
import { table } from '#http/console/view/table.ts'
import { duration, time } from '#http/console/view/text.ts'
import { neverFrom } from '#job/reconcile/manual-resolution.ts'
import type { LedgerDetail } from '#payment/ledger/ledger-view.ts'
import { atomicToUsd } from '#payment/terms.ts'
import { html, type Markup } from '#report/html/markup.ts'
import { noticeOf } from './main-page.ts'

/** All details of one call, with the forms that resolve an unknown one by hand. */
export function callPage(
  detail: LedgerDetail,
  notice: Notice | null,
  session: Session,
  context: ConsoleContext,
): Markup {
  const { entry, transitions, receipt } = detail
  const job = context.recentJob(entry.jobId)
  const found = entry.result?.found ?? null
  const facts: readonly (readonly [string, Markup | string | null])[] = [
    ['State', html`<span class="state ${entry.state}">${entry.state}</span>`],
    ['Why', entry.reason],
    ['Target', job?.url ?? entry.result?.host ?? null],
    ['Title', job?.words?.title ?? null],
    ['Console', job?.words?.complaint ?? null],
    ['Verdict', job?.resultStatus ?? found?.verdict ?? null],
    ['Findings', found === null ? null : found.findings.join(', ') || 'none'],
    ['Job took', found === null ? null : duration(found.durationMs)],
    ['Price', `${atomicToUsd(entry.amountAtomic)} USD (${entry.amountAtomic} atomic)`],
    ['Payer', entry.key.payer],
    ['Paid to', entry.payTo],
    ['Network', entry.key.network],
    ['Asset', entry.key.asset],
    ['Nonce', entry.key.nonce],
    ['Transaction', entry.transaction],
    ['Valid before', validBefore(entry.validBefore)],
    ['Job', entry.jobId],
    ['Receipt', receipt],
  ]
  const body = html`<main>
<p><a href="${consolePath}">← Console</a></p>
<h1>${entry.tool}, ${time(entry.reservedAt)}</h1>
${noticeOf(notice)}
${entry.state === 'unknown' ? resolveForms(detail, session, context) : null}
<section aria-label="The call"><div class="card"><dl>${facts
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => html`<dt>${name}</dt><dd class="mono">${value}</dd>`)}</dl></div>
<div class="card">${table(
    'State changes',
    [{ title: 'Time' }, { title: 'From' }, { title: 'To' }, { title: 'Why' }],
    transitions.map(({ from, to, at, reason }) => [time(at), from, to, reason]),
  )}</div></section>
</main>`
  return layout({ title: `${entry.tool} ${entry.jobId} · urlwitness`, body })
}

function resolveForms(
  { entry, search }: LedgerDetail,
  session: Session,
  { clock }: ConsoleContext,
): Markup {
  const hidden = { job: entry.jobId }
  const from = neverFrom(entry)
  const expired = clock.now() >= from
  const lookups =
    search === null
      ? null
      : html`<p>Looked up ${search.attempts} times${search.lastTriedAt === null ? null : html`, last at ${time(search.lastTriedAt)}`}${search.lastDetail === null ? null : html`: <b>${search.lastDetail}</b>`}.</p>`
  return html`<section aria-labelledby="resolve-title"><h2 id="resolve-title">The settlement outcome is unknown</h2>
<div class="card banner REVIEW">${lookups}
${form({ action: '/ask-again', session, hidden, fields: html`<button type="submit">Look up now</button>` })}</div>
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
      : html`<p class="muted">It can be marked as never paid only after the authorization has expired${Number.isFinite(from) ? html` (${time(from)})` : ', which this one never does'}: until then it can still be sent to the chain.</p>`
  }</div></div></div></section>`
}

function validBefore(seconds: bigint): Markup | string {
  return seconds < 8_640_000_000_000n ? time(Number(seconds) * 1_000) : String(seconds)
}
