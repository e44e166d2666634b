import { createPublicKey } from 'node:crypto'
import { type CliContext, settingsOf } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { type TableColumn, tableLines } from '#cli/output/table.ts'
import { jsonText } from '#cli/output/terminal.ts'
import { rfc3339 } from '#runtime/clock.ts'
import { type KeyRing, publicKeysOf, publishedUntil } from '#store/keys/key-ring.ts'
import { readSigningKeys, rotateSigningKey } from '#store/keys/signing-keys.ts'

/** `urlwitness keys show`: the published keys, the one that signs first. Throws the Faults of `store/keys`. */
export function keysShow({ json }: { readonly json: boolean }, context: CliContext): number {
  return show(readSigningKeys(settingsOf(context).dataDir), json, context)
}

/** `urlwitness keys rotate`. Throws the Faults of `store/keys`. */
export function keysRotate(
  { json, revoke }: { readonly json: boolean; readonly revoke: boolean },
  context: CliContext,
): number {
  const { dataDir } = settingsOf(context)
  const ring = rotateSigningKey(dataDir, context.clock.now(), { revoke })
  context.terminal.err.write(
    revoke
      ? 'The former key is not published any more: its reports can no longer be verified.\n'
      : 'The former key can no longer sign, and stays published until its last report is 90 days old.\n',
  )
  return show(ring, json, context)
}

/** `urlwitness keys export`: public keys only. Throws the Faults of `store/keys`. */
export function keysExport(
  { format }: { readonly format: 'jwks' | 'pem' },
  context: CliContext,
): number {
  const ring = readSigningKeys(settingsOf(context).dataDir)
  const keys = publicKeysOf(ring, context.clock.now())
  const { out } = context.terminal
  if (format === 'jwks') out.write(`${jsonText({ keys })}\n`)
  else for (const { kty, crv, x } of keys) out.write(pemOf({ kty, crv, x }))
  return exitCode.pass
}

function pemOf(key: { readonly kty: string; readonly crv: string; readonly x: string }): string {
  return createPublicKey({ key: { ...key }, format: 'jwk' })
    .export({ type: 'spki', format: 'pem' })
    .toString()
}

const columns: readonly TableColumn[] = [
  { title: 'key' },
  { title: 'state' },
  { title: 'made', dropAs: 1 },
  { title: 'published until' },
]

function show(ring: KeyRing, json: boolean, { clock, terminal }: CliContext): number {
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
