import { join } from 'node:path'
import type { ToolRunner } from '#job/call/run-tool.ts'
import { keyOf } from '#payment/eip3009/authorization.ts'
import type { LedgerEntry, RecordedCall } from '#payment/ledger/ledger.ts'
import {
  type Authorization,
  type ParsedPayment,
  readPayment,
} from '#payment/x402/payment-header.ts'
import { DATABASE_NAME } from '#store/database.ts'
import { readDatabase } from '#store/existing-database.ts'
import { createLedger } from '#store/ledger/ledger.ts'
import { openLedgerView } from '#store/ledger/view.ts'
import { type Chain, openChain } from '#test/chain/chain.ts'
import {
  healthyFields,
  healthyPage,
  type Internet,
  openInternet,
} from '#test/equipment/network/internet.ts'
import {
  openTestService,
  type TestService,
  type TestServiceOptions,
} from '#test/equipment/service/service.ts'
import { type Buyer, headerOf, openBuyer, signedPayload } from './buyer.ts'
import { type FacilitatorServer, openFacilitatorServer } from './facilitator-server.ts'
import { PAY_TO, soundTerms } from './offers.ts'

/** One signed payment, not sent. */
export interface ChainPayment extends ParsedPayment {
  readonly header: string
}

/** The response to a paid call. */
export interface ChainResponse {
  readonly status: number
  /** The code of a 503, the error of a 402. */
  readonly code: string | null
  /** `payment.state` of a 503. */
  readonly payment: string | null
  readonly isQuote: boolean
  /** PAYMENT-RESPONSE, and the transaction that it names. */
  readonly receipt: string | null
  readonly transaction: string | null
  readonly body: string
}

/**
 * The whole service as it runs on testnet: the official facilitator classes over HTTP, a chain with our token, and a site to
 * check. The site calls `during` while a job visits it.
 */
export async function openChainService(
  anvilPath: string,
  options: {
    readonly env?: Readonly<Record<string, string>>
    readonly runner?: ToolRunner
    readonly around?: Pick<TestServiceOptions, 'wrapLedger' | 'clock' | 'dataDir'>
    /** A chain that is open already, and stays open. */
    readonly chain?: Chain
  } = {},
) {
  const chain = options.chain ?? (await openChain(anvilPath, soundTerms('testnet')))
  const facilitator: FacilitatorServer = await openFacilitatorServer({
    wallet: await chain.fundedWallet(),
    network: chain.terms.network,
  })
  let during: (() => Promise<void>) | null = null
  const internet: Internet = await openInternet()
  await internet.addSite('www.site.example.com', {
    ip: '93.184.215.14',
    https: async (_request, response) => {
      const once = during
      during = null
      await once?.()
      response.writeHead(200, healthyFields)
      response.end(healthyPage)
    },
  })
  const shop: TestService = await openTestService({
    internet,
    ...options.around,
    ...(options.runner === undefined ? {} : { runners: { probe_url: options.runner } }),
    env: {
      MODE: 'testnet',
      PAY_TO,
      FACILITATOR_URL: facilitator.url,
      RPC_URL: chain.url,
      ...options.env,
    },
  })

  // Readers must not wait for a writer.
  const readOnly = () => readDatabase({ file: join(shop.dataDir, DATABASE_NAME) })
  const entryOf = async (payment: ParsedPayment) => {
    const database = readOnly()
    try {
      return await createLedger(Object.assign(database, { isInPlace: () => true })).find(
        keyOf(payment, chain.terms),
      )
    } finally {
      database.close()
    }
  }

  return {
    chain,
    facilitator,
    internet,
    shop,
    during: (happens: () => Promise<void>) => {
      during = happens
    },
    buyer: async (value = 1_000_000n): Promise<Buyer> => {
      const buyer = openBuyer()
      await chain.mint(buyer.address, value)
      return buyer
    },
    /** Signs an authorization that stays valid although tests move the chain's clock. */
    sign: async (
      buyer: Buyer,
      id?: string,
      changes: Partial<Authorization> = {},
    ): Promise<ChainPayment> => {
      const payload = await signedPayload(buyer, shop.offer(), changes)
      const named = { 'payment-identifier': { info: { required: false, id } } }
      const extensions = { ...payload.extensions, ...(id === undefined ? {} : named) }
      return paymentOf(headerOf({ ...payload, extensions }))
    },
    send: async (
      { header }: { readonly header: string },
      url = 'https://www.site.example.com/',
    ): Promise<ChainResponse> =>
      readResponse(await shop.post({ url }, { 'payment-signature': header })),
    entryOf,
    stateOf: async (payment: ParsedPayment): Promise<RecordedCall['state'] | 'no row'> =>
      (await entryOf(payment))?.state ?? 'no row',
    /** Every call in the ledger, as an operator exports it. */
    entries: async (): Promise<readonly LedgerEntry[]> => {
      await using view = openLedgerView(readOnly())
      return (await Array.fromAsync(view.batches())).flat()
    },
    /** Transfers of a payer to us. */
    paidBy: (payment: ParsedPayment) => chain.transfersFrom(payment.authorization.from, PAY_TO),
    close: async () => {
      await shop.close()
      await internet.close()
      await facilitator.close()
      if (options.chain === undefined) await chain.close()
    },
  }
}

export type ChainService = Awaited<ReturnType<typeof openChainService>>

function paymentOf(header: string): ChainPayment {
  const reading = readPayment(header)
  if (reading.status === 'rejected') throw new TypeError(reading.error)
  return { ...reading.payment, header }
}

async function readResponse(response: Response): Promise<ChainResponse> {
  const body = await response.text()
  const { code, error, payment } = JSON.parse(body)
  const receipt = response.headers.get('payment-response')
  return {
    status: response.status,
    code: code ?? error ?? null,
    payment: payment?.state ?? null,
    isQuote: response.headers.get('payment-required') !== null,
    receipt,
    transaction: receipt === null ? null : JSON.parse(atob(receipt)).transaction,
    body,
  }
}
