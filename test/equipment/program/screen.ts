import type { Terminal } from '#cli/output/terminal.ts'
import { noPaint } from '#cli/output/terminal.ts'
import type { OutputStream } from '#runtime/process/process.ts'

export interface Screen extends Terminal {
  /** All that was written to stdout, and to stderr. */
  readonly seen: { readonly out: string; readonly err: string }
}

/** A terminal that keeps what is written to it. */
export function openScreen(columns = 80): Screen {
  const seen = { out: '', err: '' }
  const stream = (name: 'out' | 'err'): OutputStream => ({
    isTty: false,
    columns,
    drained: async () => 'written',
    write: (text) => {
      seen[name] += text
    },
  })
  return { out: stream('out'), err: stream('err'), paint: noPaint, errPaint: noPaint, seen }
}
