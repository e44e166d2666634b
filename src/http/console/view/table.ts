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
  const classOf = (index: number) => (columns[index]?.right === true ? 'n' : '')
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table class="${kind}"><caption class="muted">${caption}</caption><thead><tr>${columns.map(
    ({ title }, index) => html`<th scope="col" class="${classOf(index)}">${title}</th>`,
  )}</tr></thead><tbody>${rows.map(
    (cells) =>
      html`<tr>${cells.map((cell, index) => html`<td class="${classOf(index)}" data-title="${columns[index]?.title ?? ''}">${cell ?? '–'}</td>`)}</tr>`,
  )}</tbody></table></div>`
}
