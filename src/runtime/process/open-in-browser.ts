import { spawn } from 'node:child_process'
import { runtimeFacts } from './process.ts'

// A separate file: only this folder starts programs.

const openers: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/**
 * Opens a URL in the browser of the desktop, without a shell. Resolves to false if there is no program for it, or if
 * the scheme is not `http:`, `https:` or `file:`. The caller decides whether the URL may be opened.
 */
export function openInBrowser(
  url: URL,
  env: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  if (!['http:', 'https:', 'file:'].includes(url.protocol)) return Promise.resolve(false)
  const [program, ...args] = openers[runtimeFacts().platform] ?? ['xdg-open']
  const child = spawn(program, [...args, url.href], { stdio: 'ignore', detached: true, env })
  child.unref()
  return new Promise((resolve) => {
    child.once('spawn', () => resolve(true))
    child.once('error', () => resolve(false))
  })
}
