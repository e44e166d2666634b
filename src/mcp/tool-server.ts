import { Server } from '@modelcontextprotocol/sdk/server/index.js'

/** The SDK's server of tools, without a handler yet; the caller connects it to a transport. `instructions` are for the model. */
export function createToolServer(options: {
  readonly version: string
  readonly instructions: string
}): Server {
  const { version, instructions } = options
  return new Server(
    { name: 'urlwitness', version },
    { capabilities: { tools: {} }, instructions, jsonSchemaValidator },
  )
}

/**
 * In place of the SDK's default, Ajv, which takes longer to make than all the rest of a server. The SDK validates answers of the
 * user with it, and these tools ask the user for nothing.
 */
const jsonSchemaValidator = {
  getValidator: () => {
    throw new TypeError('This server asks the user for nothing.')
  },
}
