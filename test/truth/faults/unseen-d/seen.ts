import { application, atTop, type Fault, type Interceptor, inHead } from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const { issue: garbage } = rowsOf('garbage or source on the screen')
const { issue: unseen, review: doubtful } = rowsOf('cannot be seen')

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))

const join = (...parts: readonly (string | Uint8Array)[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => [...Buffer.from(part)]))

/** "Welcome to our shop, we sell handmade tea sets and Pu'er tea", and the terms of shipping and returns, in GBK. */
const tea = bytes(
  'bbb6d3adb9e2c1d9b1beb5ea2cced2c3c7d6f7d3aacad6b9a4b2e8bedfd3ebc6d5b6fdb2e82cc8abb9fab0fcd3ca2cc6dfcceccedec0edd3c9cdcbbbbba1a3',
)

const raw = (body: string | Uint8Array, type = 'text/html; charset=utf-8'): Interceptor[] => [
  (request) => (request.isPage ? { ...text(200, type, ''), body: join(body) } : undefined),
]

const charsets: readonly Fault[] = [
  garbage(
    'gbk-declared-utf8',
    'An old shop in GBK behind a server that adds charset=utf-8 to everything.',
    raw(
      join(
        '<!doctype html><html lang="zh"><head><title>Tea</title></head><body><h1>',
        tea,
        '</h1><p>',
        tea,
        tea,
        '</p><p>',
        tea,
        '</p></body></html>',
      ),
    ),
  ),
  garbage('imported-twice', 'The database was imported with another charset than it was written.', [
    whole(
      'InformaÃ§Ãµes',
      '<h1>InformaÃ§Ãµes para vocÃª</h1><p>A secretaria nÃ£o abrirÃ¡ na prÃ³xima terÃ§a-feira. InscriÃ§Ãµes atÃ© o dia 12 de marÃ§o, das 8h Ã s 17h, na praÃ§a da matriz.</p><p>OrganizaÃ§Ã£o: AssociaÃ§Ã£o de PrÃ©dios HistÃ³ricos de SÃ£o LuÃ­s.</p>',
      { lang: 'pt-BR' },
    ),
  ]),
]

const sources: readonly Fault[] = [
  garbage(
    'blade-not-run',
    'The views were published in place of the folder that is public.',
    raw(
      "@extends('layouts.app')\n\n@section('content')\n<div class=\"container\">\n    @foreach ($products as $product)\n        <h2>{{ $product->name }}</h2>\n        <p>{{ number_format($product->price, 2) }}</p>\n    @endforeach\n    @auth\n        <a href=\"{{ route('cart.index') }}\">{{ __('Cart') }}</a>\n    @endauth\n</div>\n@endsection\n",
    ),
  ),
  garbage(
    'server-not-run',
    'The host sends the program instead of running it.',
    raw(
      "const express = require('express')\nconst path = require('path')\nconst app = express()\n\napp.use(express.static(path.join(__dirname, 'public')))\napp.get('/', (req, res) => res.render('index', { title: 'Acervo' }))\n\napp.listen(process.env.PORT || 3000, () => console.log('listening'))\n",
    ),
  ),
  garbage(
    'jsp-not-run',
    'The page was copied to a server that does not know its language.',
    raw(
      // biome-ignore lint/suspicious/noTemplateCurlyInString: expressions of a JSP page
      '<%@ page contentType="text/html; charset=UTF-8" pageEncoding="UTF-8"%>\n<%@ taglib prefix="c" uri="http://java.sun.com/jsp/jstl/core" %>\n<html><head><title>预约挂号</title></head><body><h1>预约挂号</h1>\n<c:forEach items="${doctors}" var="d"><p>${d.name} ${d.dept}</p></c:forEach>\n<% if (request.getSession().getAttribute("user") == null) { %><p>请先登录</p><% } %>\n</body></html>',
    ),
  ),
  garbage(
    'markdown-not-rendered',
    'The folder of the sources was published, not that of the build.',
    raw(
      '---\ntitle: "Sobre nosotros"\nlayout: page\npermalink: /\n---\n\n# Sobre nosotros\n\nSomos un **taller de bicicletas** en [Valdivia](/valdivia/).\n\n{% include hours.html %}\n\n* Lunes a viernes\n* Sábado por la mañana\n',
    ),
  ),
  garbage('shortcodes-shown', 'The plug-in that knows these tags is switched off.', [
    whole(
      'Clínica Aurora',
      `<h1>Clínica Aurora</h1><p>[vc_row full_width="stretch_row"][vc_column width="1/2"][vc_column_text]Atendemos de lunes a viernes.[/vc_column_text][/vc_column][/vc_row]</p><p>[contact-form-7 id="214" title="Contacto"]</p>${about}`,
      { lang: 'es' },
    ),
  ]),
  garbage(
    'pipes-uncompiled',
    'The library that fills the page did not come, and its expressions are seen.',
    [
      whole(
        'Loja',
        `<div ng-app="loja"><h1>{{ 'HOME.TITLE' | translate }}</h1><ul><li ng-repeat="p in produtos">{{ p.nome }} — {{ p.preco | currency:'R$' }}</li></ul><button>{{ 'CART.CHECKOUT' | translate }}</button></div>${about}`,
        { lang: 'pt-BR' },
      ),
    ],
  ),
  garbage(
    'translations-absent',
    'The file of the language was not deployed.',
    [
      application(
        `document.getElementById('root').innerHTML = '<nav><a href="#">nav.features</a> <a href="#">nav.pricing</a> <a href="#">nav.signIn</a></nav><main><h1>home.hero.title</h1><p>home.hero.subtitle</p><button>home.hero.cta</button></main><footer>footer.copyright</footer>'`,
      ),
    ],
    inBrowser,
  ),
  garbage('translation-missing-words', 'The key exists in one language only.', [
    whole(
      'Cursos',
      `<h1>Translation missing: pt-BR.home.index.headline</h1><p>Translation missing: pt-BR.home.index.lead</p><a href="#c">Translation missing: pt-BR.shared.buttons.enroll</a>${about}`,
      { lang: 'pt-BR' },
    ),
  ]),
  garbage('title-unfilled', 'The variable of the build tool is not set.', [
    whole(
      '%VITE_APP_TITLE%',
      `<header><strong>%VITE_APP_TITLE%</strong></header><main><h1>Welcome to %VITE_APP_TITLE%</h1>${about}<p>Write to %VITE_SUPPORT_EMAIL%.</p></main>`,
    ),
  ]),
  garbage('markup-escaped', 'The text of the editor is escaped once too often.', [
    atTop(
      '<section style="background:#fff;color:#111">&lt;p&gt;Bem-vindo à &lt;strong&gt;Casa do Norte&lt;/strong&gt;&lt;/p&gt;&lt;p&gt;Entregamos em &lt;a href=&quot;/zonas&quot;&gt;toda a cidade&lt;/a&gt;.&amp;nbsp;&lt;/p&gt;</section>',
    ),
    whole('Casa do Norte', `<h1>Casa do Norte</h1>${about}`, { lang: 'pt-BR' }),
  ]),
  garbage(
    'dates-invalid',
    'The API renamed the fields of its dates and prices.',
    [
      application(
        `document.getElementById('root').innerHTML = '<h1>Próximos shows</h1><ul>' + ['Recife', 'Belém', 'Natal', 'Manaus'].map((city) => '<li><h3>' + city + '</h3><time>' + new Date(undefined) + '</time><span>R$ ' + Number(undefined).toFixed(2) + '</span></li>').join('') + '</ul>'`,
      ),
    ],
    inBrowser,
  ),
]

const screens: readonly Fault[] = [
  unseen(
    'reveal-never',
    'Each section waits to be scrolled into view by a script that was left out.',
    [
      whole(
        'Estudio Norte',
        `<section data-aos="fade-up"><h1>Estudio Norte</h1>${about}</section><section data-aos="fade-up"><h2>Obras</h2>${about}</section>`,
        {
          lang: 'es',
          head: '<style>[data-aos]{opacity:0;transform:translateY(60px);transition:opacity .6s}[data-aos].aos-animate{opacity:1;transform:none}</style>',
        },
      ),
    ],
    inBrowser,
  ),
  unseen(
    'ink-without-ground',
    'The picture behind light text was removed, and white is left.',
    [
      whole('Vinícola', `<main class="hero"><h1>Vinícola do Vale</h1>${about}</main>`, {
        lang: 'pt-BR',
        head: '<style>body{background:#fff}.hero,.hero *{color:#fff}</style>',
      }),
    ],
    inBrowser,
  ),
  doubtful(
    'middle-empty',
    'The content of the page is gone from the CMS: a header, a footer, and nothing between.',
    [
      whole(
        'Acme 资料库',
        '<header style="padding:16px"><a href="#h">Acme 资料库</a></header><main style="min-height:70vh"></main><footer style="padding:16px">© 2025 Acme</footer>',
        { lang: 'zh' },
      ),
    ],
    inBrowser,
  ),
  unseen(
    'pushed-aside',
    'The menu for phones is open by default and moves everything out of the window.',
    [
      inHead(
        '<style>html{overflow-x:hidden}body{position:relative;left:-300vw;width:100vw}</style>',
      ),
      whole(
        'Almacén Sur',
        `<nav><a href="#p">Productos</a></nav><h1>Almacén Sur</h1>${about.repeat(2)}`,
        { lang: 'es' },
      ),
    ],
    inBrowser,
  ),
]

/** Written by an author who had not read the rules, their data or the other unseen sets. */
export const setDSeen: readonly Fault[] = [...charsets, ...sources, ...screens]
