/** MCP hosts that `--print-config` and `/docs` support. */
export const mcpHosts = ['claude-desktop', 'claude-code', 'cursor', 'vscode', 'cline'] as const
export type McpHost = (typeof mcpHosts)[number]

/** The name of each host, and the file of its configuration. */
const places: Readonly<Record<McpHost, { readonly title: string; readonly file: string }>> = {
  'claude-desktop': {
    title: 'Claude Desktop',
    file: 'claude_desktop_config.json (Settings, Developer, Edit Config)',
  },
  'claude-code': { title: 'Claude Code', file: '.mcp.json in the project' },
  cursor: { title: 'Cursor', file: '.cursor/mcp.json in the project, or ~/.cursor/mcp.json' },
  vscode: { title: 'VS Code', file: '.vscode/mcp.json in the project' },
  cline: { title: 'Cline', file: 'cline_mcp_settings.json (MCP Servers, Configure)' },
}

export interface HostConfig {
  readonly title: string
  readonly file: string
  readonly json: string
}

/** The JSON that makes a host start this server, and the file it belongs in. */
export function hostConfig(host: McpHost, command: string, args: readonly string[]): HostConfig {
  const entry = { command, args }
  // VS Code uses another name for the list and requires the transport.
  const config =
    host === 'vscode'
      ? { servers: { urlwitness: { type: 'stdio', ...entry } } }
      : { mcpServers: { urlwitness: entry } }
  return { ...places[host], json: JSON.stringify(config, null, 2) }
}
