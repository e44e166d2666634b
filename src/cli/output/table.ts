import { displayWidth, sanitize, truncate } from './terminal.ts'

export interface TableColumn {
  readonly title: string
  /** Aligned to the right, for numbers. */
  readonly right?: boolean
  /** On a narrow line the column with the greatest number is dropped first; one without a number is never dropped. */
  readonly dropPriority?: number
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
    ...rows.map((row) => row.map((cell) => sanitize(cell))),
  ]
  const widths = columns.map((_, index) =>
    Math.max(...cells.map((row) => displayWidth(row[index] ?? ''))),
  )
  const shownColumns = fittingColumns(columns, widths, width)
  return cells.map((row) =>
    truncate(
      shownColumns
        .map((index) => pad(row[index] ?? '', widths[index] ?? 0, columns[index]?.right === true))
        .join(GAP)
        .trimEnd(),
      width - 1,
    ),
  )
}

/** Indexes of the columns that fit side by side. */
function fittingColumns(
  columns: readonly TableColumn[],
  widths: readonly number[],
  width: number,
): readonly number[] {
  let shownColumns = columns.map((_, index) => index)
  const priorityOf = (index: number) => columns[index]?.dropPriority ?? 0
  const total = () =>
    shownColumns.reduce(
      (sum, index) => sum + (widths[index] ?? 0),
      GAP.length * (shownColumns.length - 1),
    )
  while (total() > width) {
    const firstToDrop = Math.max(...shownColumns.map(priorityOf))
    if (firstToDrop === 0) break
    shownColumns = shownColumns.filter((index) => priorityOf(index) !== firstToDrop)
  }
  return shownColumns
}

function pad(text: string, width: number, right: boolean): string {
  const padding = ' '.repeat(Math.max(0, width - displayWidth(text)))
  return right ? padding + text : text + padding
}
