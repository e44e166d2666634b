import { Fault, messageOf } from '#fault.ts'
import type { BrowserUser } from './run-as-user.ts'

/**
 * Builds the Fault `browser_unavailable` that says why a browser did not start and what the operator can do. `said` is its
 * stderr.
 */
export function explainFailedStart(failure: {
  readonly cause: unknown
  readonly said: string
  readonly program: string
  readonly user: BrowserUser | null
}): Fault {
  const { cause, said, program, user } = failure
  const how =
    cause instanceof Fault ? String(cause.facts['how'] ?? cause.message) : messageOf(cause)
  const as = user === null ? '' : ` as ${user.name}`
  return new Fault('browser_unavailable', `${program} does not start${as}: ${reason(said, how)}`, {
    facts: { how, said: said.slice(0, 2_000) },
    cause,
  })
}

const reasons: readonly (readonly [RegExp, string])[] = [
  [
    /No usable sandbox|Failed to move to new namespace|credentials\.cc|zygote_host_impl_linux/,
    'this host forbids the user namespaces that its sandbox needs. Allow them (in a container: a seccomp profile with clone and unshare; on Ubuntu: an AppArmor profile or kernel.apparmor_restrict_unprivileged_userns=0), or set browser.sandbox = false and accept that a page which breaks Chrome has broken into that user.',
  ],
  [/Running as root without --no-sandbox/, 'it runs as root. Set browser.user to another user.'],
  [
    /error while loading shared libraries: (\S+?):/,
    'the library $1 is missing. Install Chrome or Chromium from a package, which includes its libraries.',
  ],
  [/No space left on device/i, 'the disk with its temporary folder is full.'],
  [
    /(?:setpriv|prlimit): failed to execute .*: Permission denied|EACCES/,
    'that user may not run it. Set browser.user, or install Chrome where all users reach it.',
  ],
  [
    /Socket path too long/,
    'the path of its temporary folder is too long. Set TMPDIR to a shorter one.',
  ],
  [/EPERM|EINVAL/, 'this process may not start programs as that user. Set browser.user.'],
]

function reason(said: string, how: string): string {
  for (const [sign, text] of reasons) {
    const match = sign.exec(said) ?? sign.exec(how)
    if (match !== null) return text.replace('$1', match[1] ?? '')
  }
  const [line = ''] = said.split('\n').filter((text) => text.trim() !== '')
  return line === '' ? how : `${how}; its message: ${line.slice(0, 300)}`
}
