import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { type Target, targetName } from '../../../build/target.ts'

/** A root folder with one executable, the loader and libraries of C and C++, and an empty /tmp: nothing else at all. */
export interface BareMachine extends Disposable {
  readonly folder: string
  /** Runs the executable inside, as `spawn` takes it. */
  readonly command: readonly [file: string, args: readonly string[]]
}

/** Why this machine cannot provide one, with what to do about it; null when it can. */
export function hindrance(target: Target, executable: string): string | null {
  if (process.getuid?.() !== 0) return 'only root may change its root folder'
  if (!existsSync(executable)) return `${executable} is missing: npm run release`
  if (isForeign(target) && !(existsSync(emulator) && existsSync(foreignLibraries))) {
    return 'apt-get install qemu-user-static libstdc++6-arm64-cross'
  }
  return null
}

export function openBareMachine(target: Target, executable: string): BareMachine {
  const folder = mkdtempSync(join(tmpdir(), `urlwitness-bare-${targetName(target)}-`))
  const put = (from: string, to: string) => {
    mkdirSync(join(folder, dirname(to)), { recursive: true })
    copyFileSync(from, join(folder, to))
  }
  mkdirSync(join(folder, 'tmp'))
  put(executable, '/urlwitness')
  if (isForeign(target)) put(emulator, '/emulator')
  for (const [from, to] of isForeign(target) ? libraries : linkedBy(executable)) put(from, to)
  return {
    folder,
    command: ['chroot', [folder, ...(isForeign(target) ? ['/emulator'] : []), '/urlwitness']],
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const isForeign = ({ arch }: Target) => arch !== process.arch
const emulator = '/usr/bin/qemu-aarch64-static'
const foreignLibraries = '/usr/aarch64-linux-gnu/lib/libstdc++.so.6'
const libraries = [
  'ld-linux-aarch64.so.1',
  'libc.so.6',
  'libdl.so.2',
  'libgcc_s.so.1',
  'libm.so.6',
  'libpthread.so.0',
  'libstdc++.so.6',
].map((name) => [join(dirname(foreignLibraries), name), `/lib/${name}`] as const)

function linkedBy(executable: string): (readonly [string, string])[] {
  const output = execFileSync('ldd', [executable], { encoding: 'utf8' })
  return [...output.matchAll(/\/\S+/g)].map(([path]) => [path, path] as const)
}
