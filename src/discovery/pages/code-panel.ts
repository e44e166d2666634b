import { html, type Markup } from '#report/html/markup.ts'

/** One block of code; the script of the page adds a button that copies it. */
export function codePanel(text: string | Markup, label: string): Markup {
  return html`<div class="code"><pre tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre></div>`
}

export interface Tab {
  readonly name: string
  readonly content: Markup
}

/**
 * Tabs that need no script: the checked radio button shows its panel. `syncGroup`: the script of the page shows the tab of the same
 * name in every group with the same value.
 */
export function tabs(
  id: string,
  legend: string,
  contents: readonly Tab[],
  syncGroup: string | null = null,
): Markup {
  return html`<fieldset class="tabs"${syncGroup === null ? null : html` data-sync="${syncGroup}"`}><legend class="sr">${legend}</legend>
${contents.map(
  ({ name }, index) =>
    html`<input type="radio" name="${id}" id="${id}-${index}" value="${name}"${index === 0 ? html` checked` : null}><label for="${id}-${index}">${name}</label>`,
)}
${contents.map(({ name, content }) => html`<div class="panel" data-name="${name}">${content}</div>`)}</fieldset>`
}

/** A response as it is sent: status line, fields and body. */
export interface ExampleResponse {
  readonly status: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: unknown
}

/** The status line, the fields, and the body with line breaks. */
export function responsePanel({ status, headers, body }: ExampleResponse, label: string): Markup {
  const lines = JSON.stringify(body, null, 2)
    .split('\n')
    .map((line) => {
      const [, indent, key, valueText] = /^(\s*)("(?:[^"\\]|\\.)*"):(.*)$/s.exec(line) ?? []
      return key === undefined
        ? html`${line}\n`
        : html`${indent ?? ''}<b>${key}</b>:${valueText ?? ''}\n`
    })
  return codePanel(
    html`<i>HTTP/1.1 ${status}\n${headers.map(([name, value]) => html`${name}: ${value}\n`)}</i>\n${lines}`,
    label,
  )
}
