import type { LogLine } from '#runtime/log.ts'
import { clean, type Paint } from './terminal.ts'

/** Formats log lines for a terminal: time of day (UTC), level, event, then the fields that have a value. */
export function logText(paint: Paint): (line: LogLine) => string {
  const paintOf = {
    debug: paint.dim,
    info: paint.green,
    warn: paint.yellow,
    error: paint.red,
    silent: paint.dim,
  }
  return ({ time, level, event, fields }) => {
    const shown = Object.entries(fields)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => `${paint.dim(`${clean(name)}=`)}${textOf(value)}`)
    const head = [paint.dim(time.slice(11, 23)), paintOf[level](level.padEnd(5)), paint.bold(event)]
    return [...head, ...shown].join(' ')
  }
}

/** Formats a value, without quotes where that is unambiguous. It is cleaned, since targets and buyers choose part of it. */
function textOf(value: unknown): string {
  if (typeof value === 'string' && /^[^\s"=]+$/.test(value)) return clean(value)
  return clean(JSON.stringify(value))
}
