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
  discovery: ['payment', 'report', 'settings', 'tools'],
  // the outside world
  runtime: [],
  net: ['runtime', 'target'],
  chrome: ['evidence', 'runtime', 'target'],
  facilitator: ['payment', 'runtime'],
  store: ['evidence', 'payment', 'runtime'],
  gather: ['chrome', 'evidence', 'net', 'runtime', 'target'],
  // the paid call and its two doors
  job: ['findings', 'gather', 'payment', 'report', 'runtime', 'settings', 'target', 'tools'],
  http: ['discovery', 'evidence', 'job', 'payment', 'report', 'settings', 'target', 'tools'],
}
const pure = ['target', 'evidence', 'payment', 'findings', 'report', 'tools', 'discovery']
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
      to: { path: 'node_modules', pathNot: 'node_modules/(zod|viem|ipaddr\\.js|canonicalize)/' },
    },
    only(
      'sockets-only-in-net',
      'net/',
      '^(node:)?(net|tls|dns|dns/promises|dgram|http|https|http2)$',
    ),
    only('puppeteer-only-in-chrome', 'chrome/', 'node_modules/puppeteer-core'),
    only('sqlite-only-in-store', 'store/', '(node_modules/better-sqlite3|^(node:)?sqlite$)'),
    only('hono-only-in-http', '(http/|service\\.ts$)', 'node_modules/(hono|@hono)/'),
    ...Object.entries(may).map(([folder, others]) => ({
      name: `${folder}-imports`,
      comment: `src/${folder} may import: ${others.join(', ') || 'no other folder'}.`,
      severity: 'error',
      from: { path: `^src/${folder}/` },
      to: { path: '^src/', pathNot: `^src/(${[folder, ...others].join('|')})/|^src/fault\\.ts$` },
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
