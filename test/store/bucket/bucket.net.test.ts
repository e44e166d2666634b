import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { systemClock } from '#runtime/clock.ts'
import { silentLog } from '#runtime/log.ts'
import { systemRandom } from '#runtime/random.ts'
import { Bucket } from '#store/bucket/bucket.ts'
import { inspectBucket } from '#store/bucket/inspect-bucket.ts'
import { openBucketJanitor } from '#store/bucket/janitor.ts'
import { hastyClock, probingClock } from '#test/equipment/bucket/hasty-clock.ts'
import { type BucketFault, BucketServer } from '#test/equipment/bucket/server.ts'
import { sampleScreenshot } from '#test/equipment/disk/evidence-store.ts'
import { waitingTime } from '#test/equipment/time/cpu-time.ts'

let server: BucketServer
beforeEach(async () => {
  server = await BucketServer.open()
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await server[Symbol.asyncDispose]()
})

const openBucket = (given: Parameters<BucketServer['url']>[0] = {}, clock = systemClock) =>
  new Bucket(server.url(given), clock)

let number = 0
function anObject(expiresAt = Date.now() + 3_600_000) {
  number += 1
  return { idSha256: createHash('sha256').update(`${number}`).digest('hex'), expiresAt }
}

describe('an object', () => {
  test('is written, read and deleted; its key is the prefix, its expiry and the hash of the id', async () => {
    const [bucket, object, png] = [openBucket(), anObject(), sampleScreenshot()]
    await bucket.put(object, png)
    expect(server.keys()).toEqual([`shots/of-one/${object.expiresAt}/${object.idSha256}`])
    expect(await bucket.get(object, png.length)).toEqual(png)
    await bucket.remove(object)
    await bucket.remove(object)
    expect(await bucket.get(object, png.length)).toBeNull()
  })

  test('is deleted from its expiry on by any node, with a thousand others, and those of another prefix stay', async () => {
    const now = Date.now()
    const [one, other] = [openBucket(), openBucket({ prefix: 'shots/of-one-more' })]
    const expired = Array.from({ length: 1_010 }, (_, at) => anObject(now - at))
    const [alive, foreign] = [anObject(now + 1), anObject(now - 1)]
    for (let at = 0; at < expired.length; at += 50) {
      await Promise.all(
        expired.slice(at, at + 50).map((object) => one.put(object, sampleScreenshot(1))),
      )
    }
    await one.put(alive, sampleScreenshot(1))
    await other.put(foreign, sampleScreenshot(1))
    expect(await openBucket().removeExpired(now)).toBe(1_010)
    expect(server.keys()).toEqual([
      `shots/of-one-more/${foreign.expiresAt}/${foreign.idSha256}`,
      `shots/of-one/${alive.expiresAt}/${alive.idSha256}`,
    ])
  }, 180_000)

  test('is not deleted early by a node whose clock is ahead', async () => {
    const object = anObject(Date.now() + 60_000)
    await openBucket().put(object, sampleScreenshot(1))
    expect(await openBucket().removeExpired(Date.now() + 300_000)).toBe(0)
    expect(server.keys()).toHaveLength(1)
  })

  test('that a killed node left is deleted by the janitor of another, also after a time without the store', async () => {
    const object = anObject(Date.now() - 1)
    await openBucket().put(object, sampleScreenshot())
    await server.stop()
    const logged: string[] = []
    const log = { ...silentLog, error: (event: string) => void logged.push(event) }
    const janitor = openBucketJanitor({
      bucket: openBucket({}, probingClock),
      clock: probingClock,
      log,
    })
    await expect.poll(() => logged).toContain('janitor_failed')
    await server.start()
    await expect.poll(() => server.keys(), { timeout: 30_000 }).toEqual([])
    await janitor.close()
  })
})

describe('a store that lists a thousand expired objects', () => {
  const deletions = () => server.requests.filter((line) => line.startsWith('DELETE')).length

  /** Lists `keys`, however many are asked for, and confirms each deletion. */
  function listAlways(keys: () => readonly string[]) {
    server.fail(({ method }) => {
      if (method === 'DELETE') return { status: 204 }
      return {
        status: 200,
        body: keys()
          .map((key) => `<Key>${key}</Key>`)
          .join(''),
      }
    })
  }
  const keysFrom = (start: number, count: number) =>
    Array.from(
      { length: count },
      (_, at) => `shots/of-one/1600000000000/${String(start + at).padStart(64, '0')}`,
    )

  test('also after their deletion is asked to delete each of them once', async () => {
    listAlways(() => keysFrom(0, 1_200))
    await openBucket().removeExpired(Date.now())
    expect(deletions()).toBe(1_000)
  })

  test('without end does not delay the end of the janitor', async () => {
    let page = 0
    listAlways(() => keysFrom(1_000 * page++, 1_000))
    const janitor = openBucketJanitor({
      bucket: openBucket(),
      clock: systemClock,
      log: silentLog,
    })
    await expect.poll(deletions, { timeout: 30_000 }).toBeGreaterThan(0)
    await janitor.close()
    expect(deletions()).toBeLessThan(1_000)
  })
})

describe('a store that fails', () => {
  const slowDown: BucketFault = { status: 503, body: '<Error><Code>SlowDown</Code></Error>' }

  test.each<[string, BucketFault]>([
    ['SlowDown', slowDown],
    ['a lost connection', 'reset'],
    ['no response', 'hang'],
  ])('once with %s gets the request again', async (_name, fault) => {
    let times = 0
    server.fail(({ method }) => {
      times += method === 'PUT' ? 1 : 0
      return times === 1 ? fault : null
    })
    const [bucket, object, png] = [openBucket({}, hastyClock), anObject(), sampleScreenshot()]
    await bucket.put(object, png)
    expect([times, await bucket.get(object, png.length)]).toEqual([2, png])
    await bucket.check()
  })

  test.each<[string, BucketFault, RegExp, number]>([
    ['SlowDown', slowDown, /PUT: 503 SlowDown/, 3],
    ['a lost connection', 'reset', /PUT: (UND_ERR_SOCKET|ECONNRESET)/, 3],
    ['no response', 'hang', /PUT: no response within 4000 ms/, 2],
    [
      'a redirect',
      { status: 301, headers: { location: 'https://elsewhere.example.com/' } },
      /PUT: 301\. A redirect is not followed: check region and endpoint/,
      1,
    ],
    [
      'a denial',
      { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' },
      /PUT: 403 AccessDenied\. The key must be allowed to/,
      1,
    ],
    [
      'a clock that is wrong',
      { status: 403, body: '<Error><Code>RequestTimeTooSkewed</Code></Error>' },
      /PUT: 403 RequestTimeTooSkewed\. Set the clock of this machine/,
      1,
    ],
    [
      'a page of something else',
      { status: 200, body: 'x'.repeat(20_000) },
      /200 with more than 16384 bytes/,
      1,
    ],
    [
      'a long page about an overload',
      { status: 503, body: 'x'.repeat(20_000) },
      /503 with more than 16384 bytes/,
      3,
    ],
    ['an odd status', { status: 226 }, /PUT: 226/, 1],
  ])('for good with %s is an error in bounded time', async (_name, fault, message, attempts) => {
    server.fail(({ method }) => (method === 'PUT' ? fault : null))
    const bucket = openBucket({}, hastyClock)
    await expect(bucket.put(anObject(), sampleScreenshot())).rejects.toThrow(message)
    const sent = server.requests.filter((line) => line.startsWith('PUT')).length
    expect(sent).toBeGreaterThanOrEqual(attempts)
    expect(sent).toBeLessThanOrEqual(attempts === 1 ? 1 : 3)
    await expect(bucket.check()).rejects.toMatchObject({ code: 'evidence_bucket_failed' })
    // The bucket recovers by itself.
    server.fail(() => null)
    const state = () =>
      bucket.check().then(
        () => 'stores',
        () => 'fails',
      )
    await expect.poll(state, { timeout: 30_000 }).toBe('stores')
  })

  test('takes at most eight seconds of a sale, whatever it does', async () => {
    server.fail(() => 'hang')
    const waited = waitingTime()
    await expect(openBucket().put(anObject(), sampleScreenshot())).rejects.toThrow(
      'no response within',
    )
    expect(waited()).toBeLessThan(8_600)
  })

  test('that nobody runs, a wrong key and a missing bucket are told apart', async () => {
    const put = (given: Parameters<typeof openBucket>[0]) =>
      openBucket(given, hastyClock).put(anObject(), sampleScreenshot())
    await expect(put({ secret: 'wrong' })).rejects.toThrow(
      /403 SignatureDoesNotMatch\. Check key id and secret/,
    )
    await expect(put({ bucket: 'nowhere' })).rejects.toThrow(/404 NoSuchBucket/)
    const missing = openBucket({ bucket: 'nowhere' }, hastyClock)
    await expect(missing.get(anObject(), 5_000)).rejects.toThrow(/404 NoSuchBucket/)
    await expect(missing.removeExpired(Date.now())).rejects.toThrow(/list: 404 NoSuchBucket/)
    await server.stop()
    await expect(put({})).rejects.toThrow(/ECONNREFUSED/)
    await server.start()
  })

  test.each<[BucketFault, RegExp]>([
    ['cut', /GET: /],
    [{ status: 200, body: 'x'.repeat(6_000_000) }, /GET: 200 with more than 50000 bytes/],
    [{ status: 500 }, /GET: 500/],
  ])(
    'while it is read, with %j, is an error and not a missing screenshot',
    async (fault, message) => {
      const [bucket, object] = [openBucket({}, hastyClock), anObject()]
      await bucket.put(object, sampleScreenshot(50_000))
      server.fail(() => fault)
      await expect(bucket.get(object, 50_000)).rejects.toThrow(message)
    },
  )

  test('no message and no request contains the secret', async () => {
    server.fail(() => ({ status: 403 }))
    const error = await openBucket({ secret: 'a-secret' }, hastyClock)
      .put(anObject(), sampleScreenshot())
      .then(() => null, String)
    expect(error).toContain('shots')
    expect(error).not.toContain('a-secret')
    expect(server.requests.join()).not.toContain('a-secret')
  })

  test('is not used over TLS while no certificate would be checked', () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    const url = { ...server.url(), url: 'https://store.example.com/shots/' }
    expect(() => new Bucket(url, systemClock)).toThrow('NODE_TLS_REJECT_UNAUTHORIZED')
  })
})

describe('the look of doctor', () => {
  const look = (given: Parameters<typeof openBucket>[0] = {}) =>
    inspectBucket(server.url(given), { clock: systemClock, random: systemRandom })
  const rule = (inside: string) =>
    `<LifecycleConfiguration><Rule><Status>Enabled</Status>${inside}</Rule></LifecycleConfiguration>`
  const oneDay = '<Expiration><Days>1</Days></Expiration>'
  const sound = { isReadBack: true, isDeleted: true, isVersioned: false, isPublic: false }

  test('writes, reads and deletes, and leaves nothing', async () => {
    expect(await look()).toEqual({ ...sound, lifecycleDays: null })
    expect(server.keys()).toEqual([])
  })

  test.each([
    [rule(oneDay), 1],
    [rule(`<Filter><Prefix>shots/</Prefix></Filter>${oneDay}`), 1],
    [rule(`<Prefix></Prefix>${oneDay}`), 1],
    [rule('<Expiration><Days>30</Days></Expiration>'), 30],
    [rule(`<Filter><Prefix>other/</Prefix></Filter>${oneDay}`), null],
    [rule(`<Filter><Tag><Key>a</Key></Tag></Filter>${oneDay}`), null],
    [rule(oneDay).replace('Enabled', 'Disabled'), null],
    ['<LifecycleConfiguration/>', null],
  ])('reads the lifecycle: %s', async (xml, days) => {
    server.lifecycle = xml
    expect(await look()).toMatchObject({ lifecycleDays: days })
  })

  test('finds old versions, public objects and changed bytes', async () => {
    server.isPublic = true
    expect(await look()).toMatchObject({ isPublic: true })
    server.isPublic = false
    server.putHeaders = { 'x-amz-version-id': '3HL4kqtJvjVBH40Nrjfkd' }
    expect(await look()).toMatchObject({ isVersioned: true })
    server.putHeaders = { 'x-amz-version-id': 'null' }
    expect(await look()).toMatchObject({ isVersioned: false })
    server.fail(({ method }) => (method === 'GET' ? 'changed' : null))
    expect(await look()).toMatchObject({ isReadBack: false })
    server.fail(({ method }) => (method === 'DELETE' ? { status: 204 } : null))
    expect(await look()).toMatchObject({ isDeleted: false })
  })

  test('fails where a request without a signature gets no response, and leaves nothing', async () => {
    server.isDeaf = true
    const runtime = { clock: hastyClock, random: systemRandom }
    await expect(inspectBucket(server.url(), runtime)).rejects.toThrow('an unsigned request')
    expect(server.keys()).toEqual([])
  })

  test('fails where the key is wrong', async () => {
    await expect(look({ secret: 'wrong' })).rejects.toThrow('SignatureDoesNotMatch')
  })
})
