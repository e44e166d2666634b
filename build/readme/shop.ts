// The page that the sample report is about: drawn with flat colours, so that its screenshot is small, and broken in ways that
// a visitor does not see at once. The script of the cart does not load, and a link is broken.

export const site = 'www.shop.example.com'

const bread = (fill: string, crust: string) =>
  `<svg viewBox="0 0 200 110" aria-hidden="true"><ellipse cx="100" cy="66" rx="86" ry="36" fill="${fill}"/><path d="M46 50q14 12 10 32M86 40q14 14 10 46M128 42q12 14 8 42" stroke="${crust}" stroke-width="8" fill="none" stroke-linecap="round"/></svg>`
const goods = [
  ['Country loaf', '4.20', bread('#c98d4b', '#8f5a25')],
  ['Rye bread', '3.90', bread('#8a5b35', '#5c3a1e')],
  ['White bread', '3.10', bread('#e2b877', '#b98543')],
]
  .map(
    ([name, price, picture]) =>
      `<li>${picture}<h2>${name}</h2><p>${price} EUR</p><button onclick="cart.add(this)">Into the basket</button></li>`,
  )
  .join('')

export const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Corner Shop</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<style>body{font:18px/1.5 system-ui,sans-serif;margin:0;color:#2b2118;background:#fbf6ee}header{background:#3d2a1a;color:#fff;padding:20px 64px;display:flex;gap:32px;align-items:baseline}
header h1{font-size:30px;margin:0 auto 0 0}header a{color:#f4d9b0}main{padding:28px 64px;max-width:1180px}ul{list-style:none;padding:0;display:grid;grid-template-columns:repeat(3,1fr);gap:28px}
li{background:#fff;border-radius:14px;padding:18px 22px}h2{margin:6px 0 0;font-size:21px}p{margin:4px 0 10px}button{font:600 16px system-ui;background:#b5542a;color:#fff;border:0;border-radius:8px;padding:9px 16px}</style>
<script src="/assets/cart.js"></script></head>
<body><header><h1>Corner Shop</h1><a href="/opening-hours">Opening hours</a><a href="/contact">Contact</a></header>
<main><p>Fresh bread from six in the morning, coffee all day, and the newspapers of the region.</p><ul>${goods}</ul>
<p id="basket">Your basket is empty.</p><script>document.getElementById('basket').textContent = cart.summary()</script></main></body></html>`

/** The paths that return the page; all others return 404. */
export const paths: readonly string[] = ['/', '/contact']
