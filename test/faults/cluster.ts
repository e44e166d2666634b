import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { toHex } from 'viem/utils'
import { expect } from 'vitest'
import type { LedgerEntry, LedgerState } from '#payment/ledger/ledger.ts'
import { entryOf } from '#store/ledger/rows.ts'
import type { PostgresDatabase } from '#store/postgres/connection.ts'
import { statement } from '#store/postgres/statement.ts'
import { type Chain, openChain } from '#test/chain/chain.ts'
import { type Cable, canUnplug, openCable } from '#test/equipment/network/cable.ts'
import { booksOf } from '#test/equipment/payment/books.ts'
import { type Buyer, headerOf, openBuyer, signedPayload } from '#test/equipment/payment/buyer.ts'
import {
  type FacilitatorServer,
  openFacilitatorServer,
} from '#test/equipment/payment/facilitator-server.ts'
import { PAY_TO, soundTerms } from '#test/equipment/payment/offers.ts'
import { type CuttingProxy, openCuttingProxy } from '#test/equipment/postgres/cutting-proxy.ts'
import { connectTo } from '#test/equipment/postgres/database.ts'
import { canMount, PostgresServer } from '#test/equipment/postgres/server.ts'
import {
  executionsIn,
  type ServicePlan,
  type ServiceProcess,
  startService,
} from '#test/equipment/service/crashing-service.ts'

const terms = soundTerms('testnet')
const ROWS = statement('', 'SELECT * FROM authorizations ORDER BY id')
const PRICE = 5_000n
const DISK_MIB = 160
// 503: try again later. 408: the request arrived too slowly, on a busy machine.
const UNDECIDED = [503, 408]
// A test may take minutes, and the wrong clocks are five minutes off.
const WRONG_CLOCK_MS = 290_000
/** Timeout and interval of polls, long enough for a busy machine. */
export const patience = { timeout: 60_000, interval: 200 }

/**
 * `NODES_ROUNDS=20` repeats each test of four nodes twenty times, each time with another mixture and other times, and with a
 * node cut off for a minute; `NODES_SEED` is the seed of the first round.
 */
const firstSeed = Number(env['NODES_SEED'] ?? 18)
const howMany = env['NODES_ROUNDS']
export const rounds = {
  isLong: howMany !== undefined,
  seeds: Array.from({ length: Number(howMany ?? 1) }, (_, nth) => firstSeed + nth),
}

/** A payment for one call, and the URL that is bought with it. */
export interface Sale {
  readonly buyer: Buyer
  readonly header: string
  readonly nonce: string
  readonly url: string
}

/** The decisive response, and the number of the node that sent it. */
export interface Decision {
  readonly status: number
  readonly body: string
  readonly node: number
}

/**
 * A service process on the shared database, behind a network that can fail. Like a separate machine, it has a separate data
 * folder.
 */
export interface ClusterNode {
  readonly proxy: CuttingProxy
  /** Null for a node in the usual network. */
  readonly cable: Cable | null
  /** Milliseconds by which its clock is ahead. */
  readonly aheadMs: number
  readonly dataDir: string
  service: ServiceProcess | null
}

/** Clocks of real machines: two of the four are wrong. */
const CLOCKS_MS = [0, 300_000, -300_000, 0]
/** The node in a network namespace. */
const APART = 3

/**
 * Up to four nodes on one PostgreSQL and one chain, for all tests of a file: each fault meets what the previous one left. One
 * node is in a network namespace, and the server on a small disk, where this process may create them.
 */
export class Cluster implements AsyncDisposable {
  readonly nodes: readonly ClusterNode[]
  readonly chain: Chain
  readonly facilitator: FacilitatorServer
  readonly server: PostgresServer
  readonly database: PostgresDatabase
  readonly #url: string
  readonly #closing: AsyncDisposableStack
  readonly #books: ReturnType<typeof booksOf>
  #sold = 0

  private constructor(
    parts: Pick<Cluster, 'nodes' | 'chain' | 'facilitator' | 'server' | 'database'>,
    about: {
      readonly url: string
      readonly closing: AsyncDisposableStack
    },
  ) {
    this.nodes = parts.nodes
    this.chain = parts.chain
    this.facilitator = parts.facilitator
    this.server = parts.server
    this.database = parts.database
    this.#url = about.url
    this.#closing = about.closing
    this.#books = booksOf({
      chain: () => this.chain,
      rows: () => this.rows(),
      executions: () => this.nodes.flatMap(({ dataDir }) => executionsIn(dataDir)),
    })
  }

  static async open(anvilPath: string, { nodes: many = 4 } = {}): Promise<Cluster> {
    await using closing = new AsyncDisposableStack()
    const folder = mkdtempSync(join(tmpdir(), 'urlwitness-cluster-'))
    closing.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
    const chain = await openChain(anvilPath, terms)
    closing.defer(() => chain.close())
    const facilitator = await openFacilitatorServer({
      wallet: await chain.fundedWallet(),
      network: terms.network,
    })
    closing.defer(() => facilitator.close())
    const settings = ['min_wal_size=32MB', 'max_wal_size=48MB', 'wal_recycle=off']
    const disk = canMount ? { diskMib: DISK_MIB } : {}
    const server = closing.use(await PostgresServer.open({ settings, ...disk }))
    const url = await server.createDatabase()
    const database = connectTo(url)
    closing.defer(() => database.close())
    const socket = join(server.folder, '.s.PGSQL.5432')
    const nodes: ClusterNode[] = []
    for (const [nth, aheadMs] of CLOCKS_MS.slice(0, many).entries()) {
      const dataDir = join(folder, `node-${nth}`)
      mkdirSync(dataDir)
      const isApart = nth === APART && canUnplug
      const path = join(dataDir, 'database.sock')
      const proxy = closing.use(await openCuttingProxy(socket, isApart ? { path } : { port: 0 }))
      const cable = isApart ? closing.use(await openCable(path)) : null
      nodes.push({ proxy, cable, aheadMs, dataDir, service: null })
    }
    const parts = { nodes, chain, facilitator, server, database }
    const cluster = new Cluster(parts, { url, closing: closing.move() })
    await Promise.all(nodes.map((node) => cluster.start(node)))
    return cluster
  }

  async start(node: ClusterNode, changes: Partial<ServicePlan> = {}): Promise<ServiceProcess> {
    const { proxy, cable, aheadMs, dataDir } = node
    const { host, port } = cable?.server ?? { host: '127.0.0.1', port: proxy.port }
    const plan: ServicePlan = {
      dataDir,
      facilitatorUrl: this.facilitator.url,
      rpcUrl: this.chain.url,
      payTo: PAY_TO,
      crash: null,
      aheadMs,
      runMs: 100,
      ...changes,
      env: {
        LIMITS_ADMITTED_JOBS: '100',
        DATABASE_URL: this.#url
          .replace('@/', `@${host}:${port}/`)
          .replace(/\?host=.*/, '?sslmode=disable'),
        ...changes.env,
      },
    }
    const service = await startService(plan, cable)
    if (service === null) throw new TypeError('it died before it listened')
    node.service = service
    return service
  }

  async kill(node: ClusterNode): Promise<void> {
    const { service } = node
    node.service = null
    await service?.kill()
  }

  /** The services that run now. */
  get services(): readonly ServiceProcess[] {
    return this.nodes.flatMap(({ service }) => service ?? [])
  }

  /** Ends every fault; resolves when all nodes sell again. */
  async mend(): Promise<void> {
    this.facilitator.behave(this.facilitator.honest)
    this.server.freeDisk()
    if (!this.server.isRunning) await this.server.start()
    for (const node of this.nodes) {
      node.proxy.cutEvery(0)
      node.proxy.delay(0)
      node.proxy.block(false)
      node.cable?.mend()
      if (node.service === null) await this.start(node)
      await node.service?.order({ hold: false })
    }
    for (const { service } of this.nodes) await this.comesTo(service, 200)
  }

  /** Resolves when `/ready` of a node has this status. */
  async comesTo(service: ServiceProcess | null, status: number): Promise<void> {
    const signal = () => AbortSignal.timeout(patience.timeout / 2)
    const now = async () => (await fetch(`${service?.url}/ready`, { signal: signal() })).status
    await expect.poll(now, patience).toBe(status)
  }

  /** Creates `count` payments, each of a new buyer; `isNamed`: with a payment identifier. */
  async sales(count: number, about: { readonly isNamed?: boolean } = {}): Promise<readonly Sale[]> {
    const [service] = this.services
    if (service === undefined) throw new TypeError('no node runs')
    const made: Sale[] = []
    while (made.length < count) {
      const buyer = openBuyer()
      await this.chain.mint(buyer.address, PRICE)
      made.push(await this.sign(buyer, service, about))
    }
    return made
  }

  async sign(
    buyer: Buyer,
    { offer }: ServiceProcess,
    { isNamed = false, url }: { readonly isNamed?: boolean; readonly url?: string } = {},
  ): Promise<Sale> {
    this.#sold += 1
    const nth = this.#sold
    const nonce = toHex(crypto.getRandomValues(new Uint8Array(32)))
    const payload = await signedPayload(buyer, offer, { nonce })
    const id = `pay_${String(nth).padStart(16, '0')}`
    const named = { 'payment-identifier': { info: { required: false, id } } }
    const extensions = { ...payload.extensions, ...(isNamed ? named : {}) }
    return {
      buyer,
      header: headerOf({ ...payload, extensions }),
      nonce,
      // A separate host for each call: unpaid calls to the same one would limit those of new payers.
      url: url ?? `https://93.184.${Math.floor(nth / 256)}.${nth % 256}/`,
    }
  }

  /**
   * Sends a payment to one node after the other until it is decided, as buyers do; null when it was not decided within a
   * minute. A payment that was transferred and not reported is found on the chain once blocks follow.
   */
  async persist({ header, url }: Sale, first = 0): Promise<Decision | null> {
    const until = Date.now() + patience.timeout
    for (let nth = first; ; nth++) {
      const { service } = this.nodes[nth % this.nodes.length] ?? {}
      const response = (await service?.buy(header, { url })) ?? null
      const isDecided = response !== null && !UNDECIDED.includes(response.status)
      if (isDecided) return { ...response, node: nth }
      if (Date.now() > until) return null
      await sleep(500)
      await this.chain.makeDeep()
    }
  }

  rows(): Promise<readonly LedgerEntry[]> {
    return this.database.read(ROWS).then((rows) => rows.map(entryOf))
  }

  async countOf(...states: readonly LedgerState[]): Promise<number> {
    return (await this.rows()).filter(({ state }) => states.includes(state)).length
  }

  /**
   * Waits until every call is decided, and compares ledger, executions and chain: each job ran at most once, each settled row
   * is the one transfer of its authorization, and nothing else moved. Returns the rows by nonce.
   */
  async checkBooks(): Promise<ReadonlyMap<string, LedgerEntry>> {
    await this.chain.makeDeep()
    const undecided = async () =>
      (await this.rows())
        .filter(({ state }) => state === 'running' || state === 'settling' || state === 'unknown')
        .map(({ state, reason, key }) => `${key.nonce}: ${state}, ${reason}`)
    await expect.poll(undecided, patience).toEqual([])
    const rows = await this.#books.soundRows()
    const transfers = await this.chain.transfersTo(PAY_TO)
    const settled = rows.filter(({ state }) => state === 'settled')
    expect(transfers.map(({ transactionHash }) => transactionHash).toSorted()).toEqual(
      settled.map(({ transaction }) => transaction).toSorted(),
    )
    expect(transfers.filter(({ value }) => value !== PRICE)).toEqual([])
    for (const { reservedAt } of rows) {
      expect(Math.abs(reservedAt - Date.now())).toBeLessThan(WRONG_CLOCK_MS)
    }
    return new Map(rows.map((row) => [row.key.nonce, row]))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const node of this.nodes) await this.kill(node)
    await this.#closing.disposeAsync()
  }
}
