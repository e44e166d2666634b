import { consolePath } from '#http/console/access/paths.ts'
import type { Session } from '#http/console/access/sessions.ts'
import type { ConsoleContext, ScreenshotThumbnail } from '#http/console/context.ts'
import { section } from '#http/console/view/layout.ts'
import { time } from '#http/console/view/text.ts'
import { html, type Markup } from '#report/html/markup.ts'

/** Each is up to two megabytes, and shown whole when it is opened. */
export const MOST_SCREENSHOTS = 24

/** What is still alive of the screenshots. A picture has another name in each session, and its secret id in none. */
export function evidenceSection(
  pictures: readonly ScreenshotThumbnail[],
  session: Session,
  context: ConsoleContext,
): Markup {
  if (pictures.length === 0) {
    return section(
      'evidence',
      'Evidence',
      html`<p class="card muted">No screenshot is kept now.</p>`,
    )
  }
  return section(
    'evidence',
    'Evidence',
    html`<ul class="pictures">${pictures.map((picture) => thumbnail(picture, session, context))}</ul>
<p class="muted">The latest, as long as they are kept. The pages in them are strangers'.</p>`,
  )
}

function thumbnail(
  { name, jobId, createdAt, expiresAt }: ScreenshotThumbnail,
  session: Session,
  { watched }: ConsoleContext,
): Markup {
  const job = watched(jobId)
  const title = job?.words?.title ?? job?.url ?? `job ${jobId}`
  const path = `${consolePath}/pictures/${session.handleOf(name)}`
  return html`<li class="card"><a href="${path}"><img src="${path}" alt="Screenshot: ${title}" loading="lazy" decoding="async"></a>
<p class="cut">${title}</p><p class="muted">${time(createdAt)}<br>until ${time(expiresAt)}</p></li>`
}
