import { sep } from 'node:path'
import type { Plugin } from 'esbuild'

/** Modules that other packages import, but nothing here calls. With what only they import, they were a fifth of the bundle. */
export const unused = [
  // WebDriver BiDi, for Firefox. Chrome is driven over CDP.
  'puppeteer-core/lib/puppeteer/bidi/bidi.js',
  'puppeteer-core/lib/puppeteer/bidi/BrowserConnector.js',
  // Names, screen sizes and user agents of phones.
  'puppeteer-core/lib/puppeteer/common/Device.js',
  // The command line of that package, which installs browsers without it.
  '@puppeteer/browsers/lib/CLI.js',
  // Validates the input that an MCP server requests from a user. Our server requests none (`mcp/tool-server.ts`).
  '@modelcontextprotocol/sdk/dist/esm/validation/ajv-provider.js',
  // Messages in 50 languages. The English ones are imported from a separate file.
  'zod/v4/locales/index.js',
]

/** Leaves these modules, and everything that only they import, out of the bundle: an import from one of them is `undefined`. */
export const unusedModules: Plugin = {
  name: 'unused-modules',
  setup: (build) => {
    build.onLoad({ filter: /[\\/]node_modules[\\/].*\.js$/ }, ({ path }) => {
      const file = path.split(sep).join('/')
      if (!unused.some((name) => file.endsWith(`/node_modules/${name}`))) return null
      return { contents: 'module.exports = {}', loader: 'js' }
    })
  },
}
