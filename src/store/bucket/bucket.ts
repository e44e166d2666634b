import { AwsV4Signer } from 'aws4fetch'
import { codeOf, Fault } from '#fault.ts'
import { type Clock, rereadAfter } from '#runtime/clock.ts'
import { type Deadline, deadlineAfter } from '#runtime/deadline.ts'
import { sha256Hex } from '#runtime/encoding.ts'
import { environment } from '#runtime/process/process.ts'
import type { EvidenceUrl } from '#settings/evidence-url.ts'

/** A screenshot in the bucket, as its row names it. */
export interface StoredObject {
  /** SHA-256 of the secret id, so that a list of the bucket's keys does not reveal the id. */
  readonly idSha256: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

export interface BucketRequest {
  readonly method: 'GET' | 'PUT' | 'DELETE'
  /** Key within the bucket; empty for the bucket itself. */
  readonly key: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Uint8Array<ArrayBuffer>
  /** Most bytes of the response body. */
  readonly maxBytes: number
  /** Most attempts; default 3. */
  readonly attempts?: number
}

export interface BucketResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array<ArrayBuffer>
  /** S3 error code, such as `NoSuchKey`; null without one. */
  readonly code: string | null
}

/** An attempt without a usable response. */
interface Failure {
  /** Null without a whole response. */
  readonly status: number | null
  readonly reason: string
}

// A sale waits until its screenshot is stored, and its deadline leaves a few seconds for that.
const TOTAL_TIMEOUT_MS = 8_000
export const ATTEMPT_TIMEOUT_MS = 4_000
const MAX_ATTEMPTS = 3
const FIRST_RETRY_DELAY_MS = 200
// Longer than a probe takes.
const PROBE_EVERY_MS = 10_000
const MAX_ERROR_BYTES = 16 * 1024
const KEYS_PER_PAGE = 1_000
const MAX_LIST_BYTES = 2 * 1024 * 1024
const MAX_PAGES = 100
const MAX_CONCURRENT_DELETES = 8

/**
 * Screenshots in a bucket of S3-compatible storage. A key begins with the time of expiry, and the store lists keys in
 * order, so any node finds the expired objects, including those that a killed node or a lost database has left. On
 * failure, every method rejects with `evidence_bucket_failed` within a few seconds.
 */
export class Bucket {
  readonly #url: EvidenceUrl
  readonly #clock: Clock
  readonly #probe: () => Promise<unknown>
  #failure: Fault | null = null

  constructor(url: EvidenceUrl, clock: Clock) {
    if (url.url.startsWith('https:') && environment()['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') {
      throw bucketFailed(
        url,
        'is not used while NODE_TLS_REJECT_UNAUTHORIZED is 0: no certificate is checked then.',
      )
    }
    this.#url = url
    this.#clock = clock
    // The probe writes, because an access key may have permission to list but not to write. Its object has already
    // expired, so the janitor deletes it.
    const object = { idSha256: '0'.repeat(64), expiresAt: clock.now() }
    this.#probe = rereadAfter(clock, PROBE_EVERY_MS, () =>
      // `put` records the failure in `#failure`.
      this.put(object, new Uint8Array(1)).catch(() => null),
    )
  }

  async put(object: StoredObject, content: Uint8Array): Promise<BucketResponse> {
    const key = this.keyOf(object)
    const body = new Uint8Array(content)
    const response = await this.send({ method: 'PUT', key, body, maxBytes: MAX_ERROR_BYTES })
    this.#expect(response, 'PUT', [200, 201])
    this.#failure = null
    return response
  }

  /** Reads an object of at most `bytes`; null if it does not exist. */
  async get(object: StoredObject, bytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
    const maxBytes = Math.max(bytes, MAX_ERROR_BYTES)
    const response = await this.send({ method: 'GET', key: this.keyOf(object), maxBytes })
    if (response.status === 404 && response.code !== 'NoSuchBucket') return null
    this.#expect(response, 'GET', [200])
    return response.body
  }

  /** Deletes an object. A missing object is no error. */
  async remove(object: StoredObject): Promise<void> {
    await this.check()
    const key = this.keyOf(object)
    const response = await this.send({
      method: 'DELETE',
      key,
      maxBytes: MAX_ERROR_BYTES,
      attempts: 2,
    })
    this.#expect(response, 'DELETE', [200, 204, 404])
  }

  /**
   * Deletes objects as `remove` does until `signal` is aborted, but returns the errors. Objects that remain are deleted
   * when they expire.
   */
  async removeAll(
    objects: readonly StoredObject[],
    signal?: AbortSignal,
  ): Promise<readonly unknown[]> {
    const results: PromiseSettledResult<void>[] = []
    for (let index = 0; index < objects.length; index += MAX_CONCURRENT_DELETES) {
      if (signal?.aborted) break
      const batch = objects.slice(index, index + MAX_CONCURRENT_DELETES)
      results.push(...(await Promise.allSettled(batch.map((object) => this.remove(object)))))
    }
    return results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  }

  /**
   * Deletes the objects that have expired both by `now` and by the clock of the store, so that a node whose clock is
   * ahead deletes nothing early. Returns the number of objects. Safe on several nodes at once. Ends early when `signal`
   * is aborted.
   */
  async removeExpired(now: number, signal?: AbortSignal): Promise<number> {
    let removed = 0
    let firstKey: string | null = null
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const { objects, storeNow } = await this.#firstObjects()
      const expired = objects.filter(({ expiresAt }) => expiresAt <= Math.min(now, storeNow))
      const [first] = expired
      // A store may still list an object that it has deleted.
      if (first === undefined || this.keyOf(first) === firstKey) break
      firstKey = this.keyOf(first)
      const [error] = await this.removeAll(expired, signal)
      if (error !== undefined) throw error
      removed += expired.length
      if (expired.length < KEYS_PER_PAGE || signal?.aborted) break
    }
    return removed
  }

  /** After a failure, rejects at once until a write has succeeded again. Without a failure, no request is sent. */
  async check(): Promise<void> {
    if (this.#failure === null) return
    void this.#probe()
    throw this.#failure
  }

  /**
   * Sends a signed request, and retries it while the failure may be temporary. Redirects are not followed: a store
   * sends one when the region is wrong.
   */
  async send(request: BucketRequest): Promise<BucketResponse> {
    using deadline = deadlineAfter(this.#clock, TOTAL_TIMEOUT_MS)
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#attempt(request, deadline)
      const delayMs = FIRST_RETRY_DELAY_MS * 2 ** (attempt - 1)
      const isLast =
        attempt === (request.attempts ?? MAX_ATTEMPTS) || deadline.remainingMs() < delayMs
      if (isLast || !isTransient(outcome.status)) {
        if ('body' in outcome) return outcome
        throw this.#failed(request.method, outcome.reason)
      }
      await this.#clock.sleep(delayMs)
    }
  }

  async #attempt(
    { method, key, query = {}, body, maxBytes }: BucketRequest,
    totalDeadline: Deadline,
  ): Promise<BucketResponse | Failure> {
    using deadline = totalDeadline.within(ATTEMPT_TIMEOUT_MS)
    const { url, region, keyId, secretKey } = this.#url
    const parameters = new URLSearchParams(query).toString()
    try {
      const signer = new AwsV4Signer({
        method,
        // Some stores compute the signature of the bucket path without its slash, even if the slash was sent.
        url: key === '' ? `${url.replace(/\/$/, '')}?${parameters}` : url + key,
        headers:
          body === undefined
            ? {}
            : { 'content-type': 'image/png', 'x-amz-content-sha256': sha256Hex(body) },
        accessKeyId: keyId,
        secretAccessKey: secretKey,
        service: 's3',
        region,
      })
      const signed = await signer.sign()
      // Not signed, because the proxies of some stores change this header.
      signed.headers.set('accept-encoding', 'identity')
      const response = await globalThis.fetch(signed.url, {
        method,
        headers: signed.headers,
        body: body ?? null,
        redirect: 'manual',
        signal: deadline.signal,
      })
      const received = await readUpTo(maxBytes, response)
      const { status, headers } = response
      if (received === null) return { status, reason: `${status} with more than ${maxBytes} bytes` }
      return { status, headers, body: received, code: status < 300 ? null : codeIn(received) }
    } catch (cause) {
      const reason = deadline.expired()
        ? `no response within ${ATTEMPT_TIMEOUT_MS} ms`
        : reasonOf(cause)
      return { status: null, reason }
    }
  }

  /**
   * Returns the objects of the first page of keys, and the latest time that the `Date` of the response may mean. Keys
   * that this program did not write are left out.
   */
  async #firstObjects(): Promise<{
    readonly objects: readonly StoredObject[]
    readonly storeNow: number
  }> {
    const { prefix } = this.#url
    // Version 1 of the list request, which every store supports; it suffices because only the first page is read.
    const query = { 'max-keys': String(KEYS_PER_PAGE), prefix }
    const response = await this.send({ method: 'GET', key: '', query, maxBytes: MAX_LIST_BYTES })
    this.#expect(response, 'list', [200])
    const keys = textOf(response.body).matchAll(/<Key>([^<]+)<\/Key>/g)
    // A store may send more keys than were requested.
    const objects = [...keys].slice(0, KEYS_PER_PAGE).flatMap(([, key = '']) => {
      const [, expiresAt, idSha256] =
        /^(\d{13})\/([0-9a-f]{64})$/.exec(key.slice(prefix.length)) ?? []
      const isOurs = key.startsWith(prefix) && idSha256 !== undefined
      return isOurs ? [{ idSha256, expiresAt: Number(expiresAt) }] : []
    })
    const date = Date.parse(response.headers.get('date') ?? '')
    // `Date` has whole seconds. Without it, the clock of the store is not known to differ.
    return { objects, storeNow: Number.isNaN(date) ? Infinity : date + 999 }
  }

  keyOf({ idSha256, expiresAt }: StoredObject): string {
    return `${this.#url.prefix}${String(expiresAt).padStart(13, '0')}/${idSha256}`
  }

  #expect({ status, code }: BucketResponse, operation: string, allowed: readonly number[]): void {
    if (!allowed.includes(status) || code === 'NoSuchBucket') {
      throw this.#failed(operation, code === null ? String(status) : `${status} ${code}`)
    }
  }

  #failed(operation: string, reason: string): Fault {
    const fault = bucketFailed(
      this.#url,
      `did not carry out ${operation}: ${reason}.${remedyFor(reason)}`,
    )
    this.#failure = fault
    return fault
  }
}

/**
 * Whether a retry may succeed after this status, as after `SlowDown` or when a node of the store restarts. Null: there
 * was no whole response.
 */
function isTransient(status: number | null): boolean {
  return status === null || status >= 500 || status === 429
}

/** The Fault of a failed request to the bucket. `reason` completes the sentence "The bucket NAME ...". */
export function bucketFailed({ bucket }: EvidenceUrl, reason: string, cause?: unknown): Fault {
  return new Fault('evidence_bucket_failed', `The bucket ${bucket} ${reason}`, {
    facts: { bucket },
    cause,
  })
}

/** Reads the body; null if it has more than `maxBytes` bytes. */
async function readUpTo(
  maxBytes: number,
  response: Response,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) return null
    chunks.push(chunk)
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}

/** Decodes a body as UTF-8. */
export function textOf(body: Uint8Array): string {
  return new TextDecoder().decode(body)
}

function codeIn(body: Uint8Array): string | null {
  return /<Code>([A-Za-z]{1,64})<\/Code>/.exec(textOf(body))?.[1] ?? null
}

/** Fetch reports only "fetch failed"; the error code of the system is in its `cause`. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  return codeOf(cause.cause) ?? cause.message
}

function remedyFor(reason: string): string {
  if (/^30\d/.test(reason))
    return ' A redirect is not followed: check region and endpoint in evidence_url.'
  if (/SignatureDoesNotMatch|InvalidAccessKeyId|Unauthorized/.test(reason)) {
    return ' Check key id and secret in evidence_url.'
  }
  if (/RequestTimeTooSkewed/.test(reason)) return ' Set the clock of this machine.'
  if (/^403/.test(reason))
    return ' The key must be allowed to list the bucket, and to read, write and delete objects.'
  return ''
}
