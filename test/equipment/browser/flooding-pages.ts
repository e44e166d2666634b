import type { LimitName } from '#evidence/evidence.ts'
import { document } from './render-setup.ts'

/** The page claims to be loading, so that the visit lasts long enough for what it does. */
const busy = '<main aria-busy="true">Loading</main>'
const script = (code: string) => document(`<script>${code}</script>`)
const times = (count: number, code: string) => `for (let n = 0; n < ${count}; n += 1) ${code}`
const endlessly = (code: string) =>
  `${busy}<script>(function more() { ${code}; setTimeout(more) })()</script>`
const blobOf = (code: string) => `URL.createObjectURL(new Blob([${JSON.stringify(code)}]))`

/** A limit that the report names; null where the page is an ordinary report, whatever it does. */
type Outcome = LimitName | null

/** Floods of one kind of thing each. What they cost is the page's own limit, and never our failure. */
export const floods: Record<string, [page: string, limit: Outcome]> = {
  'console lines': [script(times(200_000, 'console.log(n)')), 'console_events'],
  'console lines, a few at a time': [
    document(endlessly(times(50, 'console.debug(n)'))),
    'console_events',
  ],
  'long console lines': [script(times(5_000, "console.warn('x'.repeat(1e4))")), 'console_events'],
  'tables in the console': [script(times(3_000, 'console.table([{ n }])')), 'console_events'],
  'groups in the console, and traces': [
    script(times(3_000, '(console.group(n), console.trace(n))')),
    'console_events',
  ],
  exceptions: [
    script(times(3_000, "setTimeout(() => { throw new Error('e' + n) })")),
    'console_events',
  ],
  rejections: [script(times(3_000, "Promise.reject(new Error('r' + n))")), 'console_events'],
  'console lines of a worker': [
    document(`${busy}<script>new Worker(${blobOf(times(3_000, 'console.log(n)'))})</script>`),
    'console_events',
  ],
  'violations of its policy': [
    document(
      `<script>${times(3_000, "document.body.append(Object.assign(new Image(), { src: 'http://www.other.example.com/' + n }))")}</script>`,
      '<title>Page</title><meta http-equiv="content-security-policy" content="img-src \'self\'">',
    ),
    'console_events',
  ],
  'busy workers': [
    document(`${busy}<script>${times(150, `new Worker(${blobOf('for(;;);')})`)}</script>`),
    'workers',
  ],
  'idle workers': [
    document(
      `${busy}<script>${times(40, `new Worker(${blobOf('onmessage = () => {}')})`)}</script>`,
    ),
    'workers',
  ],
  'workers of workers': [
    document(
      `${busy}<script>new Worker(${blobOf(times(40, `new Worker(${blobOf('onmessage = () => {}')})`))})</script>`,
    ),
    'workers',
  ],
  'workers that come and go': [document(endlessly(`new Worker(${blobOf('close()')})`)), null],
  'shared workers': [script(times(30, `new SharedWorker(${blobOf('1')}, 'w' + n)`)), null],
  'empty frames': [
    script(times(3_000, "document.body.append(document.createElement('iframe'))")),
    null,
  ],
  'frames with documents': [
    script(
      times(
        60,
        "document.body.append(Object.assign(document.createElement('iframe'), { src: '/next?' + n }))",
      ),
    ),
    'frames',
  ],
  'frames that come and go': [
    document(
      endlessly(
        "document.body.append(document.createElement('iframe')); document.querySelector('iframe').remove()",
      ),
    ),
    null,
  ],
  dialogs: [script(times(300, 'alert(n)')), null],
  'sockets that are opened': [
    script(times(1_200, "new WebSocket('ws://www.site.example.com/none')")),
    'console_events',
  ],
  'event streams': [script(times(1_200, "new EventSource('/none')")), 'requests'],
  calls: [script(times(1_200, "fetch('/none').catch(() => {})")), 'requests'],
  beacons: [script(times(1_200, "navigator.sendBeacon('/none', 'x')")), 'requests'],
  'images from data URLs': [
    script(
      times(
        1_200,
        "document.body.append(Object.assign(new Image(), { src: 'data:image/gif;base64,R0lGOD' + n }))",
      ),
    ),
    'requests',
  ],
  'calls to blob URLs': [
    script(times(1_200, 'fetch(URL.createObjectURL(new Blob([n]))).catch(() => {})')),
    'requests',
  ],
  blobs: [script(times(20_000, 'URL.createObjectURL(new Blob([n]))')), null],
  'entries in the history': [script(times(20_000, "history.pushState(n, '', '#' + n)")), null],
  'changes of the fragment': [document(endlessly('location.hash = Math.random()')), null],
  reloads: [script('setTimeout(() => location.reload(), 10)'), null],
  downloads: [
    script(
      times(
        300,
        "Object.assign(document.createElement('a'), { href: '/file?' + n, download: 'f' }).click()",
      ),
    ),
    null,
  ],
  'downloads of blobs': [
    script(
      times(
        300,
        "Object.assign(document.createElement('a'), { href: URL.createObjectURL(new Blob([n])), download: 'f' }).click()",
      ),
    ),
    null,
  ],
  windows: [script(times(2_000, "open('/next?' + n)")), null],
  'changes of the document': [
    document(
      endlessly(
        times(
          200,
          "(document.body.append(document.createElement('p')), document.querySelector('p').remove())",
        ),
      ),
    ),
    null,
  ],
  timers: [
    document(`${busy}<script>${times(2_000, 'setInterval(() => n * n, 1)')}</script>`),
    null,
  ],
  'messages to itself': [
    document(`${busy}<script>onmessage = () => postMessage(1); postMessage(1)</script>`),
    null,
  ],
  broadcasts: [
    document(
      `${busy}<script>const [a, b] = [new BroadcastChannel('x'), new BroadcastChannel('x')]; b.onmessage = () => a.postMessage('y'.repeat(1e4)); a.postMessage(1)</script>`,
    ),
    null,
  ],
  'marks of performance': [script(times(100_000, "performance.mark('m' + n)")), null],
  'writes to its storage': [
    document(endlessly("localStorage.setItem(Math.random(), 'x'.repeat(1e3))")),
    null,
  ],
  cookies: [document(endlessly("document.cookie = 'c' + Math.random() + '=1'")), null],
}
