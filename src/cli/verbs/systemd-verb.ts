import { proxies } from './proxy-example.ts'
import type { VerbSpec } from './verb.ts'

export const systemdVerb: VerbSpec = {
  verb: 'systemd',
  operands: [],
  about: 'Print a hardened systemd unit, or the reverse proxy in front of it',
  flags: [
    { name: 'user', value: 'NAME', about: 'Run as this user instead of one that systemd makes up' },
    {
      name: 'proxy',
      value: 'PROXY',
      about: 'Print settings of caddy or nginx instead, which end TLS for base_url',
      choices: proxies,
    },
  ],
  settings: true,
  more: [
    'With --config the unit hands that file over; it may belong to root, with mode 0600.',
    'A proxy is trusted with nothing: no Forwarded or X-Forwarded field is read.',
  ],
  examples: [
    'urlwitness systemd --config /etc/urlwitness.toml > /etc/systemd/system/urlwitness.service',
    'urlwitness systemd --proxy caddy --base-url https://verify.example.com',
    'urlwitness systemd --proxy nginx --config /etc/urlwitness.toml',
  ],
}
