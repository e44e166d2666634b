import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { silentLog } from '#runtime/log.ts'
import { databaseUrl } from '#settings/database-url.ts'
import { PostgresDatabase } from '#store/postgres/connection.ts'
import { statement } from '#store/postgres/statement.ts'
import { hasPostgres, PostgresServer } from '#test/equipment/postgres/server.ts'
import { needs } from '#test/equipment/program/needs.ts'
import { type Minted, mintRoot, mintSelfSigned } from '#test/equipment/tls/certificates.ts'

const IS_ENCRYPTED = statement('', 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()')

/** A server on TCP, with a certificate or without TLS. */
async function openServer(certificate: Minted | null): Promise<PostgresServer> {
  const finder = createServer().listen(0, '127.0.0.1')
  await once(finder, 'listening')
  const address = finder.address()
  await new Promise((resolve) => finder.close(resolve))
  const tls = certificate && { key: certificate.keyPem, certificate: certificate.pem }
  return PostgresServer.open({
    listen: address !== null && typeof address === 'object' ? address.port : 0,
    ...(tls === null ? {} : { tls }),
  })
}

describe('TLS to a server', needs({ PostgreSQL: hasPostgres }), () => {
  const authority = mintRoot({ commonName: 'Authority of the database' })
  const named = authority.issueLeaf({ names: ['localhost'], ips: ['127.0.0.1'] })
  let folder: string
  let server: PostgresServer
  beforeAll(async () => {
    if (!hasPostgres) return
    folder = mkdtempSync(join(tmpdir(), 'urlwitness-authority-'))
    writeFileSync(join(folder, 'ca.pem'), authority.pem)
    server = await openServer(named)
  })
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]()
    if (folder !== undefined) rmSync(folder, { recursive: true })
  })

  /** Whether the connection is encrypted, or why it failed. */
  async function connect(at: PostgresServer, parameters: string, host = '127.0.0.1') {
    const text = `${at.url().replace('127.0.0.1', host)}?${parameters}`
    try {
      const url = databaseUrl.parse(text)
      const database = new PostgresDatabase({ url, log: silentLog, retryForMs: 0 })
      const [row] = await database.read(IS_ENCRYPTED).finally(() => database.close())
      return row
    } catch (cause) {
      return cause instanceof Error ? cause.message : cause
    }
  }
  const trusted = (mode: string) => `sslmode=${mode}&sslrootcert=${folder}/ca.pem`

  test('the authority of the URL vouches for a server, by its name and by its address', async () => {
    for (const host of ['localhost', '127.0.0.1']) {
      expect(await connect(server, trusted('verify-full'), host)).toEqual({ ssl: true })
    }
    expect(await connect(server, trusted('verify-ca'))).toEqual({ ssl: true })
    expect(await connect(server, 'sslmode=require')).toEqual({ ssl: true })
  })

  test('without that authority the server is refused, and the message names the parameter', async () => {
    expect(await connect(server, 'sslmode=verify-full')).toMatch(
      /_SIGNATURE\. Its certificate is not signed by a trusted authority: .* \?sslrootcert=\/path\/to\/ca\.pem\.$/,
    )
    expect(await connect(server, `sslmode=verify-full&sslrootcert=${folder}/no.pem`)).toBe(
      `The file ${folder}/no.pem, which sslrootcert of database_url names, cannot be read.`,
    )
  })

  test.each([
    [
      'of another name',
      authority.issueLeaf({ names: ['db.example.com'] }),
      'Give database_url a name',
    ],
    // Node would check an address as if it were this name.
    [
      'for localhost, at an address,',
      authority.issueLeaf({ names: ['localhost'] }),
      'Give database_url a name',
    ],
    [
      'that signed itself',
      mintSelfSigned({ ips: ['127.0.0.1'] }),
      'is not signed by a trusted authority',
    ],
    [
      'that has expired',
      authority.issueLeaf({
        ips: ['127.0.0.1'],
        notAfter: new Date('2020-01-01'),
        notBefore: new Date('2019-01-01'),
      }),
      'Renew its certificate.',
    ],
  ])('a server with a certificate %s is refused', async (_about, certificate, remedy) => {
    await using other = await openServer(certificate)
    expect(await connect(other, trusted('verify-full'))).toContain(remedy)
  })

  test('an authority is checked with sslmode=require too, as libpq does', async () => {
    await using other = await openServer(mintSelfSigned({ ips: ['127.0.0.1'] }))
    expect(await connect(other, trusted('require'))).toContain(
      'is not signed by a trusted authority',
    )
  })

  test('a server without TLS is refused, unless the URL says so', async () => {
    await using plain = await openServer(null)
    expect(await connect(plain, 'sslmode=verify-full')).toContain('Set ssl = on there')
    expect(await connect(plain, 'sslmode=disable')).toEqual({ ssl: false })
  })
})
