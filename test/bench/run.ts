import { spawnSync } from 'node:child_process'
import process from 'node:process'

const scriptOf = (benchmark: string) => new URL(`./${benchmark}.ts`, import.meta.url).pathname

// Every benchmark in turn; each prints ratios of one run. Not a test: nothing fails here. `load [--minutes 10]`,
// `scale [--rows 20000000]` and `machine [pages]` are run by themselves: they take as long as they are given.
const [only, ...options] = process.argv.slice(2)
if (only === 'load') {
  const box = new URL('../box/netbox.sh', import.meta.url).pathname
  const command = [box, process.execPath, scriptOf('crowd'), ...options]
  // The log of the service goes to stderr.
  spawnSync('bash', command, { stdio: ['ignore', 'inherit', 'ignore'] })
} else if (only === 'scale' || only === 'machine') {
  spawnSync(process.execPath, [scriptOf(only), ...options], { stdio: 'inherit' })
} else {
  for (const one of ['quotes', 'free', 'probe', 'render', 'namespace', 'paid', 'ledger', 'start']) {
    // The official middleware writes warnings about schema formats to stderr.
    spawnSync(process.execPath, [scriptOf(one)], { stdio: ['ignore', 'inherit', 'ignore'] })
  }
}
