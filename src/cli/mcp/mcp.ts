import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { openLocalTools } from '#cli/check/run-locally.ts'
import { keyFor } from '#cli/client/buy.ts'
import { serviceOf } from '#cli/client/order.ts'
import { type CliContext, settingsOf, UsageError } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { Fault } from '#fault.ts'
import { hostConfig, type McpHost } from '#mcp/host-config.ts'
import { priceToAtomic } from '#payment/terms.ts'
import { makeFolder } from '#runtime/folder.ts'
import { createHolder } from '#runtime/process/holder.ts'
import { uuidV7 } from '#runtime/random.ts'
import { version } from '#runtime/version.ts'
import { openPurchases } from '#store/purchases/purchases.ts'
import { tools } from '#tools/tool.ts'
import { createLocalSource } from './local-source.ts'
import { createPaidSource } from './paid-source.ts'
import { createMcpServer } from './server.ts'
import type { ReportSource } from './source.ts'

export interface McpOptions {
  readonly service: string | null
  readonly local: boolean
  readonly keyFile: string | null
  readonly maxUsdPerCall: string | null
  readonly maxUsdTotal: string | null
  readonly journal: string | null
  readonly printConfig: McpHost | null
}

// The most expensive tool at its default price.
const DEFAULT_CALL_USD = '0.05'
const DEFAULT_TOTAL_USD = '1'

/** `urlwitness mcp`: a local MCP server over stdio, until the host closes it. */
export async function mcp(options: McpOptions, context: CliContext): Promise<number> {
  if (options.local === (options.service !== null)) {
    throw new UsageError(
      'give either --service URL (buys reports) or --local (checks from this machine, unpaid)',
    )
  }
  if (options.printConfig !== null) return printConfig(options.printConfig, options, context)
  const source = options.local ? localSource(context) : paidSource(options, context)
  const server = createMcpServer(source, { clock: context.clock, version })
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve
    // The transport does not report the end of its input.
    process.stdin.once('end', resolve)
  })
  await server.connect(new StdioServerTransport())
  await closed
  await server.close()
  await source.close()
  return exitCode.pass
}

function localSource(context: CliContext): ReportSource {
  const { clock, random } = context
  return createLocalSource(openLocalTools({ settings: settingsOf(context), clock, random, tools }))
}

function paidSource(options: McpOptions, context: CliContext): ReportSource {
  const service = serviceOf(options.service ?? '')
  const journal = options.journal ?? defaultJournal(context.env)
  makeFolder(dirname(journal))
  const { fetch, clock, random } = context
  return createPaidSource({
    service,
    keyFor: (mode) => keyFor(mode, options.keyFile, context),
    maxCallAtomic: amountOf('--max-usd-per-call', options.maxUsdPerCall ?? DEFAULT_CALL_USD),
    maxTotalAtomic: amountOf('--max-usd-total', options.maxUsdTotal ?? DEFAULT_TOTAL_USD),
    purchases: openPurchases(journal, createHolder(uuidV7(clock.now(), random))),
    fetch,
    clock,
    random,
  })
}

/** XDG Base Directory Specification: state that outlives a restart. */
function defaultJournal(env: CliContext['env']): string {
  const state = env['XDG_STATE_HOME'] || join(homedir(), '.local/state')
  return join(state, 'urlwitness/purchases.sqlite')
}

function amountOf(name: string, text: string): bigint {
  try {
    return priceToAtomic(text)
  } catch (cause) {
    if (!(cause instanceof Fault)) throw cause
    throw new UsageError(`${name}: ${cause.message}`, { cause })
  }
}

function printConfig(host: McpHost, options: McpOptions, context: CliContext): number {
  const { out, err } = context.terminal
  const { file, json } = hostConfig(host, context.executable ?? 'urlwitness', [
    'mcp',
    ...(options.local ? ['--local'] : ['--service', options.service ?? '']),
    ...flag('--key-file', options.keyFile),
    ...flag('--max-usd-per-call', options.maxUsdPerCall),
    ...flag('--max-usd-total', options.maxUsdTotal),
    ...flag('--journal', options.journal),
  ])
  out.write(`${json}\n`)
  err.write(`Add this to ${file}.\n`)
  return exitCode.pass
}

function flag(name: string, value: string | null): readonly string[] {
  return value === null ? [] : [name, value]
}
