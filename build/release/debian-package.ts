import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { systemdUnit } from '#cli/setup/systemd-unit.ts'
import { bashCompletion } from '#cli/shell/completion-bash.ts'
import { fishCompletion } from '#cli/shell/completion-fish.ts'
import { zshCompletion } from '#cli/shell/completion-zsh.ts'
import { manPage } from '#cli/shell/man-page.ts'
import { verbs } from '#cli/verbs/verbs.ts'
import { root, type Target } from '../target.ts'

/** Debian's names of the architectures. */
const architectures = { x64: 'amd64', arm64: 'arm64' } as const

export interface DebianPackageOptions {
  readonly arch: Target['arch']
  readonly version: string
  /** Path of the executable. */
  readonly executable: string
  /** Text of the licences of everything inside. */
  readonly licenses: string
  readonly madeAt: Date
  /** Where the package is written. */
  readonly folder: string
  /** Compression level of zstd; 9 by default. */
  readonly level?: number
}

/**
 * Builds the Debian package with dpkg-deb; returns its path. The same input and dpkg-deb give the same bytes, since owner, modes
 * and times are fixed. The package does not start the service: without settings of the operator there is nothing to sell.
 */
export function debianPackage(options: DebianPackageOptions): string {
  const { arch, version, executable, madeAt, folder, level = 9 } = options
  const tree = mkdtempSync(join(tmpdir(), 'urlwitness-deb-'))
  const name = `urlwitness_${version}_${architectures[arch]}.deb`
  try {
    const program = place(tree, PROGRAM)
    copyFileSync(executable, program)
    chmodSync(program, 0o755)
    for (const [path, content] of contentOf(options)) {
      const file = place(tree, path)
      writeFileSync(file, content)
      chmodSync(file, 0o644)
    }
    const installedKib = Math.ceil(sizeOf(tree) / 1024)
    const control = { ...maintainerScripts, control: controlOf(version, arch, installedKib) }
    for (const [file, text] of Object.entries(control)) {
      writeFileSync(place(tree, `DEBIAN/${file}`), text)
      chmodSync(join(tree, 'DEBIAN', file), file === 'control' ? 0o644 : 0o755)
    }
    // Modes that do not depend on the umask: dpkg applies them to the folders of the system, including the root folder.
    for (const path of ['.', ...readdirSync(tree, { recursive: true, encoding: 'utf8' })]) {
      const file = join(tree, path)
      if (statSync(file).isDirectory()) chmodSync(file, 0o755)
    }
    const output = join(folder, name)
    execFileSync(
      'dpkg-deb',
      ['--root-owner-group', ...COMPRESSION, `-z${level}`, '--build', tree, output],
      {
        // dpkg-deb sets later times to this one, and every file has just been written.
        env: { ...process.env, SOURCE_DATE_EPOCH: String(Math.floor(madeAt.getTime() / 1000)) },
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
    return output
  } finally {
    rmSync(tree, { recursive: true, force: true })
  }
}

/**
 * Every system with the libc of `Depends` reads zstd (dpkg 1.21). xz takes a hundred seconds for the same size, and level 12
 * takes twice as long as 9 for 1 % less; level 1 is for tests. With one thread the bytes do not depend on the processors.
 */
const COMPRESSION = ['-Zzstd', '--threads-max=1']

const EXAMPLES = 'config/examples'
const PROGRAM = 'usr/bin/urlwitness'
const CONFIG = '/etc/urlwitness.toml'

function contentOf({
  version,
  licenses,
}: DebianPackageOptions): readonly (readonly [string, string | Uint8Array])[] {
  const doc = 'usr/share/doc/urlwitness'
  const own = (path: string) => readFileSync(join(root, path))
  const examples = readdirSync(join(root, EXAMPLES), { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(root, EXAMPLES, path)).isFile())
    .map((path) => [`${doc}/examples/${path}`, own(join(EXAMPLES, path))] as const)
  return [
    ['usr/lib/systemd/system/urlwitness.service', unit()],
    ['usr/share/man/man1/urlwitness.1.gz', gzipSync(manPage(verbs, version), { level: 9 })],
    ['usr/share/bash-completion/completions/urlwitness', bashCompletion(verbs)],
    ['usr/share/zsh/vendor-completions/_urlwitness', zshCompletion(verbs)],
    ['usr/share/fish/vendor_completions.d/urlwitness.fish', fishCompletion(verbs)],
    [`${doc}/README.md`, own('README.md')],
    [`${doc}/copyright`, `${own('LICENSE')}\n${licenses}`],
    [`${doc}/examples/urlwitness.example.toml`, own('config/urlwitness.example.toml')],
    ...examples,
  ]
}

/** The unit that `urlwitness systemd` prints for the settings file of `urlwitness init --config /etc/urlwitness.toml`. */
function unit(): string {
  const text = systemdUnit({
    program: `/${PROGRAM}`,
    config: CONFIG,
    user: null,
    dataDir: '/var/lib/urlwitness',
    tls: null,
    port: 8402,
    secrets: [],
  })
  const condition = `# Written by: urlwitness init --config ${CONFIG}\nConditionPathExists=${CONFIG}\n`
  return text
    .replace(/^# urlwitness for systemd[\s\S]*?(?=\n\[Unit\])/, HEAD)
    .replace('After=network-online.target\n', (line) => line + condition)
}

const HEAD = `# Installed with the package. For TLS files, low ports or secrets in files, print one for your settings, which takes precedence:
#   urlwitness systemd --config ${CONFIG} > /etc/systemd/system/urlwitness.service
`

function controlOf(version: string, arch: Target['arch'], installedKib: number): string {
  return `Package: urlwitness
Version: ${version}
Architecture: ${architectures[arch]}
Maintainer: urlwitness maintainers
Installed-Size: ${installedKib}
Depends: libc6 (>= 2.34), libstdc++6, libgcc-s1, ca-certificates
Recommends: chromium-headless-shell | chromium
Section: net
Priority: optional
Description: checks public URLs, paid per call by x402
 A service that checks a public URL and returns evidence, findings and one verdict.
 Without settings it is a sandbox with simulated payments. With a browser it also
 sells screenshots and checks of rendered pages.
`
}

/** The ledger records who has paid for what, so neither removal nor purge deletes it. */
const maintainerScripts = {
  postinst: `#!/bin/sh
set -e
if [ "$1" = configure ]; then
  if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
    # An upgrade: the new program serves, if the old one did.
    if [ -n "$2" ]; then systemctl try-restart urlwitness.service || true; fi
  fi
  if [ ! -e ${CONFIG} ]; then
    echo "urlwitness: next: urlwitness init --config ${CONFIG} && systemctl enable --now urlwitness"
  fi
fi
`,
  prerm: `#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
  systemctl disable --now urlwitness.service || true
fi
`,
  postrm: `#!/bin/sh
set -e
if [ -d /run/systemd/system ]; then systemctl daemon-reload || true; fi
if [ "$1" = purge ]; then
  for kept in ${CONFIG} /var/lib/urlwitness; do
    if [ -e "$kept" ]; then echo "urlwitness: $kept stays; delete it when you no longer need it"; fi
  done
fi
`,
}

function place(tree: string, path: string): string {
  const file = join(tree, path)
  mkdirSync(dirname(file), { recursive: true, mode: 0o755 })
  return file
}

function sizeOf(tree: string): number {
  return readdirSync(tree, { recursive: true, encoding: 'utf8' })
    .map((path) => statSync(join(tree, path)))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0)
}
