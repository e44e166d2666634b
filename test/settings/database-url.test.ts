import { expect, test } from 'vitest'
import { databaseUrl } from '#settings/database-url.ts'

const plain = { port: 5432, user: 'u', password: null, database: 'd', sslRootCert: null }

test.each([
  ['postgres://u@127.0.0.1/d', { ...plain, host: '127.0.0.1', sslMode: 'disable' }],
  ['postgresql://u@localhost/d', { ...plain, host: 'localhost', sslMode: 'disable' }],
  ['postgres://u@[::1]:6000/d', { ...plain, host: '::1', port: 6000, sslMode: 'disable' }],
  [
    'postgres://u@/d?host=/run/postgresql',
    { ...plain, host: '/run/postgresql', sslMode: 'disable' },
  ],
  // Beyond this machine the connection is encrypted, and only to the named host.
  ['postgres://u@db.example.com/d', { ...plain, host: 'db.example.com', sslMode: 'verify-full' }],
  ['postgres://u@192.0.2.7/d', { ...plain, host: '192.0.2.7', sslMode: 'verify-full' }],
  ['postgres://u@127.0.0.1/d?sslmode=require', { ...plain, host: '127.0.0.1', sslMode: 'require' }],
  [
    'postgres://u:p%40%2Fw@db.example.com/d?sslmode=verify-ca&sslrootcert=/etc/ca.pem',
    {
      ...plain,
      host: 'db.example.com',
      password: 'p@/w',
      sslMode: 'verify-ca',
      sslRootCert: '/etc/ca.pem',
    },
  ],
])('%s names a server', (text, url) => {
  expect(databaseUrl.parse(text)).toEqual(url)
})

test.each([
  ['db.example.com', 'is not an absolute URL'],
  ['mysql://u@db.example.com/d', 'does not begin with postgres://'],
  ['postgres:///d', 'names no host'],
  ['postgres://u@/d', 'names no host'],
  ['postgres://db.example.com/d', 'names no user'],
  ['postgres://u@db.example.com', 'names no database'],
  ['postgres://u:%zz@db.example.com/d', 'has a % that does not begin an escape sequence'],
  [
    'postgres://u@db.example.com/d?sslmode=prefer',
    'has an sslmode that is not disable, require, verify-ca, verify-full',
  ],
  [
    'postgres://u@db.example.com/d?options=-c%20fsync=off',
    'has the parameter options; allowed: host, sslmode, sslrootcert',
  ],
  [
    'postgres://u@/d?host=/run/postgresql&sslmode=require',
    'has an sslmode, but a Unix socket has no TLS',
  ],
])('%s is refused: it %s', (text, message) => {
  const { error } = databaseUrl.safeParse(text)
  expect(error?.issues.map((issue) => issue.message)).toEqual([message])
  // The password is secret.
  expect(JSON.stringify(error?.issues)).not.toContain('zz')
})
