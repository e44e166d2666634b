import { application, atEnd, atTop, bundle, type Fault, inHead, instead } from '../../fault.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const hidden = rowsOf('cannot be seen')
const garbage = rowsOf('garbage or source on the screen')
const never = rowsOf('never ready')

/** The content is there, and a person cannot see or read it. */
const notSeen: readonly Fault[] = [
  hidden.issue(
    'll-font-loader-class',
    'The text waits for a font loader that we no longer have on the server.',
    [
      inHead(
        '<style>html.wf-wait body{visibility:hidden!important}html.wf-wait body *{visibility:hidden!important}</style><script>document.documentElement.classList.add("wf-wait")</script><script src="/js/webfontloader-1.6.28.js" async></script>',
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'll-consent-wall-empty',
    'The consent tool puts a white wall over the page, without any button.',
    [
      atEnd(
        '<div class="cmp-root" role="dialog" aria-modal="true" style="position:fixed;inset:0;z-index:2147483647;background:#fff"><div class="cmp-box" style="width:480px;height:320px;margin:15vh auto;border:1px solid #ddd"></div></div>',
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'll-style-not-closed',
    'I pasted some rules of CSS into the theme and forgot the end of it; all is white.',
    [atTop('<style>.site-header .logo img { max-width: 180px; } ')],
    inBrowser,
  ),
  hidden.issue(
    'll-menu-push-stuck',
    'The page stays pushed out to the left, as if the mobile menu were open.',
    [
      inHead(
        '<style>html{overflow-x:hidden}body{position:relative!important;left:-110vw!important;width:100vw!important}</style>',
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'll-blur-stuck',
    'The page is blurred for a dialog that never comes up.',
    [
      bundle(`document.documentElement.classList.add('modal-open')`),
      inHead(
        '<style>.modal-open body{filter:blur(16px);pointer-events:none;user-select:none}</style>',
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'll-white-on-white',
    'Half of the dark theme was put live: white letters on our white pages.',
    [
      inHead(
        '<style>html,body,body *{color:#fff!important;background:#fff!important;border-color:#fff!important;fill:#fff!important}img,svg,canvas,video{opacity:0!important}</style>',
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'll-tiny-letters',
    'A plugin counted pixels into rem twice, and letters are as high as a hair.',
    [
      inHead(
        '<style>html body,html body *{font-size:1px!important;line-height:1px!important}</style>',
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'll-chat-frame-full',
    'The chat window opened to the whole screen and it is empty.',
    [
      bundle(`setTimeout(() => {
  const frame = document.createElement('iframe')
  frame.title = 'Chat'
  frame.srcdoc = '<body style="background:#fff"></body>'
  frame.style.cssText = 'position:fixed;top:0;left:0;width:100vw;height:100vh;border:0;background:#fff;z-index:2147483000'
  document.body.append(frame)
}, 1200)`),
    ],
    inBrowser,
  ),
  hidden.issue(
    'll-rotate-device',
    'People at a desk are asked to turn their telephone and cannot get past it.',
    [
      atEnd(
        '<div style="position:fixed;inset:0;z-index:99999;background:#222;color:#fff;display:flex;align-items:center;justify-content:center;font:24px sans-serif">Please rotate your device to portrait mode to use this site.</div>',
      ),
    ],
    inBrowser,
  ),
  hidden.review(
    'll-arrow-giant',
    'An icon without a size fills the whole first screen with a black arrow.',
    [
      atTop(
        '<svg viewBox="0 0 24 24" style="display:block;width:100vw;height:100vw" aria-hidden="true"><path d="M8 4l8 8-8 8z"/></svg>',
      ),
    ],
    inBrowser,
  ),
  never.review(
    'll-skeleton-stays',
    'Grey bars pulse for ever where the timetable should be.',
    [
      application(
        `const bar = '<div style="height:22px;margin:14px;background:#e3e5e8;border-radius:6px"></div>'
document.getElementById('root').innerHTML = '<div aria-busy="true" class="skeleton">' + bar.repeat(14) + '</div>'`,
      ),
    ],
    inBrowser,
  ),
  never.review(
    'll-no-route',
    'Menu and footer are there, and nothing between them: no route fits the address.',
    [
      application(
        `document.getElementById('root').innerHTML = '<header><a href="#">Kindergarten Sonnenhof</a></header><main style="min-height:70vh"></main><footer>© 2024</footer>'
console.warn('No routes matched location "' + location.pathname + '" ')`,
      ),
    ],
    inBrowser,
  ),
]

/** Text that a visitor should never read. */
const garbled: readonly Fault[] = [
  garbage.issue(
    'll-umlauts-twice',
    'Our opening hours are full of strange letters since the move.',
    [
      atTop(
        '<section><h2>Ã–ffnungszeiten fÃ¼r BÃ¼rgerbÃ¼ro und StraÃŸenverkehrsamt</h2><p>Wir sind von Montag bis Donnerstag persÃ¶nlich fÃ¼r Sie da. WÃ¤hrend der Ferien schlieÃŸen wir frÃ¼her, bitte prÃ¼fen Sie die AushÃ¤nge.</p></section>',
      ),
    ],
  ),
  garbage.issue('ll-blade-directives', 'The list of events shows the code of its template.', [
    atTop(
      "<section><h2>Upcoming events</h2>@forelse ($events as $event)<article><h3>{{ $event->title }}</h3><p>{{ $event->starts_at->format('d.m.Y') }}</p></article>@empty<p>{{ __('events.none') }}</p>@endforelse</section>",
    ),
  ]),
  garbage.issue('ll-joomla-keys', 'The language pack is missing; visitors read its keys.', [
    atTop(
      '<nav><button>MOD_MENU_TOGGLE</button> <a href="#top">TPL_CASSIOPEIA_BACKTOTOP</a></nav><p>COM_CONTENT_READ_MORE_TITLE</p><p>COM_CONTENT_PUBLISHED_DATE_ON</p><p>JGLOBAL_HITS_COUNT</p>',
    ),
  ]),
  garbage.issue('ll-python-objects', 'In place of the courses stands what Python calls them.', [
    atTop(
      '<section><h2>Our courses</h2><p>&lt;QuerySet [&lt;Course: Course object (3)&gt;, &lt;Course: Course object (7)&gt;, &lt;Course: Course object (9)&gt;]&gt;</p><p>From &lt;bound method Course.price_from of &lt;Course: Course object (3)&gt;&gt;</p></section>',
    ),
  ]),
  garbage.issue(
    'll-not-a-number',
    'Prices and dates of our rooms are not numbers at all.',
    [
      bundle(`const room = {}
document.getElementById('rooms').innerHTML = ['Seeblick', 'Garten', 'Turm'].map((name) => '<li>' + name + ': from € ' + (room.price * 1.19) + ' per night, ' + room.beds + ' beds, free from ' + new Date(room.free).toLocaleDateString() + ', host: ' + {} + '</li>').join('')`),
      atTop('<section><h2>Rooms</h2><ul id="rooms"></ul></section>'),
    ],
    inBrowser,
  ),
  garbage.issue('ll-merge-markers', 'Two people changed the page, and both versions are there.', [
    atTop(
      '<p>&lt;&lt;&lt;&lt;&lt;&lt;&lt; HEAD</p><p>Summer camp: 8 to 19 July, 240 €</p><p>=======</p><p>Summer camp: 15 to 26 July, 260 €</p><p>&gt;&gt;&gt;&gt;&gt;&gt;&gt; feature/prices-2024</p>',
    ),
  ]),
  garbage.issue('ll-front-matter', 'The generator printed the settings of the page above it.', [
    atTop(
      '<p>--- layout: default title: "Home" permalink: / nav_order: 1 description: &gt;- Parish of St. Anne hero_image: /assets/img/church.jpg published: true ---</p>',
    ),
  ]),
  garbage.issue('ll-tags-escaped', 'The text of the editor is shown with all of its tags.', [
    atTop(
      '<div class="rte">&lt;p style="text-align: justify;"&gt;Welcome to&amp;nbsp;our &lt;strong&gt;family hotel&lt;/strong&gt; at the lake.&lt;br /&gt;Book &lt;a href="/booking" target="_blank" rel="noopener"&gt;here&lt;/a&gt;&amp;nbsp;for the best price.&lt;/p&gt;&lt;ul&gt;&lt;li&gt;Breakfast&lt;/li&gt;&lt;li&gt;Sauna&lt;/li&gt;&lt;/ul&gt;</div>',
    ),
  ]),
  garbage.issue(
    'll-jsx-source',
    'The server gives out the source of the component as the home page.',
    [
      instead(`import { useState } from 'react'
import Hero from './components/Hero'
import { products } from './data/products'

export default function App() {
  const [cart, setCart] = useState([])
  const add = (item) => setCart((prev) => [...prev, item])
  // TODO: check the login before the checkout
  return products.map((p) => Hero({ key: p.id, onClick: () => add(p) }))
}
`),
    ],
  ),
  garbage.review('ll-sample-page', 'Only the sample texts of WordPress are there.', [
    whole(
      'My WordPress – Just another WordPress site',
      '<header><h1>My WordPress</h1><p>Just another WordPress site</p></header><article><h2>Hello world!</h2><p>Welcome to WordPress. This is your first post. Edit or delete it, then start writing!</p></article><aside><h2>Recent Comments</h2><p>A WordPress Commenter on Hello world!</p><p>Hi, this is a comment. To get started with moderating, editing, and deleting comments, please visit the Comments screen in the dashboard.</p></aside>',
    ),
  ]),
  garbage.review('ll-canva-address', 'The address of the sample design is still on the page.', [
    atEnd(
      `<footer>${about}<p>Your Company Name</p><p>123 Anywhere St., Any City, ST 12345</p><p>+123-456-7890</p><p>hello@reallygreatsite.com</p><p>www.reallygreatsite.com</p></footer>`,
    ),
  ]),
]

export const setLlSeen: readonly Fault[] = [...notSeen, ...garbled]
