import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { connect as connectTcp } from 'node:net'
import { join } from 'node:path'
import { connect, type TLSSocket } from 'node:tls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readServerCertificate } from '#http/server-certificate.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { type Internet, openInternet } from '#test/equipment/network/internet.ts'
import { openTestService, type TestService } from '#test/equipment/service/service.ts'
import { type Authority, keyPair, mintRoot, pemChain } from '#test/equipment/tls/certificates.ts'

const now = Date.now()
const day = 86_400_000
const folder = temporaryFolder()
let root: Authority
let intermediate: Authority
let files: { certFile: string; keyFile: string }

const env = () => ({ TLS_CERT_FILE: files.certFile, TLS_KEY_FILE: files.keyFile })

beforeAll(() => {
  root = mintRoot({ commonName: 'Buyers Root' })
  intermediate = root.issueAuthority()
  files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') }
})

function write(options: { notBefore?: Date; notAfter?: Date } = {}): void {
  const leaf = intermediate.issueLeaf({ names: ['localhost'], ips: [], ...options })
  writeFileSync(files.certFile, pemChain(leaf, intermediate))
  writeFileSync(files.keyFile, leaf.keyPem)
}

describe('a service with tls.cert_file and tls.key_file', () => {
  let internet: Internet
  let shop: TestService

  beforeAll(async () => {
    write()
    internet = await openInternet()
    shop = await openTestService({ internet, env: env() })
  })
  afterAll(async () => {
    await shop.close()
    await internet.close()
  })

  const port = () => shop.service.listening.port

  function handshake(options: object): Promise<TLSSocket> {
    return new Promise((resolve, reject) => {
      const host = { host: '127.0.0.1', servername: 'localhost', port: port() }
      const socket = connect({ ...host, ca: root.pem, ...options }, () => resolve(socket))
      socket.on('error', reject)
    })
  }

  async function serialShown(): Promise<string> {
    const socket = await handshake({})
    const { serialNumber } = socket.getPeerCertificate()
    socket.destroy()
    return serialNumber
  }

  test('serves HTTPS with the whole chain, and its base URL is https', async () => {
    expect(shop.service.baseUrl).toBe(`https://127.0.0.1:${port()}`)
    const [status, body] = await new Promise<[number | undefined, string]>((resolve, reject) => {
      const to = { host: '127.0.0.1', servername: 'localhost', port: port(), path: '/health' }
      request({ ...to, ca: root.pem, agent: false }, (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () => resolve([response.statusCode, text]))
      })
        .on('error', reject)
        .end()
    })
    expect([status, body]).toEqual([200, '{"status":"ok"}'])
  })

  test.each(['TLSv1.2', 'TLSv1.3'] as const)('speaks %s', async (version) => {
    const socket = await handshake({ minVersion: version, maxVersion: version })
    expect(socket.getProtocol()).toBe(version)
    socket.destroy()
  })

  test('refuses TLS 1.1', async () => {
    const old = { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }
    await expect(handshake(old)).rejects.toThrow(/alert protocol version/)
  })

  test('does not respond to plain HTTP on that port', async () => {
    await expect(fetch(`http://127.0.0.1:${port()}/health`)).rejects.toThrow()
  })

  test('disconnects clients that do not finish a handshake', { timeout: 30_000 }, async () => {
    const closings = ['', '\x16\x03\x01\x02\0\x01'].map(async (sent) => {
      const socket = connectTcp(port(), '127.0.0.1').resume()
      socket.write(sent, 'latin1')
      await once(socket, 'close')
    })
    await Promise.all(closings)
  })

  test('uses a renewed certificate in the next handshake', async () => {
    const before = await serialShown()
    write()
    expect(await serialShown()).toBe(before)
    expect(shop.service.renewCertificate()).toBeNull()
    expect(await serialShown()).not.toBe(before)
  })

  test('keeps the current certificate when the new one is unusable, and reports the reason', async () => {
    const before = await serialShown()
    writeFileSync(
      files.keyFile,
      keyPair('ec384').privateKey.export({ type: 'pkcs8', format: 'pem' }),
    )
    expect(shop.service.renewCertificate()).toContain('does not belong to the first certificate')
    expect(await serialShown()).toBe(before)
  })

  test('does not start with unusable files: one sentence has the remedy', async () => {
    writeFileSync(files.keyFile, 'nothing')
    await expect(openTestService({ internet, env: env() })).rejects.toMatchObject({
      code: 'certificate_unusable',
      message: `tls.key_file: ${files.keyFile} is not a PEM private key.`,
    })
  })
})

describe('readServerCertificate', () => {
  beforeEach(() => write({ notBefore: new Date(now - day), notAfter: new Date(now + day) }))
  const detail = (at = now) => {
    const reading = readServerCertificate(files, at)
    return reading.status === 'unusable' ? reading.detail : null
  }

  test('accepts a certificate with its key', () => {
    expect(detail()).toBeNull()
  })

  test('names a file that is missing', () => {
    rmSync(files.certFile)
    expect(detail()).toMatch(
      /^tls\.cert_file: \S+cert\.pem cannot be opened: it does not exist, .* \(ENOENT, open\)$/,
    )
    write()
    rmSync(files.keyFile)
    expect(detail()).toMatch(
      /^tls\.key_file: \S+key\.pem cannot be opened: it does not exist, .* \(ENOENT, open\)$/,
    )
  })

  test('refuses data that is not a certificate or not a key', () => {
    writeFileSync(files.certFile, 'no certificate')
    expect(detail()).toContain('does not begin with a PEM certificate')
    write()
    writeFileSync(files.keyFile, '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n')
    expect(detail()).toContain('is not a PEM private key')
  })

  test('explains how to remove the passphrase of a key', () => {
    const cipher = { cipher: 'aes-256-cbc', passphrase: 'secret' }
    const { privateKey } = keyPair('ec256')
    writeFileSync(files.keyFile, privateKey.export({ type: 'pkcs8', format: 'pem', ...cipher }))
    expect(detail()).toMatch(/is encrypted with a passphrase; remove it: openssl pkey/)
  })

  test('explains the right order of a chain in the wrong order', () => {
    const leaf = intermediate.issueLeaf({ names: ['localhost'] })
    writeFileSync(files.certFile, pemChain(intermediate, leaf))
    writeFileSync(files.keyFile, leaf.keyPem)
    expect(detail()).toContain('must come before its issuers')
  })

  test('refuses a certificate outside its validity', () => {
    expect(detail(now + 2 * day)).toMatch(/expired on .*; renew it$/)
    expect(detail(now - 2 * day)).toMatch(/is not valid before .*; check the clock$/)
  })

  test('refuses a chain that is cut in its second certificate', () => {
    const leaf = intermediate.issueLeaf({ names: ['localhost'] })
    writeFileSync(files.certFile, `${leaf.pem}${intermediate.pem.slice(0, 200)}`)
    writeFileSync(files.keyFile, leaf.keyPem)
    expect(detail()).toContain('OpenSSL refuses')
  })
})
