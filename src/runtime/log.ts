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

/** An event as it is written. */
export interface LogLine {
  /** RFC 3339. */
  readonly time: string
  readonly level: LogLevel
  readonly event: string
  readonly fields: LogFields
}

/**
 * One line per event: JSON with `time`, `level`, `event`, then the fields, unless `format` differs. A cause chain
 * becomes `error: [{code?, message}]`. The query of a URL is omitted: it can contain session ids, keys and people's
 * addresses.
 */
export function createLog(options: {
  /** Read at each event: it may change. */
  readonly level: LogLevel
  clock: Clock
  write: (line: string) => void
  /** The fields are already plain values. Returns one line, without a line break. */
  format?: (line: LogLine) => string
}): Log {
  const at =
    (level: LogLevel) =>
    (event: string, fields: LogFields = {}) => {
      if (logLevels.indexOf(level) < logLevels.indexOf(options.level)) return
      const time = rfc3339(options.clock.now())
      const text = JSON.stringify({ time, level, event, ...fields }, plain)
      options.write(`${options.format?.({ time, level, event, fields: parsed(text) }) ?? text}\n`)
    }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

export const silentLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

function parsed(text: string): LogFields {
  const { time: _time, level: _level, event: _event, ...fields } = JSON.parse(text)
  return fields
}

function plain(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (value instanceof Error) return causes(value)
  return typeof value === 'string' ? withoutQueries(value) : value
}

/** Removes the queries of URLs word by word, in one pass: the text may be untrusted, and long. */
function withoutQueries(text: string): string {
  if (!text.includes('?')) return text
  return text.replace(/\S+/g, (word) => {
    const url = word.search(/https?:\/\//i)
    const query = url === -1 ? -1 : word.indexOf('?', url) + 1
    return query > 0 && query < word.length ? `${word.slice(0, query)}…` : word
  })
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
