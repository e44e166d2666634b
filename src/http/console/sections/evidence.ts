import { consolePath } from '#http/console/access/paths.ts'
import type { Session } from '#http/console/access/sessions.ts'
import type { ConsoleContext, ScreenshotThumbnail } from '#http/console/context.ts'
import { section } from '#http/console/view/layout.ts'
import { time } from '#http/console/view/text.ts'
import { html, type Markup } from '#report/html/markup.ts'

/** Limit of the thumbnails on the page: they are the full files, of up to two megabytes each. */
export const MAX_SHOWN = 12
/** Limit of the screenshots among which that of a call is looked up: more than fit into the default quota. */
export const MAX_SCREENSHOTS = 2_000

/** The section of the screenshots that have not expired. Each session uses different handles, and never the secret ids. */
export function evidenceSection(
  screenshots: readonly ScreenshotThumbnail[],
  session: Session,
  context: ConsoleContext,
): Markup {
  const shown = screenshots.slice(0, MAX_SHOWN)
  return section(
    'evidence',
    'Screenshots',
    shown.length === 0
      ? html`<p class="card muted">There are no screenshots now.</p>`
      : html`<ul class="screenshots">${shown.map((screenshot) => thumbnail(screenshot, session, context))}</ul>
<p class="muted">${shown.length < screenshots.length ? `The latest ${shown.length}; a call shows its own. ` : ''}Each shows a third-party page, and links to its call.</p>`,
  )
}

function thumbnail(
  screenshot: ScreenshotThumbnail,
  session: Session,
  { recentJob }: ConsoleContext,
): Markup {
  const { jobId, createdAt, expiresAt } = screenshot
  const job = recentJob(jobId)
  const title = job?.texts?.title ?? job?.url ?? `job ${jobId}`
  return html`<li class="card"><a href="${consolePath}/calls/${encodeURIComponent(jobId)}">${screenshotImage(screenshot, session, title)}
<span class="title">${title}</span></a><p class="muted">${time(createdAt)}<br>until ${time(expiresAt)}</p></li>`
}

/** The whole screenshot as an image, in its original proportions. */
export function screenshotImage(
  { name }: ScreenshotThumbnail,
  session: Session,
  title: string,
): Markup {
  return html`<img src="${consolePath}/screenshots/${session.handleOf(name)}" alt="Screenshot: ${title}" loading="lazy" decoding="async">`
}
