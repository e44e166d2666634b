// Who may import whom. A folder may import itself, fault.ts, and the folders named here.
const may = {
  // pure: values in, values out
  target: [],
  evidence: [],
  payment: [],
  findings: ['evidence'],
  report: ['evidence', 'findings'],
  tools: ['evidence'],
  settings: ['payment', 'runtime', 'tools'],
  discovery: ['evidence', 'job/outcome.ts', 'payment', 'report', 'settings', 'tools'],
  // the outside world
  runtime: [],
  net: ['runtime', 'target'],
  chrome: ['evidence', 'runtime', 'target'],
  facilitator: ['payment', 'runtime'],
  chain: ['facilitator', 'payment', 'runtime'],
  store: ['evidence', 'payment', 'runtime'],
  gather: ['chrome', 'evidence', 'net', 'runtime', 'target'],
  // the paid call and its two doors
  metrics: ['evidence', 'job', 'payment', 'runtime'],
  job: [
    'evidence',
    'findings',
    'gather',
    'payment',
    'report',
    'runtime',
    'settings',
    'target',
    'tools',
  ],
  http: [
    'discovery',
    'evidence',
    'job',
    'payment',
    'report',
    'runtime',
    'settings',
    'target',
    'tools',
  ],
  cli: [
    'chrome',
    'console-link.ts',
    'documents.ts',
    'evidence',
    'facilitator',
    'http/server-certificate.ts',
    'net',
    'payment',
    'reconcile-here.ts',
    'report',
    'runtime',
    'service.ts',
    'settings',
    'store',
    'target',
    'toolbox.ts',
    'tools',
  ],
}
// Who puts the parts together, and who starts it all: not folders, but they import in a direction too.
const roots = {
  'main.ts': ['command-line.ts', 'net/namespace-keeper.ts', 'runtime'],
  'command-line.ts': ['cli', 'runtime', 'settings', 'verb-actions.ts'],
  'verb-actions.ts': ['cli', 'reconcile-here.ts', 'runtime', 'settings', 'toolbox.ts'],
}
const pure = ['target', 'evidence', 'payment', 'findings', 'report', 'tools', 'discovery']
/** A folder with all below it, or one file. */
const place = (name) => (name.endsWith('.ts') ? `${name.replace('.', '\\.')}$` : `${name}/`)
const only = (name, where, path) => ({
  name,
  severity: 'error',
  from: { path: '^src/', pathNot: `^src/${where}` },
  to: { path },
})

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'no-dead-wood',
      comment: 'Nothing that ships reaches this module.',
      severity: 'error',
      from: { path: '^src/main\\.ts$' },
      to: { path: '^src/', reachable: false },
    },
    {
      name: 'pure-folders-touch-no-io',
      severity: 'error',
      from: { path: `^src/(${pure.join('|')})/` },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'pure-folders-use-vetted-packages',
      severity: 'error',
      from: { path: `^src/(${pure.join('|')})/` },
      to: {
        path: 'node_modules',
        // Of x402 the shapes and codecs only: they need zod and nothing else.
        pathNot: 'node_modules/(zod|viem|ipaddr\\.js|canonicalize|@x402/core|@bitauth/libauth)/',
      },
    },
    only('sockets-only-in-net', 'net/', '^(node:)?(net|dns|dns/promises|dgram|http|http2)$'),
    // The listener towards buyers may speak TLS itself.
    only('tls-only-in-net-and-http', '(net|http)/', '^(node:)?(tls|https)$'),
    only('puppeteer-only-in-chrome', 'chrome/', 'node_modules/(puppeteer-core|@puppeteer)/'),
    only('sqlite-only-in-store', 'store/', '(node_modules/better-sqlite3|^(node:)?sqlite$)'),
    only('prom-client-only-in-metrics', 'metrics/', 'node_modules/prom-client'),
    only('hono-only-in-http', '(http/|service\\.ts$)', 'node_modules/(hono|@hono)/'),
    ...Object.entries(may).map(([folder, others]) => ({
      name: `${folder}-imports`,
      comment: `src/${folder} may import: ${others.join(', ') || 'no other folder'}.`,
      severity: 'error',
      from: { path: `^src/${folder}/` },
      to: {
        path: '^src/',
        pathNot: `^src/(${[folder, ...others].map(place).join('|')})|^src/fault\\.ts$`,
      },
    })),
    ...Object.entries(roots).map(([file, others]) => ({
      name: `${file}-imports`,
      comment: `src/${file} may import: ${others.join(', ')}.`,
      severity: 'error',
      from: { path: `^src/${file.replace('.', '\\.')}$` },
      to: { path: '^src/', pathNot: `^src/(${others.map(place).join('|')})|^src/fault\\.ts$` },
    })),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      extensions: ['.ts', '.js'],
    },
  },
}
