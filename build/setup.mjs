// Plain JavaScript for the machine's own Node (20 or newer): it runs before anything is installed.
// `node build/setup.mjs` installs the locked packages when they are missing or stale; with arguments it then runs the
// project's own Node 24 on them. Its messages go to stderr: stdout belongs to the program.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * Installs missing packages, and with `browser` a missing browser; returns the path of the project's Node. If that fails, prints
 * one sentence and ends the process.
 */
export function setUp({ browser }) {
  const own = ownNode()
  if (!isInstalled(own)) install()
  if (browser) installBrowser()
  if (own !== null && existsSync(own.path)) return own.path
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  return giveUp(
    `There is no packaged Node 24 for ${process.platform}-${process.arch}. Install Node 24 and start again with it.`,
  )
}

/**
 * Runs the project's Node on `args`. It replaces this process if Node supports that; otherwise it is a child process, which gets
 * the signals of this one and determines its exit code.
 */
export function runNode(node, args) {
  // The cache keeps the result of type stripping between runs: less than half the start-up time, and none of its memory.
  const cache = join(root, 'node_modules/.cache/node')
  const env = { NODE_COMPILE_CACHE: cache, ...process.env }
  if (process.execve !== undefined) process.execve(node, [node, ...args], env)
  const child = spawn(node, args, { stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (cause) => giveUp(`${node} cannot be run here (${cause.message}).`))
  child.on('exit', (code, signal) => {
    process.exit(signal === null ? code : 128 + constants.signals[signal])
  })
}

/**
 * Installs Debian's headless shell, or else its Chromium, if no browser is found and we may install packages: the browser
 * tools need one. Everything else runs without a browser, so a failure here does not end the process.
 */
function installBrowser() {
  if (process.platform !== 'linux' || hasBrowser()) return
  const isRoot = process.getuid() === 0
  if (!isRoot || !existsSync('/usr/bin/apt-get') || !existsSync('/etc/debian_version')) {
    return say(
      'No Chrome or Chromium was found, which render_page and verify_page need. Debian: apt-get install chromium-headless-shell; or set chrome_path.',
    )
  }
  say('Installing a headless Chromium from the packages of this system (once) ...')
  const aptGet = (...args) =>
    spawnSync('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=60', ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
      timeout: 300_000,
    })
  aptGet('update')
  const names = ['chromium-headless-shell', 'chromium']
  const tries = names.map((name) => () => aptGet('install', '-y', '--no-install-recommends', name))
  if (tries.some((attempt) => attempt().status === 0)) return say('Installed.')
  say(
    'It could not be installed: render_page and verify_page are not sold. `apt-get install chromium-headless-shell` says why.',
  )
}

/** Whether the arguments run something that needs a browser: the tests do, a build or a linter does not. */
function needsBrowser(args) {
  return args.some((arg) => arg.includes('vitest')) || args.length === 0
}

/** Whether the service will find a browser. Only the most usual places are checked; `doctor` knows them all. */
function hasBrowser() {
  if (process.env.URLWITNESS_CHROME_PATH) return true
  const names = [
    'chromium-headless-shell',
    'chrome-headless-shell',
    'headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'google-chrome',
  ]
  const folders = ['/usr/bin', '/usr/lib/chromium', ...(process.env.PATH ?? '').split(':')]
  return folders.some((folder) => names.some((name) => existsSync(join(folder, name))))
}

/** The Node that comes as a package; null if the lock file has none for this platform. */
function ownNode() {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const entry = readLock('package-lock.json')?.packages[`node_modules/${name}`]
  if (entry === undefined) return null
  const binary = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'
  return { name, path: join(root, 'node_modules', name, binary) }
}

/** Whether npm has installed what the lock file names. Optional packages of other platforms may be missing. */
function isInstalled(own) {
  const wanted = readLock('package-lock.json')
  const installed = readLock('node_modules/.package-lock.json')
  if (wanted === null || installed === null) return false
  if (own !== null && !existsSync(own.path)) return false
  return Object.entries(wanted.packages).every(([path, { integrity, optional }]) => {
    // Only packages from the registry have a hash: the checkout itself and its workspace have none.
    if (integrity === undefined) return true
    const found = installed.packages[path]
    return found === undefined ? optional === true : found.integrity === integrity
  })
}

function install() {
  const startedAt = Date.now()
  say('Installing the locked packages (once; a few hundred megabytes on disk) ...')
  const { command, args } = npm()
  const { status, stderr, error } = spawnSync(
    command,
    // An unreachable registry is noticed in seconds rather than minutes.
    [
      ...args,
      'ci',
      // npm before 11 would run the install scripts of every package, and compile better-sqlite3, which contains its addons.
      '--ignore-scripts',
      '--no-progress',
      '--loglevel=error',
      '--fetch-retry-mintimeout=1000',
      '--fetch-retry-maxtimeout=5000',
    ],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
      shell: process.platform === 'win32',
    },
  )
  if (error !== undefined) giveUp(`npm cannot be run (${error.message}).`)
  if (status !== 0) giveUp(explain(stderr))
  say(`Installed in ${Math.round((Date.now() - startedAt) / 1000)} s.`)
}

/** The npm that started this process, with its own Node: the Node of the project is about to be replaced. */
function npm() {
  const { npm_execpath: script, npm_node_execpath: node } = process.env
  const outside = node !== undefined && !resolve(node).startsWith(join(root, 'node_modules'))
  if (script?.endsWith('.js') && outside) return { command: node, args: [script] }
  return { command: 'npm', args: [] }
}

function explain(stderr) {
  const network =
    /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENETUNREACH|EHOSTUNREACH)\b/
  const code = network.exec(stderr)?.[1]
  if (code !== undefined) {
    return `The package registry cannot be reached (${code}). Check the network and npm's proxy settings; \`npm ping\` shows whether it works.`
  }
  // The lines after these are npm's usage text.
  return `npm ci failed:\n${stderr.trim().split('\n').slice(0, 20).join('\n')}`
}

function readLock(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8'))
  } catch {
    return null // Missing or broken: the same as nothing installed.
  }
}

function say(text) {
  process.stderr.write(`urlwitness: ${text}\n`)
}

function giveUp(text) {
  say(text)
  process.exit(1)
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2)
  const node = setUp({ browser: needsBrowser(args) })
  if (args.length > 0) runNode(node, args)
}
