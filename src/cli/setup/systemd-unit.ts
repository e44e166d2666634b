export interface UnitOptions {
  /** Absolute path of the executable. */
  readonly program: string
  /** Absolute path of the settings file; null: none, a sandbox. */
  readonly config: string | null
  /** Null: systemd makes one up while the service runs. */
  readonly user: string | null
}

/**
 * A systemd unit. Hardened as far as V8 and Chrome allow: no MemoryDenyWriteExecute (V8 compiles to memory), and no
 * RestrictNamespaces (Chrome's sandbox is made of namespaces). The service never runs as root, so Chrome is started as the
 * same user, without rights to win.
 */
export function systemdUnit({ program, config, user }: UnitOptions): string {
  return `# urlwitness for systemd 247 or newer: save as /etc/systemd/system/urlwitness.service, then
#   systemctl daemon-reload && systemctl enable --now urlwitness
# What it says: journalctl -u urlwitness. The ledger: /var/lib/urlwitness.

[Unit]
Description=urlwitness, checks of public URLs for x402 payments
Wants=network-online.target
After=network-online.target

[Service]
Type=exec
ExecStart=${quoted(program)} serve
ExecReload=/bin/kill -HUP $MAINPID
${settings(config)}
Environment=URLWITNESS_DATA_DIR=%S/urlwitness
StateDirectory=urlwitness
StateDirectoryMode=0700
Restart=on-failure
RestartSec=2
# A paid call has 30 s; what runs is finished and settled first.
TimeoutStopSec=45
KillMode=mixed
# One runaway page must not take the machine with it.
MemoryMax=4G
TasksMax=1024
LimitNOFILE=65536

${owner(user)}
UMask=0077
NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
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
# A list of what is refused: Chrome's sandbox needs calls (chroot, unshare) that the usual lists of what is allowed leave out.
SystemCallFilter=~@clock @cpu-emulation @module @obsolete @raw-io @reboot @swap
SystemCallErrorNumber=EPERM
# Left out on purpose: MemoryDenyWriteExecute (V8 compiles JavaScript to memory), RestrictNamespaces and PrivateUsers
# (Chrome's sandbox is made of user namespaces).

[Install]
WantedBy=multi-user.target
`
}

/** systemd reads the file as root and hands it over, so that nobody else needs to. */
function settings(config: string | null): string {
  if (config === null) {
    return '# No settings file: a sandbox with play money. `urlwitness init --config /etc/urlwitness.toml` writes one.'
  }
  return [
    `LoadCredential=urlwitness.toml:${specifierless(config)}`,
    'Environment=URLWITNESS_CONFIG=%d/urlwitness.toml',
  ].join('\n')
}

function owner(user: string | null): string {
  return user === null ? 'DynamicUser=yes' : `User=${user}`
}

/** One word of a command line of systemd. */
function quoted(path: string): string {
  const text = specifierless(path).replaceAll('$', '$$$$')
  return /[\s"'\\;]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : text
}

/** A percent sign begins a specifier. */
function specifierless(path: string): string {
  return path.replaceAll('%', '%%')
}
