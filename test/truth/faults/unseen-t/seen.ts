import { gzipSync } from 'node:zlib'
import {
  at,
  atEnd,
  atTop,
  encode,
  type Fault,
  headers,
  inHead,
  instead,
  notFound,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const garbage = rowsOf('garbage or source on the screen')
const hidden = rowsOf('scripts and policies')
const assets = rowsOf('assets')

const cover =
  'position:fixed;top:0;left:0;width:100vw;height:100vh;z-index:2147483647;background:#fff'

export const setTSeen: readonly Fault[] = [
  garbage.issue('t-shortcode-placeholder', 'The generator left its own marks in the text.', [
    whole(
      'Field notes',
      `<main><h1>Field notes</h1><p>HAHAHUGOSHORTCODE7s0HBHB</p>${about}<p>HAHAHUGOSHORTCODE7s1HBHB</p><p>Written in the summer.</p></main>`,
    ),
  ]),
  garbage.issue('t-front-matter', 'The settings of the page are printed at its top.', [
    whole(
      'Mill Lane',
      `<main><p>--- layout: page title: "About the mill" permalink: /about/ nav_order: 2 redirect_from: - /mill/ ---</p><h1>About the mill</h1>${about}</main>`,
    ),
  ]),
  garbage.issue('t-encoded-twice', 'The texts were converted twice when the database moved.', [
    whole(
      'BÃ¼cherstube DÃ¼rrbaum',
      '<main><h1>BÃ¼cherstube DÃ¼rrbaum</h1><p>BÃ¼cher fÃ¼r groÃŸe und kleine Leser, schÃ¶n gebunden. GeÃ¶ffnet tÃ¤glich auÃŸer montags.</p><p>Unsere RÃ¤ume liegen Ã¼ber dem KÃ¤seladen in der KÃ¶nigstraÃŸe.</p></main>',
      { lang: 'de' },
    ),
  ]),
  garbage.issue('t-escaped-twice', 'The content is shown as its markup.', [
    whole(
      'Sailing school',
      '<header><strong>Sailing school</strong></header><main><h1>Courses</h1>&lt;p&gt;Our courses start in &lt;strong&gt;May&lt;/strong&gt;.&lt;/p&gt;&lt;ul&gt;&lt;li&gt;Beginners&lt;/li&gt;&lt;li&gt;Regatta&lt;/li&gt;&lt;/ul&gt;&lt;p&gt;&lt;a href=&quot;/book&quot; class=&quot;btn btn-primary&quot;&gt;Book a place&lt;/a&gt;&lt;/p&gt;</main>',
    ),
  ]),
  garbage.issue('t-styles-as-text', 'A minifier has eaten the tag around the styles.', [
    whole(
      'Orchard',
      `body{margin:0;font-family:Inter,sans-serif;color:#1f2937}.nav{display:flex;gap:1rem;padding:1rem 2rem}.hero{min-height:60vh;background:#f3f4f6}.btn{display:inline-block;padding:.5rem 1rem;border-radius:4px}@media (max-width:40em){.nav{flex-direction:column}.hero{min-height:40vh}}<main><h1>Orchard</h1>${about}</main>`,
    ),
  ]),
  garbage.issue('t-shortcodes', 'The plugin that made the layout is switched off.', [
    whole(
      'Yoga in the barn',
      '<main><h1>Yoga in the barn</h1><p>[vc_row full_width="stretch_row" css=".vc_custom_1512{padding-top: 40px !important;}"][vc_column width="1/2"][vc_column_text]Classes for beginners every Monday.[/vc_column_text][/vc_column][vc_column width="1/2"][vc_single_image image="318" img_size="full"][/vc_column][/vc_row]</p><p>[contact-form-7 id="84" title="Contact"]</p></main>',
    ),
  ]),
  garbage.issue('t-page-source', 'The server does not run the pages, it sends their source.', [
    instead(
      '<%@ Page Language="C#" AutoEventWireup="true" MasterPageFile="~/Site.Master" CodeBehind="Default.aspx.cs" Inherits="Shop._Default" %>\n<asp:Content ID="Body" ContentPlaceHolderID="MainContent" runat="server"><h1><%: Title %></h1><p>Hello <%= User.Identity.Name %>, you have <%= Cart.Count %> items.</p></asp:Content>',
    ),
  ]),
  garbage.issue('t-name-placeholder', 'The build did not know the name of the site.', [
    whole(
      '%VITE_SITE_NAME%',
      `<header><strong>%VITE_SITE_NAME%</strong></header><main><h1>Welcome to %VITE_SITE_NAME%</h1>${about}</main>`,
    ),
  ]),
  garbage.issue('t-flight-payload', 'The cache mixes up the page and the data for its router.', [
    (request) =>
      request.isPage
        ? text(
            200,
            'text/x-component',
            '1:"$Sreact.fragment"\n2:I[85244,[],"ClientPageRoot"]\n3:I[44484,["974","static/chunks/app/page-41f2c6.js"],"default"]\n7:{"metadata":[["$","title","0",{"children":"Lake house"}]],"error":null,"digest":"$undefined"}\n0:{"P":null,"b":"kL2xq","p":"","c":["",""],"i":false,"f":[[["",{"children":["__PAGE__",{}]},"$undefined","$undefined",true],["",["$","$1","c",{"children":["$","html",null,{"lang":"en"}]}]]]]}\n',
          )
        : undefined,
  ]),
  garbage.issue('t-compressed-twice', 'The program and the proxy both compress the page.', [
    (request, upstream) => {
      if (!request.isPage) return undefined
      const reply = upstream()
      const body = new Uint8Array(gzipSync(gzipSync(reply.body)))
      return { ...reply, headers: { ...reply.headers, 'content-encoding': 'gzip' }, body }
    },
  ]),
  garbage.issue('t-formulas-raw', 'Formulas are shown as they are typed: nothing sets them.', [
    whole(
      'Polarity - reference',
      '<main><h1>polarity</h1><p>The score of a sentence is \\(\\delta = \\frac{x_i^T}{\\sqrt{n}}\\), where \\(x_i^T = \\sum{((1 + c(x_i^A - x_i^D)) \\cdot w(-1)^{\\sum x_i^N})}\\).</p><p>$$ x_i^A = \\sum_{j=1}^{n} \\left( w_{neg} \\cdot x_{ij}^{a} \\right) $$</p><p>$$ x_i^D = \\max(x_i^{D&#39;}, -1), \\qquad \\bar{\\delta} = \\frac{1}{m} \\sum_{i=1}^{m} \\delta_i $$</p><h2>Value</h2><p>A table with a row for each sentence.</p></main>',
    ),
  ]),
  garbage.review(
    't-diagrams-raw',
    'Diagrams are shown as text: the library comes from a host that is down.',
    [
      atEnd(
        (site) =>
          `<script type="module">import mermaid from 'https://cdn.${site.stranger}/mermaid.esm.min.mjs'; mermaid.initialize({ startOnLoad: true })</script>`,
      ),
      whole(
        'Architecture',
        `<main><h1>Architecture</h1><pre class="mermaid">graph TD\n  Client --&gt; Gateway\n  Gateway --&gt; Orders\n  Gateway --&gt; Stock\n  Orders --&gt; Queue</pre><pre class="mermaid">sequenceDiagram\n  Client-&gt;&gt;Gateway: order\n  Gateway--&gt;&gt;Client: accepted</pre>${about}</main>`,
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`cdn.${site.stranger}`]: 'refuses' }) },
  ),
  garbage.issue(
    't-address-hidden',
    'Nobody can read our address: the script that decodes it is not there.',
    [
      whole(
        'Contact',
        '<main><h1>Contact</h1><p>Write to us at <a href="/cdn-cgi/l/email-protection" class="__cf_email__" data-cfemail="3e565b5252517e53575252105b465f534e525b">[email&#160;protected]</a> or to the workshop at <a href="/cdn-cgi/l/email-protection" class="__cf_email__" data-cfemail="2e49415c45">[email&#160;protected]</a>.</p><p>We answer within two days.</p></main><script data-cfasync="false" src="/cdn-cgi/scripts/5c5dd728/cloudflare-static/email-decode.min.js"></script>',
      ),
      at('/cdn-cgi/scripts/5c5dd728/cloudflare-static/email-decode.min.js', notFound),
    ],
    inBrowser,
  ),
  assets.review(
    't-icon-words',
    'The icons are words: their font comes from a host that is no more.',
    [
      inHead(
        (site) =>
          `<style>@font-face{font-family:'Symbols';src:url(https://fonts.${site.stranger}/symbols.woff2) format('woff2')}.icon{font:24px 'Symbols',sans-serif;font-feature-settings:'liga'}</style>`,
      ),
      atTop(
        '<p><span class="icon">menu</span> <span class="icon">search</span> <span class="icon">shopping_cart</span> <span class="icon">keyboard_arrow_down</span></p>',
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`fonts.${site.stranger}`]: 'nothing' }) },
  ),
  hidden.issue(
    't-reveal-never',
    'Everything that should fade in stays invisible: the library was not uploaded.',
    [
      whole(
        'Glass house',
        `<header><strong>Glass house</strong></header><main><section data-aos="fade-up"><h1>Light for every room</h1>${about}</section><section data-aos="fade-up"><h2>Our work</h2>${about}</section><section data-aos="zoom-in"><h2>Contact</h2>${about}</section></main><script src="/js/aos.js"></script><script>AOS.init()</script>`,
        {
          head: '<style>[data-aos]{opacity:0;transition:opacity .6s}[data-aos].aos-animate{opacity:1}section{min-height:300px}</style>',
        },
      ),
      at('/js/aos.js', notFound),
    ],
    inBrowser,
  ),
  hidden.issue(
    't-flicker-guard',
    'The page is hidden until the service for experiments answers, and it is gone.',
    [
      inHead(
        (site) =>
          `<style id="guard">body{opacity:0 !important}</style><script src="https://experiments.${site.stranger}/run.js" onload="document.getElementById('guard').remove()"></script>`,
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`experiments.${site.stranger}`]: 'refuses' }) },
  ),
  hidden.issue(
    't-preloader-stays',
    'The cover with the spinner is taken away by a library that was not uploaded.',
    [
      atTop(
        `<div id="preloader" style="${cover}"><div style="width:40px;height:40px;margin:40vh auto;border:4px solid #ddd;border-top-color:#333;border-radius:50%"></div></div>`,
      ),
      atEnd(
        '<script src="/js/jquery-3.7.1.min.js"></script><script>jQuery(window).on("load", function () { jQuery("#preloader").fadeOut() })</script>',
      ),
      at('/js/jquery-3.7.1.min.js', notFound),
    ],
    inBrowser,
  ),
  hidden.issue(
    't-print-styles',
    'The styles are loaded for print and switched by a handler that the policy forbids.',
    [
      headers({ 'content-security-policy': "script-src 'self'; frame-ancestors 'self'" }),
      whole(
        'Pottery',
        `<header class="bar"><strong>Pottery</strong><nav><a href="#a">Bowls</a><a href="#b">Cups</a><a href="#c">Jugs</a></nav></header><main class="grid"><article class="card"><h2>Bowls</h2>${about}</article><article class="card"><h2>Cups</h2>${about}</article><article class="card"><h2>Jugs</h2>${about}</article></main>`,
        {
          head: '<link rel="stylesheet" href="/styles-6Q2.css" media="print" onload="this.media=\'all\'">',
        },
      ),
      at(
        '/styles-6Q2.css',
        text(
          200,
          'text/css; charset=utf-8',
          'body{margin:0;font-family:sans-serif;background:#faf5ef}.bar{display:flex;gap:2rem;padding:1rem;background:#5b3a29;color:#fff}.grid{display:grid;grid-template-columns:1fr 1fr 1fr;gap:1rem;padding:2rem}.card{background:#fff;padding:1rem;border-radius:8px}',
        ),
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    't-consent-blank',
    'The question for consent covers the page, and its service does not fill it.',
    [
      atTop(
        (site) =>
          `<div id="consent-root" style="${cover}"></div><script async src="https://consent.${site.stranger}/loader.js"></script>`,
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`consent.${site.stranger}`]: 'refuses' }) },
  ),
  hidden.issue(
    't-base-banner',
    'The documentation was built for another folder and says so on the screen.',
    [
      whole(
        'Loom documentation',
        `<main><h1>Loom documentation</h1>${about}</main><script>document.addEventListener('DOMContentLoaded', function () { if (window.docusaurus) return; var box = document.createElement('div'); box.style = 'border:thick solid red;background:#fcc;margin:20px;padding:20px;font-size:20px'; box.innerHTML = '<p style="font-weight:bold;font-size:30px">Your Docusaurus site did not load properly.</p><p>A very common reason is a wrong site baseUrl configuration.</p><p>Current configured baseUrl = <b>/loom/</b></p><p>We suggest trying baseUrl = <b>/</b></p>'; document.body.prepend(box) })</script>`,
        {
          head: '<link rel="stylesheet" href="/loom/assets/css/styles.8c1f.css"><script src="/loom/assets/js/main.5d02.js" defer></script>',
        },
      ),
      at('/loom/assets/css/styles.8c1f.css', notFound),
      at('/loom/assets/js/main.5d02.js', notFound),
    ],
    inBrowser,
  ),
  hidden.issue(
    't-slider-waits',
    'The network in front of the site holds the library back, and the slides at the top stay hidden.',
    [
      whole(
        'Hotel on the hill',
        `<header><strong>Hotel on the hill</strong></header><div class="slides"><div class="slide"><h1>Rooms with a view</h1><p>Book for the autumn now</p></div><div class="slide"><h1>Breakfast on the terrace</h1></div></div><main>${about}</main><script src="/cdn-cgi/scripts/7d0fa10a/cloudflare-static/rocket-loader.min.js" data-cf-settings="7d1c-|49" defer></script><script type="7d1c-text/javascript" src="/js/jquery.js"></script><script data-cfasync="false">jQuery('.slides').slick({ autoplay: true })</script>`,
        {
          head: '<style>.slides{visibility:hidden;height:420px;background:#246}.slides.slick-initialized{visibility:visible}</style>',
        },
      ),
      at('/cdn-cgi/scripts/7d0fa10a/cloudflare-static/rocket-loader.min.js', notFound),
    ],
    inBrowser,
  ),
  assets.issue(
    't-optimizer-refuses',
    'The service that makes pictures smaller does not know the host of this one.',
    [
      atTop(
        '<img src="/_next/image?url=https%3A%2F%2Fassets.mill.example%2Fhero.jpg&amp;w=1200&amp;q=75" alt="The mill" width="800" height="400">',
      ),
      at('/_next/image', text(400, 'text/plain; charset=utf-8', '"url" parameter is not allowed')),
    ],
    inBrowser,
  ),
  assets.issue(
    't-phone-picture',
    'The picture is as the telephone wrote it, and a browser cannot show that.',
    [
      atTop('<img src="/photos/IMG_2041.HEIC" alt="The new boat" width="800" height="500">'),
      at('/photos/IMG_2041.HEIC', {
        status: 200,
        headers: { 'content-type': 'image/heic' },
        body: encode('\0\0\0\x18ftypheic\0\0\0\0mif1heic'),
      }),
    ],
    inBrowser,
  ),
  hidden.issue(
    't-masked-domain',
    'The domain shows the shop in a frame, and the shop does not let itself be framed.',
    [
      (request, _upstream, site) =>
        request.isPage
          ? text(
              200,
              'text/html; charset=utf-8',
              `<!doctype html><html><head><title>${site.domain}</title></head><frameset rows="100%,*" border="0"><frame src="https://pages.${site.stranger}/mill/" frameborder="0"></frameset></html>`,
            )
          : undefined,
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`pages.${site.stranger}`]: () => ({
          ...text(200, 'text/html; charset=utf-8', '<h1>Mill shop</h1>'),
          headers: { 'content-type': 'text/html; charset=utf-8', 'x-frame-options': 'DENY' },
        }),
      }),
    },
  ),
]
