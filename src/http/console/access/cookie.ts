import { parse, serialize } from 'hono/utils/cookie'
import { consolePath } from './paths.ts'
import { SESSION_LIFE_MS } from './sessions.ts'

/** Ports share cookies, so the name tells this listener's from that of another service on the machine. */
function nameOf(request: Request): string {
  const port = hostOf(request).match(/:(\d+)$/)?.[1] ?? '80'
  return `urlwitness_console_${port}`
}

export function hostOf(request: Request): string {
  return request.headers.get('host') ?? ''
}

export function readCookie(request: Request): string | undefined {
  const name = nameOf(request)
  return parse(request.headers.get('cookie') ?? '', name)[name]
}

/** `Strict`: no other site's page gets a request with it sent. `Secure` wherever the operator came by https. */
export function cookieField(request: Request, value: string): string {
  return written(request, value, SESSION_LIFE_MS / 1000)
}

export function noCookieField(request: Request): string {
  return written(request, '', 0)
}

function written(request: Request, value: string, maxAge: number): string {
  return serialize(nameOf(request), value, {
    path: consolePath,
    httpOnly: true,
    sameSite: 'Strict',
    secure: request.headers.get('x-forwarded-proto') === 'https',
    maxAge,
  })
}
