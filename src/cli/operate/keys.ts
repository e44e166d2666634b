import { createPublicKey } from 'node:crypto'
import { type CliContext, settingsOf } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { type TableColumn, tableLines } from '#cli/output/table.ts'
import { jsonText } from '#cli/output/terminal.ts'
import { rfc3339 } from '#runtime/clock.ts'
import type { Settings } from '#settings/settings.ts'
import { type KeyRing, type PublicKey, publicKeysOf, publishedUntil } from '#store/keys/key-ring.ts'
import { nextRing, readSigningKeys, rotateSigningKey, writeRing } from '#store/keys/signing-keys.ts'

/** `urlwitness keys show`: prints the published keys, the signing key first. Throws the Faults of `store/keys`. */
export function keysShow({ json }: { readonly json: boolean }, context: CliContext): number {
  return printKeys(readSigningKeys(settingsOf(context).dataDir), json, context)
}

/** `urlwitness keys rotate`. Throws the Faults of `store/keys`. */
export async function keysRotate(
  { json, revoke }: { readonly json: boolean; readonly revoke: boolean },
  context: CliContext,
): Promise<number> {
  const settings = settingsOf(context)
  const ring = await rotate(settings, { revoke }, context)
  context.terminal.err.write(
    revoke
      ? 'The former key is no longer published: its reports can no longer be verified.\n'
      : 'The former key can no longer sign, and stays published until its last report is 90 days old.\n',
  )
  return printKeys(ring, json, context)
}

/** With PostgreSQL every node publishes the new key before this one signs with it. */
async function rotate(
  { dataDir, databaseUrl }: Settings,
  options: { readonly revoke: boolean },
  { clock }: CliContext,
): Promise<KeyRing> {
  if (databaseUrl === null) return rotateSigningKey(dataDir, clock.now(), options)
  const previousRing = readSigningKeys(dataDir)
  const ring = nextRing(dataDir, clock.now(), options)
  const added = publicKeysOf(ring, clock.now())
  const withdrawn = previousRing.keys
    .map(({ kid }) => kid)
    .filter((kid) => !ring.keys.some((key) => key.kid === kid))
  const { withPublishedKeys } = await import('#store/postgres/published-keys.ts')
  await withPublishedKeys(databaseUrl, async ({ announce }) => {
    await announce({ added })
    await clock.sleep(ANNOUNCED_WITHIN_MS)
    writeRing(dataDir, ring)
    await announce({ added, withdrawn })
  })
  return ring
}

/** `urlwitness keys export`: prints the public keys; with PostgreSQL those of all nodes. Throws the Faults of `store/`. */
export async function keysExport(
  { format }: { readonly format: 'jwks' | 'pem' },
  context: CliContext,
): Promise<number> {
  const keys = await keysOf(settingsOf(context), context)
  const { out } = context.terminal
  if (format === 'jwks') out.write(`${jsonText({ keys })}\n`)
  else for (const { kty, crv, x } of keys) out.write(pemOf({ kty, crv, x }))
  return exitCode.pass
}

async function keysOf(
  { dataDir, databaseUrl }: Settings,
  { clock }: CliContext,
): Promise<readonly PublicKey[]> {
  if (databaseUrl === null) return publicKeysOf(readSigningKeys(dataDir), clock.now())
  const { withPublishedKeys } = await import('#store/postgres/published-keys.ts')
  return withPublishedKeys(databaseUrl, ({ read }) => read())
}

function pemOf(key: { readonly kty: string; readonly crv: string; readonly x: string }): string {
  return createPublicKey({ key: { ...key }, format: 'jwk' })
    .export({ type: 'spki', format: 'pem' })
    .toString()
}

/** Milliseconds to wait: longer than a node takes to notice a new key when notifications are lost. */
const ANNOUNCED_WITHIN_MS = 2_000

const columns: readonly TableColumn[] = [
  { title: 'key' },
  { title: 'state' },
  { title: 'created', dropPriority: 1 },
  { title: 'published until' },
]

function printKeys(ring: KeyRing, json: boolean, { clock, terminal }: CliContext): number {
  const { out, paint } = terminal
  const published = new Set(publicKeysOf(ring, clock.now()).map(({ kid }) => kid))
  const keys = ring.keys
    .filter(({ kid }) => published.has(kid))
    .map((key) => {
      const until = publishedUntil(key)
      return {
        kid: key.kid,
        state: until === null ? 'signs' : 'retired',
        created_at: key.created_at,
        published_until: until === null ? null : rfc3339(until),
      }
    })
  if (json) {
    out.write(`${jsonText({ keys })}\n`)
    return exitCode.pass
  }
  const cells = keys.map((key) => [
    key.kid,
    key.state,
    key.created_at.slice(0, 10),
    key.published_until?.slice(0, 10) ?? '',
  ])
  const [head = '', ...lines] = tableLines(columns, cells, out.columns)
  out.write([paint.dim(head), ...lines, ''].join('\n'))
  return exitCode.pass
}
