import { toolDefinitions } from '#tools/tools.ts'

/** What is sold, by name. */
export const toolNames: readonly string[] = Object.values(toolDefinitions).map(({ tool }) => tool)
