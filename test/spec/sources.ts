import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const root = join(import.meta.dirname, '../..')

/** The files of the source, from the root of the project: `src/net/tls/handshake.ts`. */
export const sources: readonly string[] = readdirSync(join(root, 'src'), {
  recursive: true,
  encoding: 'utf8',
})
  .filter((name) => name.endsWith('.ts'))
  .map((name) => `src/${name}`)

/** Calls `visit` for each node of the syntax of a file, with the file. `text` is the content of the file, if it is another one. */
export function eachNode(
  path: string,
  visit: (node: ts.Node, file: ts.SourceFile) => void,
  text = readFileSync(join(root, path), 'utf8'),
): void {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const descend = (node: ts.Node): void => {
    visit(node, file)
    node.forEachChild(descend)
  }
  descend(file)
}
