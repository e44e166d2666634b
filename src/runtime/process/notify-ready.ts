import { spawn } from 'node:child_process'

// A separate file: only this folder starts programs.

/**
 * Notifies a systemd unit of `Type=notify` that the service is ready. Node has no Unix datagram sockets, so
 * `systemd-notify` sends the message; the unit sets `NotifyAccess=all` for it. Does nothing elsewhere.
 */
export function notifyReady(env: Readonly<Record<string, string | undefined>>): void {
  if (!env['NOTIFY_SOCKET']) return
  const child = spawn('systemd-notify', ['--ready'], { stdio: 'ignore' })
  // Without `systemd-notify` the unit times out, and systemd reports that.
  child.on('error', () => {})
  child.unref()
}
