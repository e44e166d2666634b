import { parse, serialize } from 'hono/utils/cookie'
import { consolePath } from './paths.ts'
import { SESSION_LIFETIME_MS } from './sessions.ts'

/** Cookies ignore the port, so the name distinguishes this listener from another service on the machine. */
function cookieName(request: Request): string {
  const port = hostOf(request).match(/:(\d+)$/)?.[1] ?? '80'
  return `urlwitness_console_${port}`
}

/** The Host field of a request; empty without one. */
export function hostOf(request: Request): string {
  return request.headers.get('host') ?? ''
}

/** The session cookie of a request, as it was sent. */
export function readCookie(request: Request): string | undefined {
  const name = cookieName(request)
  return parse(request.headers.get('cookie') ?? '', name)[name]
}

/** A Set-Cookie field. `Strict`: requests from pages of other sites never carry the cookie. `Secure` if it was set over https. */
export function sessionCookie(request: Request, value: string): string {
  return serializeCookie(request, value, SESSION_LIFETIME_MS / 1000)
}

/** A Set-Cookie field that deletes the cookie. */
export function expiredCookie(request: Request): string {
  return serializeCookie(request, '', 0)
}

function serializeCookie(request: Request, value: string, maxAge: number): string {
  return serialize(cookieName(request), value, {
    path: consolePath,
    httpOnly: true,
    sameSite: 'Strict',
    secure: request.headers.get('x-forwarded-proto') === 'https',
    maxAge,
  })
}
