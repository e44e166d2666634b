import type { Clock } from './clock.ts'
import { rfc3339 } from './clock.ts'

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** Facts of one event. Never a payment signature, an evidence id or a secret. */
export type LogFields = Readonly<Record<string, unknown>>

export interface Log {
  debug(event: string, fields?: LogFields): void
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
}

/** One JSON object per line: `time`, `level`, `event`, then the fields. A cause chain becomes `error: [{code?, message}]`. */
export function openLog(options: {
  /** Read at each event: it may change. */
  readonly level: LogLevel
  clock: Clock
  write: (line: string) => void
}): Log {
  const at =
    (level: LogLevel) =>
    (event: string, fields: LogFields = {}) => {
      if (logLevels.indexOf(level) < logLevels.indexOf(options.level)) return
      const line = { time: rfc3339(options.clock.now()), level, event, ...fields }
      options.write(`${JSON.stringify(line, plain)}\n`)
    }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

export const silentLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

function plain(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (value instanceof Error) return causes(value)
  return value
}

function causes(error: Error): { code?: string; message: string; facts?: unknown }[] {
  const chain: { code?: string; message: string; facts?: unknown }[] = []
  let at: unknown = error
  while (at instanceof Error && chain.length < 6) {
    const { code, facts } = at as { code?: unknown; facts?: unknown }
    chain.push({
      ...(typeof code === 'string' ? { code } : {}),
      message: at.message,
      ...(facts === undefined ? {} : { facts }),
    })
    at = at.cause
  }
  return chain
}
