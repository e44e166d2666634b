import { cpSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const root = new URL('../../../', import.meta.url).pathname

/** Copies this checkout into `folder`, where a test may change it; the copy shares the installed packages. */
export function copyCheckout(folder: string): string {
  const paths = ['src', 'build', 'config', 'package.json', 'package-lock.json', 'tsconfig.json']
  for (const path of [...paths, '.npmrc', 'README.md', 'LICENSE']) {
    cpSync(join(root, path), join(folder, path), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}
