import { readFileSync } from 'node:fs'
import solc from 'solc'
import type { Hex } from 'viem'
import { z } from 'zod'

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
  /** What a deployment sends. */
  readonly creation: Hex
  /** What lies at the address afterwards, immutables left at zero. */
  readonly runtime: Hex
}

/** `contracts.sol`, compiled in this process, offline. */
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
  const output = compiled.parse(JSON.parse(solc.compile(JSON.stringify(input))))
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
