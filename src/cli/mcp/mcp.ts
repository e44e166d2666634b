import { existsSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import process from 'node:process'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { openLocalTools } from '#cli/check/run-locally.ts'
import { hasKey, keyFor, readBuyerKey, refuseKeyAsFile } from '#cli/client/buy.ts'
import { openJournal } from '#cli/client/journal.ts'
import { parseServiceUrl } from '#cli/client/order.ts'
import { type CliContext, refuseUnused, settingsOf, UsageError } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { sanitize } from '#cli/output/terminal.ts'
import { Fault } from '#fault.ts'
import { hostConfig, type McpHost } from '#mcp/host-config.ts'
import { atomicToUsd, priceToAtomic } from '#payment/terms.ts'
import { version } from '#runtime/version.ts'
import { CONFIG_FLAG, keyNames } from '#settings/keys.ts'
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
  readonly forgetReserved: boolean
  readonly printConfig: McpHost | null
}

// The default price of the most expensive tool.
const DEFAULT_CALL_USD = '0.05'
const DEFAULT_TOTAL_USD = '1'
const JOURNAL_NAME = 'purchases.sqlite'

/** `urlwitness mcp`: runs a local MCP server over stdio until the host closes it. */
export async function mcp(options: McpOptions, context: CliContext): Promise<number> {
  refuseUnusedFlags(options, context)
  if (options.forgetReserved) return forgetReserved(options, context)
  if (options.local === (options.service !== null)) {
    throw new UsageError(
      'give either --service URL (buys reports) or --local (checks from this machine, unpaid)',
    )
  }
  refuseKeyAsFile(options.keyFile)
  if (options.printConfig !== null) return printConfig(options.printConfig, options, context)
  const source = options.local ? localSource(context) : paidSource(options, context)
  const server = createMcpServer(source, { clock: context.clock, version })
  const closed = new Promise<void>((close) => {
    server.onclose = close
    // The transport does not report the end of its input.
    process.stdin.once('end', close)
  })
  await server.connect(new StdioServerTransport())
  await closed
  await server.close()
  await source.close()
  return exitCode.pass
}

/** Throws a `UsageError` for flags that have no effect in this mode. */
function refuseUnusedFlags(options: McpOptions, { settingFlags }: CliContext): void {
  const { service, local, keyFile, maxUsdPerCall, maxUsdTotal, journal } = options
  const payment = {
    '--key-file': keyFile,
    '--max-usd-per-call': maxUsdPerCall,
    '--max-usd-total': maxUsdTotal,
  }
  const settings = Object.fromEntries(
    Object.entries(settingFlags).map(([name, value]) => [`--${name}`, value]),
  )
  if (options.forgetReserved) {
    const others = { '--service': service, '--local': local, '--print-config': options.printConfig }
    refuseUnused({ ...others, ...payment, ...settings }, 'with --forget-reserved')
  } else if (local) refuseUnused({ ...payment, '--journal': journal }, 'with --local')
  else
    refuseUnused(
      settings,
      'with --service, since the settings are those of checks from this machine',
    )
}

function localSource(context: CliContext): ReportSource {
  const { clock, random } = context
  return createLocalSource(openLocalTools({ settings: settingsOf(context), clock, random, tools }))
}

function paidSource(options: McpOptions, context: CliContext): ReportSource {
  const service = parseServiceUrl(options.service ?? '')
  const { fetch, clock, random } = context
  const isKeyGiven = hasKey(options.keyFile, context)
  // A key that cannot be used is reported at the start, to its owner, and not to a model at the first purchase.
  if (isKeyGiven) readBuyerKey(options.keyFile, context)
  return createPaidSource({
    service,
    hasKey: isKeyGiven,
    keyFor: (mode) => keyFor(mode, options.keyFile, context),
    maxCallAtomic: parseAmount('--max-usd-per-call', options.maxUsdPerCall ?? DEFAULT_CALL_USD),
    maxTotalAtomic: parseAmount('--max-usd-total', options.maxUsdTotal ?? DEFAULT_TOTAL_USD),
    purchases: openJournal(options.journal, JOURNAL_NAME, context),
    fetch,
    clock,
    random,
  })
}

function forgetReserved(options: McpOptions, context: CliContext): number {
  const { out } = context.terminal
  const purchases = openJournal(options.journal, JOURNAL_NAME, context)
  try {
    for (const { id, service, tool, amountAtomic } of purchases.forget(context.clock.now())) {
      out.write(
        `forgotten: ${atomicToUsd(BigInt(amountAtomic))} USD for ${tool} of ${sanitize(service, 200)} (payment ${id})\n`,
      )
    }
    out.write(`still reserved: ${atomicToUsd(BigInt(purchases.spending().reserved))} USD\n`)
  } finally {
    purchases.close()
  }
  return exitCode.pass
}

function parseAmount(name: string, text: string): bigint {
  try {
    return priceToAtomic(text)
  } catch (cause) {
    if (!(cause instanceof Fault)) throw cause
    throw new UsageError(`${name}: ${cause.message}`, { cause })
  }
}

/** Paths are printed absolute, because the host chooses the folder in which it starts the server. */
function printConfig(host: McpHost, options: McpOptions, context: CliContext): number {
  const { out, err } = context.terminal
  const { file, json } = hostConfig(host, context.executable ?? 'urlwitness', [
    'mcp',
    ...(options.local
      ? ['--local', ...settingArguments(context)]
      : ['--service', options.service ?? '']),
    ...flagArguments('--key-file', absolutePath(options.keyFile)),
    ...flagArguments('--max-usd-per-call', options.maxUsdPerCall),
    ...flagArguments('--max-usd-total', options.maxUsdTotal),
    ...flagArguments('--journal', absolutePath(options.journal)),
  ])
  out.write(`${json}\n`)
  err.write(`Add this to ${file}.\n`)
  return exitCode.pass
}

/**
 * The setting flags of this command line, with absolute paths. `data_dir` and `chrome_path` are added if they are relative and
 * exist, because the server would resolve them in another folder. Secrets are left out: a local server needs none, and the file of
 * a host may be in a repository. Throws a `SettingsError`.
 */
function settingArguments(context: CliContext): readonly string[] {
  const { settingFlags } = context
  const { dataDir, chromePath } = settingsOf(context)
  const paths = {
    [CONFIG_FLAG]: settingFlags[CONFIG_FLAG] || null,
    'data-dir': dataDir,
    'chrome-path': chromePath,
  }
  const flags = { ...settingFlags }
  for (const [name, path] of Object.entries(paths)) {
    const isUsed = path !== null && (name in settingFlags || existsSync(path))
    if (isUsed && !isAbsolute(path)) flags[name] = resolve(path)
  }
  const secrets = new Set(keyNames.flatMap(({ flag: name, secret }) => (secret ? [name] : [])))
  return Object.entries(flags).flatMap(([name, value]) =>
    secrets.has(name) ? [] : [`--${name}`, value],
  )
}

function absolutePath(path: string | null): string | null {
  return path === null ? null : resolve(path)
}

function flagArguments(name: string, value: string | null): readonly string[] {
  return value === null ? [] : [name, value]
}
