import { join } from 'node:path'
import { build, type Metafile } from 'esbuild'
import { sha256 } from './sha256.ts'
import { addonFile, root, type Target } from './target.ts'

/** Makes one CommonJS file of the program, `file` under the checkout, and says what went into it. */
export async function bundle(
  target: Target,
  file: string,
  entry = 'src/main.ts',
): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: `node${process.versions.node.split('.')[0]}`,
    minify: true,
    metafile: true,
    legalComments: 'none',
    define: {
      EMBEDDED_ADDON_SHA256: JSON.stringify(sha256(join(root, addonFile(target)))),
      // The executable has no source to point at.
      'import.meta.url': '""',
    },
    logLevel: 'warning',
  })
  return metafile
}
