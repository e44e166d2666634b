import { html, type Markup } from '#report/html/markup.ts'

export type Cell = Markup | string | number | null

export interface Column {
  readonly title: string
  readonly right?: boolean
}

/** A table that scrolls sideways on a phone, also by keyboard. `calls`: on a phone each row is a block instead. */
export function table(
  caption: string,
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  kind: 'calls' | 'plain' = 'plain',
): Markup {
  const classOf = (at: number) => (columns[at]?.right === true ? 'n' : '')
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table class="${kind}"><caption class="muted">${caption}</caption><thead><tr>${columns.map(
    ({ title }, at) => html`<th scope="col" class="${classOf(at)}">${title}</th>`,
  )}</tr></thead><tbody>${rows.map(
    (cells) =>
      html`<tr>${cells.map((cell, at) => html`<td class="${classOf(at)}" data-title="${columns[at]?.title ?? ''}">${cell ?? '–'}</td>`)}</tr>`,
  )}</tbody></table></div>`
}
