export interface UnitOptions {
  /** Absolute path of the executable. */
  readonly program: string
  /** Absolute path of the settings file; null for a sandbox without one. */
  readonly config: string | null
  /** Null: systemd creates a user while the service runs. */
  readonly user: string | null
  /** `data_dir` of the settings; a relative path is replaced by the state directory. */
  readonly dataDir: string
  /** PEM files of the listener; null: HTTP. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null
  readonly port: number
  /** Environment variables (`URLWITNESS_..._FILE`) of secrets, each with the absolute path of its file. */
  readonly secrets: readonly (readonly [string, string])[]
}

/**
 * A systemd unit, hardened as far as V8 and Chrome allow: no MemoryDenyWriteExecute (V8 compiles to memory), and no
 * RestrictNamespaces (Chrome's sandbox is made of namespaces). The service never runs as root, so Chrome runs as the same
 * unprivileged user.
 */
export function systemdUnit(options: UnitOptions): string {
  const { program, config, user, port } = options
  const hiddenNote = isHiddenFromUnit(program)
    ? `# The unit cannot see ${escapeSpecifiers(program)} (ProtectHome, PrivateTmp): copy it to /usr/local/bin/urlwitness, and change ExecStart.\n`
    : ''
  const capability = port > 0 && port < 1024 ? 'CAP_NET_BIND_SERVICE' : ''
  return `# urlwitness for systemd 247 or newer: save as /etc/systemd/system/urlwitness.service, then
#   systemctl daemon-reload && systemctl enable --now urlwitness
# Log: journalctl -u urlwitness. After a change of the settings: systemctl reload urlwitness; the log names what needs a restart.

[Unit]
Description=urlwitness, checks of public URLs for x402 payments
Wants=network-online.target
After=network-online.target
StartLimitIntervalSec=300
StartLimitBurst=5

[Service]
Type=notify
NotifyAccess=all
${startLines(options).join('\n')}
${hiddenNote}ExecStart=${quoteUnitValue(program)} serve
ExecReload=${config === null ? '' : `${quoteUnitValue(program)} config check --quiet\nExecReload=`}/bin/kill -HUP $MAINPID
${stateLines(options.dataDir).join('\n')}
Restart=on-failure
RestartSec=2
# Wrong usage and invalid settings stay wrong until somebody changes them.
RestartPreventExitStatus=64 78
# A paid call has 30 s; running calls are finished and settled first.
TimeoutStopSec=45
KillMode=mixed
# One runaway page must not take the machine with it, nor the service.
MemoryMax=4G
OOMPolicy=continue
TasksMax=1024
LimitNOFILE=65536
# A core dump would contain the secrets.
LimitCORE=0

${userLine(user)}
UMask=0077
NoNewPrivileges=yes
CapabilityBoundingSet=${capability}
AmbientCapabilities=${capability}
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectClock=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectControlGroups=yes
ProtectProc=invisible
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictRealtime=yes
RestrictSUIDSGID=yes
RemoveIPC=yes
LockPersonality=yes
SystemCallArchitectures=native
# A deny list: Chrome's sandbox needs calls (chroot, unshare) that the usual allow lists omit.
SystemCallFilter=~@clock @cpu-emulation @module @obsolete @raw-io @reboot @swap
SystemCallErrorNumber=EPERM
# Left out on purpose: MemoryDenyWriteExecute (V8 compiles JavaScript to memory), RestrictNamespaces and PrivateUsers
# (Chrome's sandbox is made of user namespaces).

[Install]
WantedBy=multi-user.target
`
}

/** The text of a systemd service and of a systemd timer for a daily backup. */
export function backupTimer(options: {
  readonly program: string
  readonly dataDir: string
  /** Absolute path. */
  readonly folder: string
}): string {
  const [program, folder, dataDir] = [options.program, options.folder, options.dataDir].map(
    quoteUnitValue,
  )
  return `# Save this part as /etc/systemd/system/urlwitness-backup.service
[Unit]
Description=Backup of urlwitness

[Service]
Type=oneshot
ExecStart=${program} backup ${folder} --keep 14 --without-reports --data-dir ${dataDir}
UMask=0077
NoNewPrivileges=yes
PrivateNetwork=yes
PrivateTmp=yes

# Save this part as /etc/systemd/system/urlwitness-backup.timer, then
#   systemctl daemon-reload && systemctl enable --now urlwitness-backup.timer
[Unit]
Description=Daily backup of urlwitness

[Timer]
OnCalendar=daily
RandomizedDelaySec=1h
Persistent=true

[Install]
WantedBy=timers.target
`
}

/** Whether the protections of the unit hide this path from the service. */
export function isHiddenFromUnit(path: string): boolean {
  return /^\/(home|root|run\/user|tmp|var\/tmp)\//.test(path)
}

/**
 * Files that only root can read are copied before each start and each reload: a systemd credential would keep the content of the
 * start. Root writes only where the service cannot, so that no link of a browser that has broken out leads root elsewhere: into a
 * folder that only root can enter. The service sees the folder in it, read-only. Secrets are passed as credentials, since a
 * changed secret needs a restart anyway.
 */
function startLines({ config, tls, secrets }: UnitOptions): readonly string[] {
  const files = [
    ...(config === null ? [] : [['CONFIG', config, 'urlwitness.toml'] as const]),
    ...(tls === null
      ? []
      : ([
          ['TLS_CERT_FILE', tls.certFile, 'cert.pem'],
          ['TLS_KEY_FILE', tls.keyFile, 'key.pem'],
        ] as const)),
  ]
  const credentials = secrets.flatMap(([variable, path]) => {
    const name = variable.toLowerCase()
    return [
      `LoadCredential=${name}:${escapeSpecifiers(path)}`,
      `Environment=${variable}=%d/${name}`,
    ]
  })
  if (files.length === 0) return [NO_CONFIG, ...credentials]
  const copies = files.map(
    ([, from, name]) =>
      `+/usr/bin/install -T -m 0444 -- ${quoteUnitValue(from)} %t/urlwitness/files/${name}`,
  )
  return [
    ...(config === null ? [NO_CONFIG] : []),
    'ExecStartPre=+/usr/bin/install -d -m 0700 -- %t/urlwitness/',
    'ExecStartPre=+/usr/bin/install -d -m 0755 -- %t/urlwitness/files',
    ...copies.map((copy) => `ExecStartPre=${copy}`),
    'ExecStopPost=+/usr/bin/rm -rf -- %t/urlwitness/',
    'BindReadOnlyPaths=-%t/urlwitness/files:%t/urlwitness-files',
    ...copies.map((copy) => `ExecReload=${copy}`),
    ...files.map(
      ([variable, , name]) => `Environment=URLWITNESS_${variable}=%t/urlwitness-files/${name}`,
    ),
    ...credentials,
  ]
}

const NO_CONFIG =
  '# No settings file: a sandbox with simulated payments. `urlwitness init --config /etc/urlwitness.toml` writes one.'

function stateLines(dataDir: string): readonly string[] {
  const [, name] = /^\/var\/lib\/([\w.-]+)\/?$/.exec(dataDir) ?? []
  if (dataDir.startsWith('/') && name === undefined) {
    return [`ReadWritePaths=${escapeSpecifiers(dataDir)}`]
  }
  const state = [`StateDirectory=${name ?? 'urlwitness'}`, 'StateDirectoryMode=0700']
  return name === undefined ? ['Environment=URLWITNESS_DATA_DIR=%S/urlwitness', ...state] : state
}

function userLine(user: string | null): string {
  return user === null ? 'DynamicUser=yes' : `User=${user}`
}

/** The path as one word of a systemd command line. */
function quoteUnitValue(path: string): string {
  const text = escapeSpecifiers(path).replaceAll('$', '$$$$')
  return /[\s"'\\;]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : text
}

/** Escapes percent signs, which begin a specifier in a unit. */
function escapeSpecifiers(path: string): string {
  return path.replaceAll('%', '%%')
}
