import type { LogLine } from '#runtime/log.ts'
import { type Paint, sanitize } from './terminal.ts'

/** Formats log lines for a terminal: time of day (UTC), level, event, then the fields that have a value. */
export function logText(paint: Paint): (line: LogLine) => string {
  const levelPaint = {
    debug: paint.dim,
    info: paint.green,
    warn: paint.yellow,
    error: paint.red,
    silent: paint.dim,
  }
  return ({ time, level, event, fields }) => {
    const fieldTexts = Object.entries(fields)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => `${paint.dim(`${sanitize(name)}=`)}${valueText(value)}`)
    const head = [
      paint.dim(time.slice(11, 23)),
      levelPaint[level](level.padEnd(5)),
      paint.bold(event),
    ]
    return [...head, ...fieldTexts].join(' ')
  }
}

/** Formats a value, without quotes where that is unambiguous. It is cleaned, since targets and buyers choose part of it. */
function valueText(value: unknown): string {
  if (typeof value === 'string' && /^[^\s"=]+$/.test(value)) return sanitize(value)
  return sanitize(JSON.stringify(value))
}
