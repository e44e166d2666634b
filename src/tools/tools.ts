import type { Tool } from './tool.ts'

/** The product's tools, one row each. The operator sets prices and enables tools (settings); the rest is fixed. */
export interface ToolDefinition {
  readonly tool: Tool
  /** Path of the paid route, below the base URL. */
  readonly endpoint: string
  readonly operationId: string
  readonly summary: string
  /** At most 500 characters: a large facilitator silently refuses more. */
  readonly description: string
  /** At most five tags of at most 32 characters each (x402 ResourceInfo). */
  readonly tags: readonly string[]
}

export const toolDefinitions: Readonly<Record<Tool, ToolDefinition>> = {
  probe_url: {
    tool: 'probe_url',
    endpoint: '/v1/probe-url',
    operationId: 'probeUrl',
    summary: 'HTTP, DNS and TLS checks of one public URL',
    description:
      'Checks one public URL from outside: DNS answers, every published address, the TLS certificate chain, redirects, HTTP status, headers, body and timings. Returns evidence, findings with remediation, and one verdict: PASS, ISSUE or REVIEW. No browser, no screenshot.',
    tags: ['verification', 'http', 'dns', 'tls', 'monitoring'],
  },
  render_page: {
    tool: 'render_page',
    endpoint: '/v1/render-page',
    operationId: 'renderPage',
    summary: 'One page rendered in Chrome, with screenshot evidence',
    description:
      'Renders one public page in Chrome: title, screenshot evidence id, console errors, uncaught exceptions and request evidence. Returns findings with remediation, and one verdict: PASS, ISSUE or REVIEW.',
    tags: ['verification', 'browser', 'screenshot', 'console', 'rendering'],
  },
  verify_page: {
    tool: 'verify_page',
    endpoint: '/v1/verify-page',
    operationId: 'verifyPage',
    summary: 'Probe, rendering and up to 20 same-origin links together',
    description:
      'Verifies one public deployment: the HTTP, DNS and TLS probe and the rendering in Chrome with screenshot evidence, side by side, and up to 20 same-origin links. Returns evidence, findings with remediation, and one verdict: PASS, ISSUE or REVIEW.',
    tags: ['verification', 'deployment', 'browser', 'links', 'screenshot'],
  },
}
