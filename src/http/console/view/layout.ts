import { FORM_TOKEN } from '#http/console/access/form.ts'
import { consolePath } from '#http/console/access/paths.ts'
import type { Session } from '#http/console/access/sessions.ts'
import { html, type Markup } from '#report/html/markup.ts'

interface Page {
  readonly title: string
  readonly body: Markup
  /** Additional elements of the head, such as the script for live updates. */
  readonly head?: Markup
}

/** A complete page. */
export function layout({ title, body, head }: Page): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${consolePath}/icon.svg">
<link rel="stylesheet" href="${consolePath}/console.css">
${head ?? null}
</head>
<body>
${body}
</body>
</html>
`
}

/** A page with one message. */
export function notePage(title: string, text: Markup, head?: Markup): Markup {
  const body = html`<main class="note"><div class="card"><h1>${title}</h1>${text}</div></main>`
  return layout({ title: `${title} · urlwitness`, body, ...(head === undefined ? {} : { head }) })
}

interface Form {
  /** Path below that of the console. */
  readonly action: string
  readonly session: Session
  readonly hidden?: Readonly<Record<string, string>>
  readonly fields: Markup
}

/** A form that changes something. `autocomplete` is off, since browsers must not restore values of an earlier page. */
export function form({ action, session, hidden = {}, fields }: Form): Markup {
  const all = { [FORM_TOKEN]: session.formToken, ...hidden }
  return html`<form method="post" action="${consolePath}${action}" autocomplete="off">${Object.entries(
    all,
  ).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}${fields}</form>`
}

/** A section of the page. `live`: the script replaces it while the page is open. */
export function section(
  id: string,
  title: string,
  content: Markup,
  options: { readonly live: boolean } = { live: true },
): Markup {
  return html`<section id="${id}" aria-labelledby="${id}-title"${options.live ? html` data-live` : null}><h2 id="${id}-title">${title}</h2>
${content}</section>
`
}
