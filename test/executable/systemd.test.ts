import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { version } from '#runtime/version.ts'
import { hasProgram, needs } from '#test/equipment/program/needs.ts'
import { debianPackage } from '../../build/release/debian-package.ts'
import { executableFile, hostTarget, root } from '../../build/target.ts'

const namespaces = ['--mount', '--pid', '--net', '--uts', '--ipc', '--cgroup', '--fork']
const present = {
  root: process.getuid?.() === 0,
  systemd: existsSync('/lib/systemd/systemd'),
  'namespaces to boot systemd in': spawnSync('unshare', [...namespaces, 'true']).status === 0,
  'wget, openssl and dpkg': ['wget', 'openssl', 'dpkg-deb'].every(hasProgram),
}
const machine = needs(present)
let output = ''

beforeAll(() => {
  if (machine.skip) return
  const executable = join(root, executableFile(hostTarget()))
  const folder = mkdtempSync(join(tmpdir(), 'urlwitness-systemd-'))
  try {
    debianPackage({
      ...hostTarget(),
      version,
      executable,
      licenses: 'x',
      madeAt: new Date(0),
      folder,
      level: 1,
    })
    copyFileSync(new URL('systemd-script.sh', import.meta.url), join(folder, 'script'))
    const boot = new URL('systemd-machine.sh', import.meta.url).pathname
    const { stderr } = spawnSync('unshare', [...namespaces, 'bash', boot, executable, folder], {
      encoding: 'utf8',
      timeout: 200_000,
      killSignal: 'SIGKILL',
    })
    output = existsSync(join(folder, 'output'))
      ? readFileSync(join(folder, 'output'), 'utf8')
      : stderr
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 240_000)

const seen = (...names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => [name, new RegExp(`^${name}=(.*)$`, 'm').exec(output)?.[1] ?? output]),
  )

test(
  'the printed unit starts under systemd, and is started only once the service is ready',
  machine,
  () => {
    expect(seen('start', 'price_at_start', 'user_is_made_up', 'status')).toEqual({
      start: '0',
      price_at_start: '0.011',
      user_is_made_up: 'yes',
      status: '0',
    })
  },
)

test(
  'systemctl reload applies a changed price without a restart, and fails loudly for a file that is not valid',
  machine,
  () => {
    const pid = seen('pid_after_reload')['pid_after_reload']
    expect(
      seen(
        'reload',
        'price_after_reload',
        'broken_reload',
        'pid_after_broken_reload',
        'price_after_broken_reload',
        'reason_in_journal',
      ),
    ).toEqual({
      reload: '0',
      price_after_reload: '0.012',
      broken_reload: '1',
      pid_after_broken_reload: pid,
      price_after_broken_reload: '0.012',
      reason_in_journal: '1',
    })
  },
)

test('a killed service is started again, and one with wrong settings is not', machine, () => {
  expect(
    seen(
      'restarts_after_kill',
      'restart_with_wrong_settings',
      'state_with_wrong_settings',
      'status_with_wrong_settings',
      'restarts_with_wrong_settings',
      'start_again',
    ),
  ).toEqual({
    restarts_after_kill: '1',
    restart_with_wrong_settings: '1',
    state_with_wrong_settings: 'failed',
    status_with_wrong_settings: '78',
    restarts_with_wrong_settings: '0',
    start_again: '0',
  })
})

test(
  'root copies the settings to where the service can neither write nor link, and others cannot read',
  machine,
  () => {
    expect(
      seen(
        'service_reads_settings',
        'service_links_settings',
        'service_makes_files',
        'service_enters_folder_of_root',
        'neighbour_reads_settings',
      ),
    ).toEqual({
      service_reads_settings: '0',
      service_links_settings: '1',
      service_makes_files: '1',
      service_enters_folder_of_root: '2',
      neighbour_reads_settings: '1',
    })
  },
)

test(
  'the printed timer makes a backup; an archive is made beside the service; a stop is a success',
  machine,
  () => {
    expect(seen('timer', 'backup', 'backups', 'archive', 'stop', 'result_of_stop')).toEqual({
      timer: '0',
      backup: '0',
      backups: '1',
      archive: '0',
      stop: '0',
      result_of_stop: 'success',
    })
  },
)

test(
  'TLS files, port 443 and a secret that only root reads reach the service, and a reload renews the certificate',
  machine,
  () => {
    const { certificate_before: before, certificate_after: after } = seen(
      'certificate_before',
      'certificate_after',
    )
    expect(before).toMatch(/^serial=\w+$/)
    expect(after).toMatch(/^serial=\w+$/)
    expect(after).not.toBe(before)
    expect(
      seen(
        'start_with_tls',
        'price_with_tls',
        'reload_with_tls',
        'secret_in_environment',
        'stop_with_tls',
        'end',
      ),
    ).toEqual({
      start_with_tls: '0',
      price_with_tls: '0.014',
      reload_with_tls: '0',
      secret_in_environment: '0',
      stop_with_tls: '0',
      end: 'reached',
    })
  },
)

test(
  'the Debian package starts the service, restarts it at an upgrade, and is removed without a trace but settings and ledger',
  machine,
  () => {
    const names = [
      'install',
      'start',
      'price',
      'upgrade',
      'restarted',
      'purge',
      'state',
      'files',
      'keeps',
    ]
    expect(seen(...names.map((name) => `package_${name}`))).toEqual({
      package_install: '0',
      package_start: '0',
      package_price: '0.015',
      package_upgrade: '0',
      package_restarted: 'active',
      package_purge: '0',
      package_state: 'inactive',
      package_files: '0',
      package_keeps: '2',
    })
  },
)
