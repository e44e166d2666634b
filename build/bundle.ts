import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build, type Metafile } from 'esbuild'
import { computedModules } from './computed-modules.ts'
import { sha256 } from './sha256.ts'
import { addonFile, root, type Target } from './target.ts'

/** Makes one CommonJS file of the program, `file` under the checkout, and says what went into it. */
export async function bundle(
  target: Target,
  file: string,
  entry = 'src/main.ts',
): Promise<Metafile> {
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: `node${process.versions.node.split('.')[0]}`,
    minify: true,
    metafile: true,
    write: false,
    plugins: [computedModules],
    legalComments: 'none',
    define: {
      EMBEDDED_ADDON_SHA256: JSON.stringify(sha256(join(root, addonFile(target)))),
      // The executable has no source to point at.
      'import.meta.url': '""',
    },
    logLevel: 'warning',
  })
  const [code] = outputFiles
  if (code === undefined) throw new TypeError(`${entry} came to no code.`)
  writeFileSync(resolve(root, file), asciiOnly(code.text))
  return metafile
}

/**
 * The same program in ASCII. V8 holds a source with any other character in two bytes for each, over 6 MB as long as the
 * program runs; esbuild escapes strings, and leaves templates and patterns as they are. A tag that reads `raw` would see
 * the difference; there is none here.
 */
function asciiOnly(code: string): string {
  return code.replace(/\\?[^\0-\x7f]/g, (text) => {
    if (text.length > 1) throw new TypeError(`A backslash before ${text[1]} cannot be told apart.`)
    return `\\u${text.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
