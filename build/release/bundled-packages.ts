import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'
import { root } from '../target.ts'

/** A package of which at least one byte is inside the executable. */
export interface BundledPackage {
  /** Path relative to the checkout. */
  readonly folder: string
  readonly name: string
  readonly version: string
  /** SPDX expression, as the package states it. */
  readonly license: string
  /** Texts of its licence and notices, by file name. */
  readonly texts: ReadonlyMap<string, string>
  /** Its package.json. */
  readonly manifest: Readonly<Record<string, unknown>>
}

/** The packages sorted by name and version. Throws a TypeError for a package that states no licence: it must not be shipped. */
export function bundledPackages({ outputs }: Metafile): BundledPackage[] {
  const folders = new Set<string>()
  for (const { inputs } of Object.values(outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]
      if (folder !== undefined && bytesInOutput > 0) folders.add(folder)
    }
  }
  const found = new Map(
    [...folders].map(readPackage).map((one) => [`${one.name}@${one.version}`, one]),
  )
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}

/** Reads a package from its folder under the checkout. */
export function readPackage(folder: string): BundledPackage {
  const manifest: Readonly<Record<string, unknown>> = JSON.parse(
    readFileSync(join(root, folder, 'package.json'), 'utf8'),
  )
  const { name, version, license } = manifest
  if (typeof name !== 'string' || typeof version !== 'string' || typeof license !== 'string') {
    throw new TypeError(`${folder} states no name, version or licence.`)
  }
  return { folder, name, version, license, texts: licenseTexts(folder), manifest }
}

function licenseTexts(folder: string): Map<string, string> {
  const names = readdirSync(join(root, folder)).filter((name) =>
    /^(licen[cs]e|notice|copying)/i.test(name),
  )
  return new Map(
    names.sort().map((name) => [name, readFileSync(join(root, folder, name), 'utf8').trim()]),
  )
}
