import { clean, columnsOf, cut } from './terminal.ts'

export interface TableColumn {
  readonly title: string
  /** Aligned to the right, for numbers. */
  readonly right?: boolean
  /** On a narrow line the column with the greatest number is dropped first; one without a number is never dropped. */
  readonly dropAs?: number
}

const GAP = '  '

/** Lines of at most `width` columns, the titles first. Cells are cleaned. */
export function tableLines(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  width: number,
): string[] {
  const cells = [
    columns.map(({ title }) => title),
    ...rows.map((row) => row.map((cell) => clean(cell))),
  ]
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => columnsOf(row[at] ?? ''))))
  const shown = fitting(columns, widths, width)
  return cells.map((row) =>
    cut(
      shown
        .map((at) => padded(row[at] ?? '', widths[at] ?? 0, columns[at]?.right === true))
        .join(GAP)
        .trimEnd(),
      width - 1,
    ),
  )
}

/** Indexes of the columns that fit side by side. */
function fitting(
  columns: readonly TableColumn[],
  widths: readonly number[],
  width: number,
): readonly number[] {
  let shown = columns.map((_, at) => at)
  const weight = (at: number) => columns[at]?.dropAs ?? 0
  const total = () =>
    shown.reduce((sum, at) => sum + (widths[at] ?? 0), GAP.length * (shown.length - 1))
  while (total() > width) {
    const worst = Math.max(...shown.map(weight))
    if (worst === 0) break
    shown = shown.filter((at) => weight(at) !== worst)
  }
  return shown
}

function padded(text: string, width: number, right: boolean): string {
  const space = ' '.repeat(Math.max(0, width - columnsOf(text)))
  return right ? space + text : text + space
}
