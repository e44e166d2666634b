import type { KeyObject } from 'node:crypto'
import { chmodSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { platform } from 'node:process'
import { codeOf, Fault } from '#fault.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'
import { writePrivateFile } from '#store/files/private-file.ts'
import {
  createKeyRing,
  type KeyRing,
  keyRing,
  type PublicKey,
  privateKeyOf,
  publicKeyOf,
  publicKeysOf,
  rotateRing,
  signingKeyOf,
} from './key-ring.ts'

/** Name of the key file in the data folder. */
const KEY_FILE = 'signing-keys.json'

/** The keys of a running service. Services that share a data folder have the same keys. */
export interface SigningKeys {
  /** The key that signs now. */
  current(): { readonly kid: string; readonly key: KeyObject; readonly published: PublicKey }
  /** The published public keys. */
  published(): readonly PublicKey[]
}

/**
 * Opens the key file of a data folder, or creates it with a new key if it does not exist. A rotation by another process
 * takes effect at the next use. Throws `signing_keys_unusable` and `file_unwritable`.
 */
export function openSigningKeys(
  dataDir: string,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): SigningKeys {
  const path = keyFileIn(dataDir)
  // `writePrivateFile` returns false if another service of the folder was faster: the key of that service is used.
  if (fileVersionOf(path) === null) {
    writePrivateFile(path, textOf(createKeyRing(clock.now())), { force: false })
  }
  let version = fileVersionOf(path)
  let ring = readRing(path)
  let signing = signingOf(ring)
  restrictPermissions(path)
  const refresh = () => {
    const currentVersion = fileVersionOf(path)
    if (currentVersion === version) return
    version = currentVersion
    try {
      ring = readRing(path)
      signing = signingOf(ring)
    } catch (error) {
      // The keys in memory are still the published ones: reports continue to be signed with them.
      log.error('signing_keys_unreadable', { error })
    }
  }
  return {
    current: () => {
      refresh()
      return signing
    },
    published: () => {
      refresh()
      return publicKeysOf(ring, clock.now())
    },
  }
}

/** The keys of a data folder. Throws `signing_keys_missing` and `signing_keys_unusable`. */
export function readSigningKeys(dataDir: string): KeyRing {
  const path = keyFileIn(dataDir)
  if (fileVersionOf(path) === null) {
    throw new Fault(
      'signing_keys_missing',
      'There is no signing key here yet: start the service once, or set data_dir (--data-dir) to its data folder.',
      { facts: { file: path } },
    )
  }
  return readRing(path)
}

/** The key ring that a rotation would write. Throws as `readSigningKeys`. */
export function nextRing(dataDir: string, now: number, options: { revoke: boolean }): KeyRing {
  return rotateRing(readSigningKeys(dataDir), now, options)
}

/** Replaces the key file. Throws `file_unwritable`. */
export function writeRing(dataDir: string, ring: KeyRing): void {
  writePrivateFile(keyFileIn(dataDir), textOf(ring), { force: true })
}

/** Replaces the key that signs with a new one; see `rotateRing`. Throws as `readSigningKeys`, and `file_unwritable`. */
export function rotateSigningKey(
  dataDir: string,
  now: number,
  options: { revoke: boolean },
): KeyRing {
  const ring = nextRing(dataDir, now, options)
  writeRing(dataDir, ring)
  return ring
}

function keyFileIn(dataDir: string): string {
  return join(dataDir, KEY_FILE)
}

/** Changes with every replacement of the file; null if it does not exist. */
function fileVersionOf(path: string): string | null {
  try {
    const { ino, mtimeNs, size } = statSync(path, { bigint: true })
    return `${ino}:${mtimeNs}:${size}`
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return null
    throw unusable(path, cause)
  }
}

function readRing(path: string): KeyRing {
  try {
    return keyRing.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (cause) {
    throw unusable(path, cause)
  }
}

/** Makes the key file readable by its owner only, if it was copied from another machine with another mode. */
function restrictPermissions(path: string): void {
  if (platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600)
}

function signingOf(ring: KeyRing): ReturnType<SigningKeys['current']> {
  const key = signingKeyOf(ring)
  return { kid: key.kid, key: privateKeyOf(key), published: publicKeyOf(key) }
}

function textOf(ring: KeyRing): string {
  return `${JSON.stringify(ring, null, 2)}\n`
}

function unusable(file: string, cause: unknown): Fault {
  const reason = codeOf(cause) ?? 'damaged'
  return new Fault(
    'signing_keys_unusable',
    `${file} ${unreadable[reason] ?? 'is not a key file of this service: restore it from a copy, or move it away for a new key'}.`,
    // Without the cause: the error message of the JSON parser quotes the text, which contains a private key.
    { facts: { file, reason } },
  )
}

const noPermission = 'cannot be read by this user: run this as the user of the service'

/** Advice by error code of the system. A key that this user cannot read is no reason to make a new one. */
const unreadable: Readonly<Record<string, string>> = {
  EACCES: noPermission,
  EPERM: noPermission,
  ENOTDIR: 'is not in a folder: set data_dir to one',
  ELOOP: 'is behind a loop of symbolic links: set data_dir to a folder',
}
