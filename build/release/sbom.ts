import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Contrib, Enums, Models, Serialize, Spec, Validation } from '@cyclonedx/cyclonedx-library'
import Database from 'better-sqlite3'
import { PackageURL } from 'packageurl-js'
import validateExpression from 'spdx-expression-parse'
import { sha256 } from '../sha256.ts'
import { addonFile, root, type Target, targetName } from '../target.ts'
import { type BundledPackage, readPackage } from './bundled-packages.ts'

/**
 * The contents of one executable as CycloneDX 1.6 JSON: the bundled packages, Node with its components, and the SQLite addon. It
 * has no random parts, so that it is reproducible. Throws a TypeError that says where it violates the schema.
 */
export async function sbom(options: {
  target: Target
  /** The executable, and the Node inside it. */
  file: string
  node: string
  packages: readonly BundledPackage[]
  madeAt: Date
}): Promise<string> {
  const { target, file, packages, madeAt } = options
  const own = readPackage('.')
  const program = componentOf(own, Enums.ComponentType.Application)
  program.hashes.set(Enums.HashAlgorithm['SHA-256'], sha256(join(root, file)))
  program.properties.add(new Models.Property('urlwitness:target', targetName(target)))
  const parts = [nodeComponent(options), ...packages.map((one) => packageComponent(one, target))]
  for (const part of parts) program.dependencies.add(part.bomRef)
  const bom = new Models.Bom({
    metadata: new Models.Metadata({ component: program, timestamp: madeAt }),
    components: new Models.ComponentRepository(parts),
  })
  const text = new Serialize.JsonSerializer(
    new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6),
  ).serialize(bom, { sortLists: true, space: 2 })
  const problem = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text)
  if (problem !== null) throw new TypeError(`The SBOM is not valid: ${JSON.stringify(problem)}`)
  return `${text}\n`
}

const { ExternalReferenceFactory } = Contrib.FromNodePackageJson.Factories
const builder = new Contrib.FromNodePackageJson.Builders.ComponentBuilder(
  new ExternalReferenceFactory(),
  new Contrib.License.Factories.LicenseFactory(validateExpression),
)

function componentOf(one: BundledPackage, type: Enums.ComponentType): Models.Component {
  const made = builder.makeComponent(one.manifest, type)
  if (made === undefined) throw new TypeError(`${one.folder} has no name.`)
  const [name = one.name, scope] = one.name.split('/').reverse()
  made.purl = new PackageURL('npm', scope, name, one.version).toString()
  made.bomRef.value = made.purl
  return made
}

function packageComponent(one: BundledPackage, target: Target): Models.Component {
  const made = componentOf(one, Enums.ComponentType.Library)
  const integrity = lockedIntegrity(one.folder)
  if (integrity !== undefined) made.hashes.set(Enums.HashAlgorithm['SHA-512'], integrity)
  if (one.name === 'better-sqlite3') {
    const addon = new Models.Component(Enums.ComponentType.File, `${targetName(target)}.node`)
    addon.bomRef.value = `${made.purl}#${addon.name}`
    addon.hashes.set(Enums.HashAlgorithm['SHA-256'], sha256(join(root, addonFile(target))))
    made.components.add(addon)
    made.components.add(generic('sqlite', sqliteVersion(), 'sqlite:sqlite', made))
  }
  return made
}

function sqliteVersion(): string {
  const database = new Database(':memory:')
  try {
    return String(database.prepare('select sqlite_version()').pluck().get())
  } finally {
    database.close()
  }
}

/** npm's hash of the package, in hex. */
function lockedIntegrity(folder: string): string | undefined {
  const lock: { packages: Readonly<Record<string, { integrity?: string }>> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  )
  const [algorithm, digest = ''] = lock.packages[folder]?.integrity?.split('-') ?? []
  return algorithm === 'sha512' ? Buffer.from(digest, 'base64').toString('hex') : undefined
}

/** The running Node has the same version as the Node inside, so `process.versions` lists the components of both. */
function nodeComponent({ node }: { node: string }): Models.Component {
  const made = generic('node', process.versions.node, 'nodejs:node.js')
  made.type = Enums.ComponentType.Platform
  made.hashes.set(Enums.HashAlgorithm['SHA-256'], sha256(node))
  made.licenses.add(new Models.NamedLicense('MIT and others: see THIRD-PARTY-LICENSES.txt'))
  for (const [name, version = ''] of Object.entries(process.versions)) {
    const isPart = version !== '' && !['node', 'modules', 'napi'].includes(name)
    if (isPart) made.components.add(generic(name, version, cpeNames[name], made))
  }
  return made
}

/** Names of Node's components in vulnerability databases, by Node's own names. */
const cpeNames: Readonly<Record<string, string>> = {
  openssl: 'openssl:openssl',
  zlib: 'zlib:zlib',
  sqlite: 'sqlite:sqlite',
  brotli: 'google:brotli',
  icu: 'icu-project:international_components_for_unicode',
  uv: 'libuv:libuv',
  ares: 'c-ares:c-ares',
  nghttp2: 'nghttp2:nghttp2',
  llhttp: 'llhttp:llhttp',
  undici: 'nodejs:undici',
}

/** A component that is not an npm package. The same library may be in Node and in the addon: `within` distinguishes them. */
function generic(
  name: string,
  version: string,
  cpeName?: string,
  within?: Models.Component,
): Models.Component {
  const made = new Models.Component(Enums.ComponentType.Library, name, { version })
  made.purl = new PackageURL('generic', undefined, name, version).toString()
  made.bomRef.value = within === undefined ? made.purl : `${within.purl}#${made.purl}`
  if (cpeName !== undefined) made.cpe = `cpe:2.3:a:${cpeName}:${version}:*:*:*:*:*:*:*`
  return made
}
