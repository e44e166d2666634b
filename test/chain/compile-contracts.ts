import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Hex } from 'viem'
import { z } from 'zod'
import { root } from '../../build/target.ts'

const hex = z
  .string()
  .regex(/^[0-9a-f]+$/)
  .transform((digits): Hex => `0x${digits}`)
const compiled = z.object({
  errors: z.array(z.object({ severity: z.string(), formattedMessage: z.string() })).optional(),
  contracts: z
    .record(
      z.string(),
      z.record(
        z.string(),
        z.object({
          evm: z.object({
            bytecode: z.object({ object: z.string() }),
            deployedBytecode: z.object({ object: z.string() }),
          }),
        }),
      ),
    )
    .optional(),
})

export interface CompiledContract {
  /** Bytecode that a deployment sends. */
  readonly creation: Hex
  /** Bytecode at the address afterwards, with immutables left at zero. */
  readonly runtime: Hex
}

const require = createRequire(import.meta.url)
const packageFile: unknown = require('solc/package.json')
const kept = join(root, 'dist/test/contracts')

/**
 * Compiles `contracts.sol` in this process, offline. The output is kept below `dist`: the compiler takes two seconds of
 * processor time, and every test file with a chain needs it.
 */
export function compileContracts(): (name: string) => CompiledContract {
  const source = readFileSync(new URL('./contracts.sol', import.meta.url), 'utf8')
  const input = {
    language: 'Solidity',
    sources: { 'contracts.sol': { content: source } },
    settings: {
      viaIR: true,
      optimizer: { enabled: true },
      outputSelection: { '*': { '*': ['evm.bytecode.object', 'evm.deployedBytecode.object'] } },
    },
  }
  const output = compiled.parse(JSON.parse(outputOf(JSON.stringify(input))))
  const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new TypeError(errors.map((e) => e.formattedMessage).join('\n'))
  return (name) => {
    const contract = output.contracts?.['contracts.sol']?.[name]
    if (contract === undefined) throw new TypeError(`no contract ${name}`)
    return {
      creation: hex.parse(contract.evm.bytecode.object),
      runtime: hex.parse(contract.evm.deployedBytecode.object),
    }
  }
}

/** Output of the installed compiler version for an input. */
function outputOf(input: string): string {
  const { version } = z.object({ version: z.string() }).parse(packageFile)
  const name = createHash('sha256').update(`${version} ${input}`).digest('hex')
  const file = join(kept, `${name}.json`)
  try {
    return readFileSync(file, 'utf8')
  } catch {
    const solc: { compile(input: string): string } = require('solc')
    const output = solc.compile(input)
    mkdirSync(kept, { recursive: true })
    // Other test files may read the file at the same time.
    const unfinished = join(kept, randomUUID())
    writeFileSync(unfinished, output)
    renameSync(unfinished, file)
    return output
  }
}
