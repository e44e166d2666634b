import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { baseNode, nodeLicense } from '../base-node.ts'
import { type Built, buildExecutable, summary } from '../executable.ts'
import { sha256 } from '../sha256.ts'
import { hostTarget, root, targetName, targetNamed } from '../target.ts'
import { type ArchiveFile, archive, sourceDate } from './archive.ts'
import { bundledPackages, readPackage } from './bundled-packages.ts'
import { debianPackage } from './debian-package.ts'
import { sbom } from './sbom.ts'
import { thirdPartyLicenses } from './third-party-licenses.ts'

const folder = join(root, 'dist/release')
const { version } = readPackage('.')

/** Without dpkg-deb the release has no Debian package, and prints a message. */
const hasDpkg = spawnSync('dpkg-deb', ['--version']).status === 0
if (!hasDpkg) process.stderr.write('dpkg-deb is missing: no Debian package is made.\n')

/** Writes archive, SBOM and Debian package of one executable to `dist/release`; returns their paths. */
async function release(built: Built, madeAt: Date): Promise<string[]> {
  const name = `urlwitness-${version}-${targetName(built.target)}`
  const node = baseNode(built.target)
  const packages = bundledPackages(built.contents)
  const licenses = thirdPartyLicenses(packages, {
    version: process.versions.node,
    license: nodeLicense(node),
  })
  const files: ArchiveFile[] = [
    {
      path: `urlwitness${built.target.platform === 'win32' ? '.exe' : ''}`,
      body: readFileSync(join(root, built.file)),
      executable: true,
    },
    { path: 'THIRD-PARTY-LICENSES.txt', body: new TextEncoder().encode(licenses) },
    ...['README.md', 'LICENSE', 'config/urlwitness.example.toml'].map((path) => ({
      path,
      body: readFileSync(join(root, path)),
    })),
  ]
  const paths = [join(folder, `${name}.tar.gz`), join(folder, `${name}.cdx.json`)] as const
  writeFileSync(paths[0], await archive(name, files, madeAt))
  writeFileSync(paths[1], await sbom({ ...built, node, packages, madeAt }))
  if (built.target.platform !== 'linux' || !hasDpkg) return [...paths]
  const executable = join(root, built.file)
  const { arch } = built.target
  return [...paths, debianPackage({ arch, version, executable, licenses, madeAt, folder })]
}

// The two targets that are tested. Executables for other systems must be built there, and signed.
const promised = ['linux-x64', 'linux-arm64']
const { values } = parseArgs({
  options: {
    target: {
      type: 'string',
      multiple: true,
      default: process.platform === 'linux' ? promised : [targetName(hostTarget())],
    },
  },
})
const date = sourceDate()
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const written: string[] = []
for (const name of values.target) {
  const built = await buildExecutable(targetNamed(name))
  process.stdout.write(`${summary(built)}\n`)
  written.push(...(await release(built, date)))
}
const sums = written.sort().map((path) => `${sha256(path)}  ${basename(path)}\n`)
writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
process.stdout.write(`dist/release:\n${sums.join('')}`)
