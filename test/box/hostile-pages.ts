/** A page that tries to make Chrome reach what the policy forbids. */
export interface HostilePage {
  readonly name: string
  readonly html: string
  /** Header fields of the response, besides the type. */
  readonly fields?: Readonly<Record<string, string>>
  /** Chrome's headless shell requests nothing private for this page, or only hints: there is nothing to report. */
  readonly quiet?: true
}

/** Targets of the pages besides `privateHosts`: other ports and schemes, and every detour. */
const forbiddenPlaces: readonly string[] = [
  'http://10.0.0.1/',
  'http://[::1]:8402/',
  'http://127.0.0.1:8402/health',
  'http://127.0.0.1:9229/json',
  'http://localhost:3000/',
  'http://app.localhost/',
  'http://0.0.0.0/',
  'http://[fd00:ec2::254]/latest/',
  'http://169.254.169.254/latest/meta-data/',
  'http://224.0.0.251/',
  'http://198.18.0.1/',
  'http://private.example.net./',
  'http://mixed.example.net/',
  'http://rebind.example.net/',
  'http://redirect.example.net/to-private',
  'http://redirect.example.net/to-loopback',
  'http://93.184.215.14:22/',
  'http://93.184.215.14:8080/',
  'https://127.0.0.1/',
  'https://private.example.net/',
  'ftp://10.0.0.1/',
  'file:///etc/passwd',
  'chrome://version/',
  'view-source:http://127.0.0.1/',
]

const head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Hostile</title>'
const words = `<p>${'Nothing to see here. '.repeat(20)}</p>`

function page(name: string, body: string, fields?: HostilePage['fields']): HostilePage {
  const html = `${head}${words}${body}`
  return fields === undefined ? { name, html } : { name, html, fields }
}

/** A page with one element per forbidden place. */
function elements(name: string, element: (url: string, index: number) => string): HostilePage {
  return page(name, forbiddenPlaces.map(element).join('\n'))
}

/** A page with one statement per forbidden place, whose exceptions are caught. `u` is the place. */
function script(name: string, statement: string, before = ''): HostilePage {
  return page(
    name,
    `<script>${before};for(const u of ${JSON.stringify(forbiddenPlaces)}){try{${statement}}catch(e){}}</script>`,
  )
}

/** The HTTP places with the matching WebSocket scheme. */
const webSocketPlaces = forbiddenPlaces
  .filter((place) => place.startsWith('http'))
  .map((place) => place.replace(/^http/, 'ws'))

const passive: readonly HostilePage[] = [
  elements('images', (u) => `<img src="${u}" srcset="${u}?2 2x" alt="">`),
  elements(
    'pictures and image inputs',
    (u) =>
      `<picture><source srcset="${u}"><img src="${u}" alt=""></picture><input type="image" src="${u}" alt="">`,
  ),
  elements(
    'scripts',
    (u) => `<script src="${u}"></script><script type="module" src="${u}?m"></script>`,
  ),
  elements(
    'style sheets',
    (u, n) =>
      `<link rel="stylesheet" href="${u}"><style>@import url("${u}?i");@font-face{font-family:f${n};src:url("${u}?f")}.c${n}{font-family:f${n};background:url("${u}?b");cursor:url("${u}?c"),auto;list-style-image:url("${u}?l")}.c${n}::before{content:url("${u}?p")}</style><i class="c${n}">x</i>`,
  ),
  elements(
    'frames',
    (u) =>
      `<iframe src="${u}" width="9" height="9"></iframe><object data="${u}?o"></object><embed src="${u}?e">`,
  ),
  elements(
    'nested frames',
    (u) =>
      `<iframe srcdoc="&lt;img src='${u}'&gt;"></iframe><iframe src="data:text/html,<img src='${u}?d'>"></iframe>`,
  ),
  elements(
    'media',
    (u) =>
      `<video src="${u}" poster="${u}?p" autoplay muted></video><audio src="${u}?a" autoplay></audio><video><track default src="${u}?t"><source src="${u}?s"></video>`,
  ),
  elements(
    'hints',
    (u) =>
      `<link rel="preconnect" href="${u}"><link rel="dns-prefetch" href="${u}"><link rel="prefetch" href="${u}?1"><link rel="preload" as="script" href="${u}?2"><link rel="modulepreload" href="${u}?3"><link rel="prerender" href="${u}?4"><link rel="icon" href="${u}?5"><link rel="manifest" href="${u}?6"><link rel="search" href="${u}?7">`,
  ),
  elements(
    'vector graphics',
    (u) =>
      `<svg width="9" height="9"><image href="${u}" width="9" height="9"/><use href="${u}#x"/><script href="${u}?s"></script><foreignObject><img src="${u}?i"></foreignObject></svg>`,
  ),
  page(
    'speculation rules',
    `<script type="speculationrules">${JSON.stringify({ prefetch: [{ source: 'list', urls: forbiddenPlaces, eagerness: 'immediate' }], prerender: [{ source: 'list', urls: forbiddenPlaces, eagerness: 'immediate' }] })}</script>`,
  ),
  page(
    'reports',
    '<script>undefinedFunction()</script><img src="http://elsewhere.example.net/x.png" alt="">',
    {
      'content-security-policy':
        "img-src 'none'; report-uri http://10.0.0.1/csp http://127.0.0.1:8402/csp http://private.example.net/csp; report-to box",
      'reporting-endpoints':
        'box="http://10.0.0.1/report", default="http://private.example.net/report"',
      nel: '{"report_to":"default","max_age":3600,"success_fraction":1}',
      'report-to': '{"group":"default","max_age":3600,"endpoints":[{"url":"http://10.0.0.1/nel"}]}',
      link: '<http://10.0.0.1/early.css>; rel=preload; as=style, <http://169.254.169.254>; rel=preconnect',
      refresh: '1; url=http://10.0.0.1/refresh',
      'alt-svc': 'h3="10.0.0.1:443"; ma=3600, h2="192.168.1.1:443"; ma=3600',
    },
  ),
  page(
    'a base that leads inside',
    '<base href="http://10.0.0.1/"><img src="a.png" alt=""><script src="b.js"></script><a href="c">c</a>',
  ),
  page(
    'an import map',
    '<script type="importmap">{"imports":{"x":"http://10.0.0.1/x.js","y":"http://127.0.0.1:8402/y.js"}}</script><script type="module">import "x"</script><script type="module">import("y").catch(()=>{})</script>',
  ),
]

const active: readonly HostilePage[] = [
  script(
    'fetch',
    "fetch(u).catch(()=>{});fetch(u,{mode:'no-cors',keepalive:true}).catch(()=>{});fetch(u,{method:'POST',body:'x',targetAddressSpace:'private'}).catch(()=>{})",
  ),
  script('XMLHttpRequest', "const x=new XMLHttpRequest();x.open('GET',u);x.send()"),
  script(
    'synchronous XMLHttpRequest',
    "const x=new XMLHttpRequest();x.open('GET',u,false);x.send()",
  ),
  script('beacons', "navigator.sendBeacon(u,'x');new EventSource(u);new Image().src=u"),
  page(
    'WebSockets',
    `<script>for(const u of ${JSON.stringify(webSocketPlaces)}){try{new WebSocket(u)}catch(e){}}</script>`,
  ),
  script(
    'workers',
    "const b=URL.createObjectURL(new Blob(['try{importScripts('+JSON.stringify(u)+')}catch(e){};fetch('+JSON.stringify(u)+').catch(()=>{});try{new WebSocket('+JSON.stringify(u.replace(/^http/,'ws'))+')}catch(e){}']));new Worker(b);try{new SharedWorker(b)}catch(e){}",
  ),
  script(
    'worklets',
    'CSS.paintWorklet&&CSS.paintWorklet.addModule(u).catch(()=>{});new AudioContext().audioWorklet.addModule(u).catch(()=>{})',
  ),
  script(
    'dynamic imports',
    'import(u).catch(()=>{});WebAssembly.compileStreaming(fetch(u)).catch(()=>{})',
  ),
  script(
    'forms',
    "const f=document.createElement('form');f.action=u;f.method='POST';const i=document.createElement('iframe');i.name='t'+Math.random();document.body.append(i,f);f.target=i.name;f.submit()",
  ),
  script(
    'popups',
    "window.open(u);const a=document.createElement('a');a.href=u;a.target='_blank';a.ping=u;document.body.append(a);a.click()",
  ),
  script(
    'downloads',
    "const a=document.createElement('a');a.href=u;a.download='x';document.body.append(a);a.click()",
  ),
  script(
    'script-made frames',
    "const i=document.createElement('iframe');document.body.append(i);i.contentWindow.location=u;const j=document.createElement('iframe');j.src='blob:x';document.body.append(j);j.src=URL.createObjectURL(new Blob(['<img src=\"'+u+'\">'],{type:'text/html'}))",
  ),
  script(
    'style made by script',
    "const s=new CSSStyleSheet();const e=document.createElement('style');e.textContent='@import url(\"'+u+'\");body{background:url(\"'+u+'?b\")}';document.head.append(e);new FontFace('z','url('+u+'?f)').load().catch(()=>{})",
  ),
  script(
    'payment and identity',
    "try{new PaymentRequest([{supportedMethods:u}],{total:{label:'x',amount:{currency:'USD',value:'1'}}}).canMakePayment().catch(()=>{})}catch(e){};navigator.credentials&&navigator.credentials.get({identity:{providers:[{configURL:u,clientId:'x'}]}}).catch(()=>{})",
  ),
  script(
    'caches',
    "caches.open('x').then(c=>c.add(u)).catch(()=>{})",
    'const caches=window.caches||{open:()=>Promise.reject()}',
  ),
  page(
    'WebRTC',
    `<script>
    const urls=['stun:10.0.0.1:3478','stun:8.8.8.8:3478','stun:127.0.0.1:3478','stun:private.example.net:3478','stun:93.184.215.14:3478'];
    const turn=['turn:10.0.0.1:3478?transport=tcp','turn:10.0.0.1:80?transport=tcp','turn:93.184.215.14:443?transport=tcp','turn:8.8.8.8:3478?transport=udp','turns:private.example.net:443?transport=tcp'];
    for(let n=0;n<3;n++){const p=new RTCPeerConnection({iceServers:[...urls.map(u=>({urls:u})),...turn.map(u=>({urls:u,username:'x',credential:'y'}))]});
    p.createDataChannel('x');p.createOffer().then(o=>p.setLocalDescription(o));
    p.addIceCandidate({candidate:'candidate:1 1 UDP 2122252543 10.0.0.1 5000 typ host',sdpMid:'0'}).catch(()=>{})}
  </script>`,
  ),
  page(
    'a WebRTC pair',
    `<script>
    (async()=>{const a=new RTCPeerConnection(),b=new RTCPeerConnection();a.createDataChannel('x');
    a.onicecandidate=e=>e.candidate&&b.addIceCandidate(e.candidate).catch(()=>{});b.onicecandidate=e=>e.candidate&&a.addIceCandidate(e.candidate).catch(()=>{});
    const o=await a.createOffer();o.sdp+='a=candidate:9 1 udp 2130706431 192.168.1.1 5001 typ host\\r\\n';await a.setLocalDescription(await a.createOffer());await b.setRemoteDescription(a.localDescription);
    const w=await b.createAnswer();await b.setLocalDescription(w);const s=b.localDescription.sdp+'a=candidate:7 1 udp 2130706431 10.0.0.1 5000 typ host\\r\\na=candidate:8 1 tcp 1518280447 10.0.0.1 80 typ host tcptype passive\\r\\n';
    await a.setRemoteDescription({type:'answer',sdp:s})})()
  </script>`,
  ),
  page(
    'WebTransport',
    `<script>for(const u of ['https://10.0.0.1/','https://127.0.0.1:8402/','https://93.184.215.14/','https://private.example.net/']){try{new WebTransport(u).ready.catch(()=>{})}catch(e){}}</script>`,
  ),
]

/** Navigations end the page, so each target has a separate page. */
const navigations: readonly HostilePage[] = [
  page('a meta refresh inside', '<meta http-equiv="refresh" content="0; url=http://10.0.0.1/">'),
  page(
    'a meta refresh to loopback',
    '<meta http-equiv="refresh" content="0; url=http://127.0.0.1:8402/health">',
  ),
  page(
    'location to the metadata address',
    '<script>location="http://169.254.169.254/latest/meta-data/"</script>',
  ),
  page('location to a name that rebinds', '<script>location="http://rebind.example.net/"</script>'),
  page('location to a file', '<script>location="file:///etc/passwd"</script>'),
  page('location to chrome', '<script>location="chrome://settings/"</script>'),
  page('location to a mail program', '<script>location="mailto:root@localhost"</script>'),
  page('location to an unknown scheme', '<script>location="steam://run/1"</script>'),
  page(
    'a form that sends itself inside',
    '<form action="http://192.168.1.1/login" method="post"><input name="a" value="b"></form><script>document.forms[0].submit()</script>',
  ),
  page('a redirect inside', '<script>location="http://redirect.example.net/to-private"</script>'),
  page(
    'history and print',
    '<script>history.pushState(0,"","/elsewhere");print();location.replace("http://10.0.0.1/print")</script>',
  ),
]

/** Pages whose attempts end inside Chrome: hints, features that a plain page lacks, and schemes without a handler. */
const quiet = new Set([
  'hints',
  'speculation rules',
  'reports',
  'worklets',
  'downloads',
  'payment and identity',
  'caches',
  'a WebRTC pair',
  'WebTransport',
  'location to a file',
  'location to chrome',
  'location to a mail program',
  'location to an unknown scheme',
  'location to a name that rebinds',
])

/** Private addresses in every form: literals, embedded IPv4, spellings that browsers normalise, and names. */
const privateHosts: readonly string[] = [
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '127.0.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '[::1]',
  '[fe80::1]',
  '[fd00::1]',
  '[::ffff:10.0.0.1]',
  '[64:ff9b::a00:1]',
  '[2002:a00:1::]',
  '2130706433',
  '0x7f.1',
  '0177.0.0.1',
  '127.1',
  'localhost',
  'router.local',
  'intranet',
  'private.example.net',
]

/** A page with requests of one kind, each to another private host. */
export interface VariantPage extends HostilePage {
  readonly hosts: readonly string[]
}

/** Builds such a page. The path of each request ends in the index of its host, because Chrome may spell the host otherwise. */
function variants(
  kind: string,
  bodyOf: (urls: readonly string[]) => string,
  hosts = privateHosts,
): VariantPage {
  const urls = hosts.map((host, n) => `http://${host}/${n}`)
  return { ...page(kind, bodyOf(urls)), hosts }
}
const each = (one: (url: string) => string) => (urls: readonly string[]) => urls.map(one).join('\n')
const run = (code: string) => `<script>${code}</script>`
const worker = (kind: 'Worker' | 'SharedWorker') => (urls: readonly string[]) => {
  const code = urls.map((url) => `try{importScripts('${url}')}catch{}`).join(';')
  return run(`new ${kind}(URL.createObjectURL(new Blob([${JSON.stringify(code)}])))`)
}
const sockets = each((u) => run(`new WebSocket('${u.replace(/^http/, 'ws')}')`))

/** 15 kinds of requests to 20 hosts: each of the 300 has to be in a report. */
export const variantPages: readonly VariantPage[] = [
  variants(
    'image',
    each((u) => `<img src="${u}" alt="">`),
  ),
  variants(
    'script',
    each((u) => `<script src="${u}" async></script>`),
  ),
  variants(
    'style sheet',
    each((u) => `<link rel="stylesheet" href="${u}">`),
  ),
  variants(
    'font',
    each(
      (u) =>
        `<style>@font-face{font-family:"${u}";src:url("${u}")}</style><i style="font-family:'${u}'">x</i>`,
    ),
  ),
  variants(
    'background',
    each((u) => `<i style="background:url('${u}')">x</i>`),
  ),
  variants(
    'frame',
    each((u) => `<iframe src="${u}" width="9" height="9"></iframe>`),
  ),
  variants(
    'video',
    each((u) => `<video src="${u}" autoplay muted></video>`),
  ),
  variants(
    'fetch',
    each((u) => run(`fetch('${u}',{mode:'no-cors'}).catch(()=>{})`)),
  ),
  variants(
    'XMLHttpRequest',
    each((u) => run(`x=new XMLHttpRequest();x.open('GET','${u}');x.send()`)),
  ),
  variants(
    'beacon',
    each((u) => run(`navigator.sendBeacon('${u}','x')`)),
  ),
  variants(
    'EventSource',
    each((u) => run(`new EventSource('${u}')`)),
  ),
  // Chrome delays WebSockets after the sixteenth that failed in one page.
  variants('WebSocket', sockets, privateHosts.slice(0, 10)),
  variants('another WebSocket', sockets, privateHosts.slice(10)),
  variants('worker', worker('Worker')),
  variants('shared worker', worker('SharedWorker')),
  variants(
    'form',
    each(
      (u) =>
        `<iframe name="${u}"></iframe><form action="${u}" method="post" target="${u}"></form>${run('document.forms[document.forms.length-1].submit()')}`,
    ),
  ),
]

export const hostilePages: readonly HostilePage[] = [...passive, ...active, ...navigations].map(
  (one) => (quiet.has(one.name) ? { ...one, quiet: true } : one),
)
