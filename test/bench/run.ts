import { spawnSync } from 'node:child_process'

// Every benchmark in turn; each prints ratios of one run. Not a test: nothing fails here.
for (const name of ['quotes', 'probe', 'render', 'namespace', 'paid', 'ledger', 'start']) {
  const script = new URL(`./${name}.ts`, import.meta.url).pathname
  // The official middleware writes warnings about schema formats to stderr.
  spawnSync(process.execPath, [script], { stdio: ['ignore', 'inherit', 'ignore'] })
}
