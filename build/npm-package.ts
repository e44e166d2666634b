import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { buildProgram } from './program/program.ts'
import { bundledPackages } from './release/bundled-packages.ts'
import { thirdPartyLicenses } from './release/third-party-licenses.ts'
import { root } from './target.ts'

// The `prepack` of package.json: makes the files that `npm pack` packs beside the manifest, README, licence and example settings.
// Everything is bundled, so an installation has the versions that were tested, and needs neither a registry nor a compiler.
const folder = 'dist/npm'
const within = (path: string) => join(root, folder, path)

rmSync(join(root, folder), { recursive: true, force: true })
// A code cache is for one version of Node on one kind of machine.
const contents = await buildProgram({ folder: `${folder}/lib`, codeCache: false })
writeFileSync(within('THIRD-PARTY-LICENSES.txt'), thirdPartyLicenses(bundledPackages(contents)))
// The bundled better-sqlite3 searches for its addons here.
cpSync(join(root, 'node_modules/better-sqlite3/prebuilds'), within('prebuilds'), {
  recursive: true,
})
// npm makes a command of each file in this folder (`directories.bin`), with the name of the file. A file without an extension is
// CommonJS for every version of Node, so that an old Node can still print which version is needed.
mkdirSync(within('bin'))
copyFileSync(join(root, 'build/checkout/urlwitness.cjs'), within('bin/urlwitness'))
chmodSync(within('bin/urlwitness'), 0o755)
writeFileSync(within('package.json'), '{ "type": "commonjs" }\n')

// The manifest of the package has no dependencies, since they are bundled: an installation would fetch 200 packages for
// nothing. `postpack` restores the manifest of the checkout; an earlier pack that was interrupted is undone first.
const manifest = join(root, 'package.json')
const kept = join(root, 'dist/package.json')
if (existsSync(kept)) renameSync(kept, manifest)
const { dependencies, devDependencies, overrides, workspaces, allowScripts, ...published } =
  JSON.parse(`${readFileSync(manifest)}`)
renameSync(manifest, kept)
writeFileSync(manifest, `${JSON.stringify(published, null, 2)}\n`)
