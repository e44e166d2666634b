import { Server } from '@modelcontextprotocol/sdk/server/index.js'

/** An SDK server for tools, still without handlers; the caller connects it to a transport. `instructions` are for the model. */
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
 * Replaces the SDK's default, Ajv, which takes longer to create than the rest of a server. The SDK uses it to validate input
 * from the user (elicitation), and these tools request none.
 */
const jsonSchemaValidator = {
  getValidator: () => {
    throw new TypeError('This server asks the user for nothing.')
  },
}
