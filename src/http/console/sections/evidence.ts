import { consolePath } from '#http/console/access/paths.ts'
import type { Session } from '#http/console/access/sessions.ts'
import type { ConsoleContext, ScreenshotThumbnail } from '#http/console/context.ts'
import { section } from '#http/console/view/layout.ts'
import { time } from '#http/console/view/text.ts'
import { html, type Markup } from '#report/html/markup.ts'

/** Each is up to two megabytes, and the thumbnails are the full files. */
export const MOST_SCREENSHOTS = 24

/** Screenshots that have not expired. Each session uses different handles, and never the secret ids. */
export function evidenceSection(
  screenshots: readonly ScreenshotThumbnail[],
  session: Session,
  context: ConsoleContext,
): Markup {
  if (screenshots.length === 0) {
    return section(
      'evidence',
      'Evidence',
      html`<p class="card muted">There are no screenshots now.</p>`,
    )
  }
  return section(
    'evidence',
    'Evidence',
    html`<ul class="pictures">${screenshots.map((one) => thumbnail(one, session, context))}</ul>
<p class="muted">The latest screenshots until they expire. They show third-party pages.</p>`,
  )
}

function thumbnail(
  { name, jobId, createdAt, expiresAt }: ScreenshotThumbnail,
  session: Session,
  { recentJob }: ConsoleContext,
): Markup {
  const job = recentJob(jobId)
  const title = job?.words?.title ?? job?.url ?? `job ${jobId}`
  const path = `${consolePath}/pictures/${session.handleOf(name)}`
  return html`<li class="card"><a href="${path}"><img src="${path}" alt="Screenshot: ${title}" loading="lazy" decoding="async"></a>
<p class="cut">${title}</p><p class="muted">${time(createdAt)}<br>until ${time(expiresAt)}</p></li>`
}
