import { html, type Markup } from '#report/html/markup.ts'

/** One block of code; the script of the page adds a button that copies it. */
export function code(text: string | Markup, label: string): Markup {
  return html`<div class="code"><pre tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre></div>`
}

export interface Tab {
  readonly name: string
  readonly content: Markup
}

/**
 * Tabs that need no script: the checked radio button shows its panel. `sync`: the script of the page shows the tab of the same
 * name in every group with the same value.
 */
export function tabs(
  id: string,
  legend: string,
  all: readonly Tab[],
  sync: string | null = null,
): Markup {
  return html`<fieldset class="tabs"${sync === null ? null : html` data-sync="${sync}"`}><legend class="sr">${legend}</legend>
${all.map(
  ({ name }, at) =>
    html`<input type="radio" name="${id}" id="${id}-${at}" value="${name}"${at === 0 ? html` checked` : null}><label for="${id}-${at}">${name}</label>`,
)}
${all.map(({ name, content }) => html`<div class="panel" data-name="${name}">${content}</div>`)}</fieldset>`
}

/** A response as it is sent: status line, fields and body. */
export interface SentResponse {
  readonly status: string
  readonly fields: readonly (readonly [string, string])[]
  readonly body: unknown
}

/** The status line, the fields, and the body with line breaks. */
export function responseCode({ status, fields, body }: SentResponse, label: string): Markup {
  const lines = JSON.stringify(body, null, 2)
    .split('\n')
    .map((line) => {
      const [, space, key, rest] = /^(\s*)("(?:[^"\\]|\\.)*"):(.*)$/s.exec(line) ?? []
      return key === undefined ? html`${line}\n` : html`${space ?? ''}<b>${key}</b>:${rest ?? ''}\n`
    })
  return code(
    html`<i>HTTP/1.1 ${status}\n${fields.map(([name, value]) => html`${name}: ${value}\n`)}</i>\n${lines}`,
    label,
  )
}
