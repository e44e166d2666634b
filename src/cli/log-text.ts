import { clean, type Paint } from '#cli/output/terminal.ts'
import type { LogLine } from '#runtime/log.ts'

/** A line of the log for a person at a terminal: the time of day (UTC), the level, the event, then the fields that have a value. */
export function logText(paint: Paint): (line: LogLine) => string {
  const paintOf = {
    debug: paint.dim,
    info: paint.green,
    warn: paint.yellow,
    error: paint.red,
    silent: paint.dim,
  }
  return ({ time, level, event, fields }) => {
    const told = Object.entries(fields)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => `${paint.dim(`${clean(name)}=`)}${textOf(value)}`)
    const head = [paint.dim(time.slice(11, 23)), paintOf[level](level.padEnd(5)), paint.bold(event)]
    return [...head, ...told].join(' ')
  }
}

/** Bare where it cannot be taken for anything else; strangers' words are cleaned. */
function textOf(value: unknown): string {
  if (typeof value === 'string' && /^[^\s"=]+$/.test(value)) return clean(value)
  return clean(JSON.stringify(value))
}
