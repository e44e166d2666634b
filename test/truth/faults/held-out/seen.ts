import { brotliCompressSync, deflateSync } from 'node:zlib'
import {
  application,
  atEnd,
  atTop,
  bundle,
  decode,
  type Fault,
  type Interceptor,
  inHead,
  instead,
} from '../../fault.ts'
import { text } from '../../page.ts'

const seen = (id: string, why: string, more: Partial<Fault>): Fault => ({
  id,
  group: 'cannot be seen',
  wanted: 'ISSUE',
  tools: 'RV',
  why,
  ...more,
})
const garbage = (id: string, why: string, more: Partial<Fault>): Fault => ({
  id,
  group: 'garbage or source on the screen',
  wanted: 'ISSUE',
  why,
  ...more,
})
const waits = (id: string, why: string, markup: string, head = ''): Fault => ({
  id,
  group: 'never ready',
  wanted: 'REVIEW',
  tools: 'RV',
  why,
  intercept: [
    application(
      `document.getElementById('root').innerHTML = ${JSON.stringify(markup)}; fetch('/api/orders').then((one) => one.json()).then(() => {})`,
      head,
    ),
    (request) => (request.path === '/api/orders' ? 'hang' : undefined),
  ],
})
const style = (css: string) => [inHead(`<style>${css}</style>`)]
const page = (body: string, lang = 'en') =>
  `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>Shop</title></head><body>${body}</body></html>`
const bytes = (
  change: (body: Uint8Array) => Uint8Array,
  type = 'text/html; charset=utf-8',
): readonly Interceptor[] => [
  (request, upstream) => {
    if (!request.isPage) return undefined
    const reply = upstream()
    return {
      ...reply,
      headers: { ...reply.headers, 'content-type': type },
      body: change(reply.body),
    }
  },
]
const whole = (type: string, body: (well: Uint8Array) => string): readonly Interceptor[] => [
  (request, upstream) => (request.isPage ? text(200, type, body(upstream().body)) : undefined),
]
const latin1 = (characters: string) =>
  Uint8Array.from(characters, (one) => one.charCodeAt(0) & 0xff)

/** Written after the rules of 2026-11-22.9 by an author who had not read them. */
export const heldOutSeen: readonly Fault[] = [
  seen('clipped', 'Everything is clipped away.', {
    intercept: style('body { clip-path: inset(100%) }'),
  }),
  seen('filtered', 'Everything is made transparent by a filter.', {
    intercept: style('body { filter: opacity(0) }'),
  }),
  seen('scaled-away', 'Everything is scaled to nothing.', {
    intercept: style('body { transform: scale(0) }'),
  }),
  seen('no-height', 'The wrapper has no height and cuts what it contains.', {
    intercept: style(
      'html, body { height: 0; overflow: hidden } body > * { height: 0 !important; overflow: hidden !important; padding: 0 !important; margin: 0 !important }',
    ),
  }),
  seen('colour-transparent', 'All text is transparent.', {
    intercept: [
      instead(
        page(`<h1>Bicycles</h1>${'<p>Bicycles and boats for everybody.</p>'.repeat(6)}`).replace(
          '</head>',
          '<style>* { color: transparent !important }</style></head>',
        ),
      ),
    ],
  }),
  seen('covered-by-frame', 'An empty frame lies over everything.', {
    intercept: [
      atEnd(
        '<iframe src="about:blank" style="position:fixed;inset:0;width:100%;height:100%;border:0;background:#fff;z-index:2147483647"></iframe>',
      ),
    ],
  }),
  seen('indented-away', 'The text is outside of the screen.', {
    intercept: [
      instead(
        page(
          '<h1>Bicycles</h1><p>Bicycles and boats for everybody, every day of the week.</p>',
        ).replace(
          '</head>',
          '<style>body { text-indent: -9999px; overflow: hidden }</style></head>',
        ),
      ),
    ],
  }),
  seen('content-visibility', 'The content is never rendered.', {
    intercept: style('body { content-visibility: hidden }'),
  }),
  seen('root-emptied', 'The application removes what the server sent.', {
    intercept: [
      bundle(`setTimeout(() => { document.body.innerHTML = '<div id="root"></div>' }, 600)`),
    ],
  }),
  seen('styles-all-hidden', 'A rule for a class that scripts should have removed.', {
    intercept: [
      inHead('<style>.js-loading * { display: none !important }</style>'),
      bundle(`document.documentElement.classList.add('js-loading')`),
    ],
  }),
  garbage('brotli-as-text', 'Compressed bytes without a word about it.', {
    intercept: bytes((body) => brotliCompressSync(body)),
  }),
  garbage('deflate-as-text', 'Compressed bytes without a word about it.', {
    intercept: bytes((body) => deflateSync(body)),
  }),
  garbage('pdf-as-html', 'A document of another kind under the wrong type.', {
    intercept: bytes(() =>
      latin1(
        '%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\nstream\n' +
          '\u00f3\u008a\u0012q\u00fe\u0003'.repeat(400),
      ),
    ),
  }),
  garbage('png-as-html', 'A picture under the wrong type.', {
    intercept: bytes(() =>
      latin1(
        '\u0089PNG\r\n\u001a\n\u0000\u0000\u0000\rIHDR\u0000\u0000\u0001\u0000' +
          '\u00d7\u0011\u0099\u0002k\u00ff'.repeat(400),
      ),
    ),
  }),
  garbage('cyrillic-as-latin', 'Text in windows-1251 that is read as Latin.', {
    intercept: bytes(
      () =>
        latin1(
          page(
            '<h1>\u00cf\u00f0\u00e8\u00e2\u00e5\u00f2</h1>' +
              '<p>\u00cd\u00e0\u00f8 \u00ec\u00e0\u00e3\u00e0\u00e7\u00e8\u00ed \u00ee\u00f2\u00ea\u00f0\u00fb\u00f2 \u00ea\u00e0\u00e6\u00e4\u00fb\u00e9 \u00e4\u00e5\u00ed\u00fc \u00f1 \u00f3\u00f2\u00f0\u00e0 \u00e4\u00ee \u00e2\u00e5\u00f7\u00e5\u00f0\u00e0.</p>'.repeat(
                8,
              ),
            'ru',
          ).replace('<meta charset="utf-8">', '<meta charset="iso-8859-1">'),
        ),
      'text/html; charset=iso-8859-1',
    ),
  }),
  garbage('japanese-as-latin', 'Japanese in UTF-8 that is read as Latin.', {
    intercept: bytes(
      () =>
        new TextEncoder().encode(
          page(
            `<h1>自転車の店</h1>${'<p>毎日開いています。駅から歩いて五分です。</p>'.repeat(8)}`,
            'ja',
          ).replace('<meta charset="utf-8">', '<meta charset="iso-8859-1">'),
        ),
      'text/html; charset=iso-8859-1',
    ),
  }),
  garbage('base64-page', 'The page as base64.', {
    intercept: whole('text/html; charset=utf-8', (body) =>
      btoa(decode(body).replaceAll(/[^ -~\n]/g, '')).slice(0, 6000),
    ),
  }),
  garbage('handlebars', 'A template of a server that was never filled.', {
    intercept: [
      instead(
        page(
          '{{> header}}<h1>{{title}}</h1><ul>{{#each products}}<li>{{this.name}} {{this.price}}</li>{{/each}}</ul>{{> footer}}',
        ),
      ),
    ],
  }),
  garbage('vue-uncompiled', 'The library that fills the template is not there.', {
    intercept: [
      instead(
        page(
          '<div id="app"><h1>{{ title }}</h1><ul><li v-for="one in orders">{{ one.name }}: {{ one.total }}</li></ul><p>{{ total }}</p></div>',
        ),
      ),
    ],
  }),
  garbage('template-literal', 'A string of a script that was never filled.', {
    intercept: [
      instead(
        page(
          // biome-ignore lint/suspicious/noTemplateCurlyInString: a template that was not filled
          '<h1>${shop.name}</h1><p>Hello ${user.firstName}, your order of ${order.date} is on its way.</p><p>Total: ${order.total}</p>',
        ),
      ),
    ],
  }),
  garbage('translation-missing', 'Keys in place of their translations.', {
    intercept: [
      instead(
        page(
          '<h1>translation missing: en.cart.title</h1><p>translation missing: en.cart.empty</p><a href="/">translation missing: en.cart.continue</a>',
        ),
      ),
    ],
  }),
  garbage('jsp-source', 'A page of a server that did not run it.', {
    intercept: [
      instead(
        // biome-ignore lint/suspicious/noTemplateCurlyInString: a template that was not filled
        '<%@ page language="java" contentType="text/html; charset=UTF-8" %>\n<%@ taglib prefix="c" uri="http://java.sun.com/jsp/jstl/core" %>\n<html><body><h1><%= shop.getName() %></h1><c:forEach items="${orders}" var="order"><p>${order.name}</p></c:forEach></body></html>',
      ),
    ],
  }),
  garbage('cgi-source', 'A program of a server that did not run it.', {
    intercept: whole(
      'text/plain; charset=utf-8',
      () =>
        '#!/usr/bin/perl\nuse strict;\nuse CGI;\nmy $q = CGI->new;\nprint $q->header;\nprint "<h1>Orders</h1>";\nforeach my $row (@rows) { print "<p>$row->{name}</p>"; }\n',
    ),
  }),
  garbage('conflict-markers', 'A merge that was never finished.', {
    intercept: [
      atTop(
        '<p>&lt;&lt;&lt;&lt;&lt;&lt;&lt; HEAD<br>Open from nine to five<br>=======<br>Open from ten to six<br>&gt;&gt;&gt;&gt;&gt;&gt;&gt; feature/hours</p>',
      ),
    ],
    wanted: 'REVIEW',
  }),
  garbage('front-matter', 'The head of a source file above the page.', {
    intercept: [
      instead(
        page(
          '---<br>layout: default<br>title: Home<br>permalink: /<br>---<h1>Welcome</h1><p>We sell bicycles.</p>',
        ),
      ),
    ],
    wanted: 'REVIEW',
  }),
  garbage('header-fields-shown', 'The fields of the response are in its content.', {
    intercept: [
      instead(
        'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nServer: nginx\r\n\r\n<html><body><h1>Welcome</h1><p>We sell bicycles.</p></body></html>',
      ),
    ],
    wanted: 'REVIEW',
  }),
  garbage('bundle-as-page', 'The bundle is served in place of the page.', {
    intercept: whole('text/html; charset=utf-8', () =>
      '!function(e,t){"object"==typeof exports&&"undefined"!=typeof module?module.exports=t():e.Shop=t()}(this,function(){"use strict";var e=Object.assign||function(e){for(var t=1;t!==arguments.length;t++){var n=arguments[t];for(var r in n)e[r]=n[r]}return e};return e});'.repeat(
        8,
      ),
    ),
  }),
  garbage('undefined-shown', 'Values that are not there are shown all the same.', {
    tools: 'RV',
    intercept: [
      application(
        `document.getElementById('root').innerHTML = '<h1>Hello, undefined!</h1><p>Your balance: NaN €</p><p>Last order: Invalid Date</p>'`,
      ),
    ],
    wanted: 'REVIEW',
  }),
  waits(
    'dots-for-ever',
    'Three dots that pulse for ever.',
    '<div style="height:100vh;display:flex;align-items:center;justify-content:center"><i></i><i></i><i></i></div>',
    '<style>@keyframes p { 50% { opacity: .2 } } i { width: 16px; height: 16px; margin: 4px; border-radius: 50%; background: #06c; animation: p 1s infinite }</style>',
  ),
  waits(
    'waiting-italian',
    'Words of waiting, in Italian.',
    '<p style="text-align:center;margin-top:40vh">Caricamento in corso…</p>',
  ),
  waits(
    'waiting-portuguese',
    'Words of waiting, in Portuguese.',
    '<p style="text-align:center;margin-top:40vh">Carregando, aguarde…</p>',
  ),
  waits(
    'waiting-chinese',
    'Words of waiting, in Chinese.',
    '<p style="text-align:center;margin-top:40vh">正在加载，请稍候…</p>',
  ),
  waits(
    'svg-spinner-for-ever',
    'A spinner that an SVG animates by itself.',
    '<svg viewBox="0 0 50 50" width="80" style="display:block;margin:40vh auto"><circle cx="25" cy="25" r="20" fill="none" stroke="#06c" stroke-width="5" stroke-dasharray="90 60"><animateTransform attributeName="transform" type="rotate" from="0 25 25" to="360 25 25" dur="1s" repeatCount="indefinite"/></circle></svg>',
  ),
]
