/** Hosts that `--print-config` knows, and where each keeps the configuration. */
export const mcpHosts = ['claude-desktop', 'claude-code', 'cursor', 'vscode', 'cline'] as const
export type McpHost = (typeof mcpHosts)[number]

const files: Readonly<Record<McpHost, string>> = {
  'claude-desktop': 'claude_desktop_config.json (Settings, Developer, Edit Config)',
  'claude-code': '.mcp.json in the project',
  cursor: '.cursor/mcp.json in the project, or ~/.cursor/mcp.json',
  vscode: '.vscode/mcp.json in the project',
  cline: 'cline_mcp_settings.json (MCP Servers, Configure)',
}

/** The JSON that makes a host start this server, and the file it belongs in. */
export function hostConfig(
  host: McpHost,
  command: string,
  args: readonly string[],
): { readonly file: string; readonly json: string } {
  const entry = { command, args }
  // VS Code names the list differently and wants the transport.
  const config =
    host === 'vscode'
      ? { servers: { urlwitness: { type: 'stdio', ...entry } } }
      : { mcpServers: { urlwitness: entry } }
  return { file: files[host], json: JSON.stringify(config, null, 2) }
}
