import process from 'node:process'
import { createInterface } from 'node:readline'

/** Prompts for a person. They are written to stderr, because stdout is for data. */
export interface Prompter {
  /** Whether stdin and stderr are both a terminal. */
  readonly isInteractive: boolean
  /** The typed text, trimmed; null when the user gave up (Ctrl-C, Ctrl-D) or the input ended. */
  ask(question: string): Promise<string | null>
  close(): void
}

/**
 * Prompts on this process's terminal. Lines that were typed (or pasted) before their prompt are kept for it; `question`
 * of Node's readline drops them.
 */
export function openPrompter(): Prompter {
  const typed: string[] = []
  let waiting: ((line: string | null) => void) | null = null
  let ended = false
  let reader: ReturnType<typeof createInterface> | null = null
  const give = (line: string | null) => {
    const resolve = waiting
    waiting = null
    if (resolve !== null) resolve(line)
    else if (line !== null) typed.push(line)
  }
  const open = () => {
    const opened = createInterface({ input: process.stdin, output: process.stderr, terminal: true })
    opened.on('line', give)
    opened.on('SIGINT', () => opened.close())
    opened.on('close', () => {
      ended = true
      give(null)
    })
    return opened
  }
  return {
    isInteractive: process.stdin.isTTY === true && process.stderr.isTTY === true,
    ask: (question) => {
      reader ??= open()
      reader.setPrompt(question)
      if (!ended) reader.prompt()
      const next = typed.shift()
      if (next !== undefined || ended) return Promise.resolve(next?.trim() ?? null)
      return new Promise((resolve) => {
        waiting = (line) => resolve(line?.trim() ?? null)
      })
    },
    close: () => reader?.close(),
  }
}
