import { Fault } from '#fault.ts'
import { type AdminContext, createAdminApp } from '#http/admin-app.ts'
import { type FetchHandler, type ListeningServer, listen } from '#http/server.ts'
import { readServerCertificate, type ServerCertificate } from '#http/server-certificate.ts'
import type { Runtime } from '#runtime/runtime.ts'
import { baseUrlAt, type Settings } from '#settings/settings.ts'

/** Added to the deadline of a job: the response may wait in the buffers of a slow connection. */
const IDLE_TIMEOUT_MARGIN_MS = 60_000

/** Milliseconds to finish writing responses when the service stops; jobs have ended by then. */
const STOP_GRACE_MS = 2_000

export interface PublicListener {
  readonly server: ListeningServer
  /** The base URL of the settings, or else the URL of the listening address. */
  readonly baseUrl: string
  /** Sets the handler of requests. Until then, each request gets a 503. */
  serve(handler: FetchHandler): void
  /**
   * Reads the certificate files again and uses them from now on. Null on success, and without TLS; otherwise one
   * sentence that says what is wrong with the files, and the previous certificate stays in use.
   */
  renewCertificate(): string | null
  /** When the certificate in use expires, epoch milliseconds; null without TLS. */
  certificateExpiresAt(): number | null
  close(): Promise<void>
}

/**
 * Listens before the other parts are opened, because the base URL may contain the port that the system picks. Throws
 * `certificate_unusable`, `listen_failed`.
 */
export async function openPublicListener(
  settings: Settings,
  { clock, random }: Runtime,
): Promise<PublicListener> {
  let handle: FetchHandler = () => new Response(null, { status: 503 })
  const { tls } = settings
  let certificate = tls === null ? null : usableCertificate(tls, clock.now())
  const server = await listen({
    ...settings.listen,
    clock,
    random,
    idleTimeoutMs: settings.limits.deadlineMs + IDLE_TIMEOUT_MARGIN_MS,
    handler: (request, exchange) => handle(request, exchange),
    certificate,
    hasManyClients: true,
  })
  return {
    server,
    baseUrl: baseUrlAt(server, settings),
    serve: (handler) => {
      handle = handler
    },
    renewCertificate: () => {
      if (tls === null) return null
      const reading = readServerCertificate(tls, clock.now())
      if (reading.status === 'unusable') return reading.detail
      certificate = reading.certificate
      server.renew(certificate)
      return null
    },
    certificateExpiresAt: () => certificate?.expiresAt ?? null,
    close: () => server.close(STOP_GRACE_MS),
  }
}

export interface AdminListener {
  readonly server: ListeningServer
  close(): Promise<void>
}

/** Optional: null if its port is taken; the service then sells without metrics and console. */
export async function openAdminListener(
  settings: Settings,
  { clock, random, log }: Runtime,
  context: AdminContext,
): Promise<AdminListener | null> {
  const app = createAdminApp(context)
  try {
    const server = await listen({
      ...settings.adminListen,
      clock,
      random,
      idleTimeoutMs: settings.limits.deadlineMs + IDLE_TIMEOUT_MARGIN_MS,
      handler: (request) => app.fetch(request),
    })
    return { server, close: () => server.close(STOP_GRACE_MS) }
  } catch (error) {
    log.error('admin_unavailable', { advice: 'Set admin_listen to a free port.', error })
    return null
  }
}

function usableCertificate(files: NonNullable<Settings['tls']>, now: number): ServerCertificate {
  const reading = readServerCertificate(files, now)
  if (reading.status === 'read') return reading.certificate
  throw new Fault('certificate_unusable', `${reading.detail}.`)
}
