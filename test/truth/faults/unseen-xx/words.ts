import { application, atTop, bundle, type Fault, inHead, instead } from '../../fault.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const broken = rowsOf('words of a broken site')
const garbage = rowsOf('garbage or source on the screen')

const draw = (markup: string) =>
  `document.getElementById('root').innerHTML = ${JSON.stringify(markup)}`

const overlay = `[plugin:vite:import-analysis] Failed to resolve import "./components/Hero" from "src/App.tsx". Does the file exist?`

/** Assembled at run time, so that no secret scanner takes it for a real key. */
const secretKey = ['sk', 'live', '51N8xQ2KdV0rTzYbWm4HcJfLpXeUaGs7iOv3'].join('_')

export const setXxWords: readonly Fault[] = [
  broken.issue(
    'xx-client-exception',
    'The framework has replaced the page by its sentence about an exception.',
    [
      application(
        draw(
          '<div style="font-family:system-ui;height:100vh;display:flex;align-items:center;justify-content:center"><h2 style="font-size:14px;font-weight:400">Application error: a client-side exception has occurred (see the browser console for more information).</h2></div>',
        ),
      ),
    ],
    inBrowser,
  ),
  broken.issue(
    'xx-overlay-of-vite',
    'A dev server is in production and shows its box about a file that was not committed.',
    [
      bundle(
        `const host = document.createElement('vite-error-overlay'); host.attachShadow({ mode: 'open' }).innerHTML = '<div style="position:fixed;inset:0;z-index:2147483647;background:rgba(0,0,0,.66);font-family:monospace"><div style="width:800px;max-width:90%;margin:30px auto;padding:25px 40px;background:#181818;color:#d8d8d8"><pre style="white-space:pre-wrap;color:#ff5555">' + ${JSON.stringify(overlay)} + '</pre><pre>/app/src/App.tsx:3:17</pre><div>Click outside, press Esc key, or fix the code to dismiss.</div></div></div>'; document.body.append(host)`,
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'xx-object-object',
    'Objects were put into the text as they are, in the title and in each card.',
    [
      whole(
        'Courses',
        `<h1>Welcome to [object Object]</h1>${about}<ul><li><h3>[object Object]</h3><p>From 40 € a month</p></li><li><h3>[object Object]</h3><p>From 55 € a month</p></li></ul>`,
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'xx-nan-and-invalid-date',
    'The API calls its fields otherwise, so that prices and dates cannot be computed.',
    [
      whole(
        'Angebote der Woche',
        '<h1>Angebote der Woche</h1><p>Alle Preise gelten, solange der Vorrat reicht, und nur im Laden in der Hauptstraße.</p><ul><li>Bergkäse, jung – NaN € je Kilogramm, gültig bis Invalid Date</li><li>Landbrot – NaN €, gültig bis Invalid Date</li><li>Apfelsaft – NaN €, gültig bis Invalid Date</li></ul>',
        { lang: 'de' },
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'xx-keys-of-translation',
    'The files with the translations were not copied, and visitors read the keys.',
    [
      application(
        draw(
          '<header><nav><a href="#a">nav.features</a> <a href="#b">nav.pricing</a> <a href="#c">nav.contact</a></nav></header><main><h1>home.hero.title</h1><p>home.hero.subtitle</p><button>common.actions.getStarted</button><h2>home.features.heading</h2><p>home.features.speed.description</p><p>home.features.safety.description</p></main><footer>footer.copyright</footer>',
        ),
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'xx-template-not-rendered',
    'The template of the server was put on a static host, and its tags are on the screen.',
    [
      instead(
        `{% extends "base.html" %}\n{% block title %}Produtos{% endblock %}\n{% block content %}\n<h1>{{ loja.nome }}</h1>\n{% for produto in produtos %}\n<div class="card"><h3>{{ produto.nome }}</h3><p>R$ {{ "%.2f"|format(produto.preco) }}</p><a href="#comprar">Comprar</a></div>\n{% else %}\n<p>Nenhum produto encontrado.</p>\n{% endfor %}\n{% endblock %}\n`,
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'xx-answer-of-the-assistant',
    'The whole answer of the assistant was saved as the page, with its fences and its closing remarks.',
    [
      instead(
        `\`\`\`html\n<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="UTF-8"><title>Brew & Bean</title></head>\n<body><h1>Brew & Bean</h1>${about}</body>\n</html>\n\`\`\`\n\nThis landing page is fully responsive and includes a hero section, a features grid and a footer. You can customize the colors by changing the CSS variables. Let me know if you'd like me to add a contact form!\n`,
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'xx-conflict-markers',
    'A merge was committed with its marks, and both versions are on the page between them.',
    [
      whole(
        'Studio',
        `<header><h1>Studio for ceramics</h1></header>\n<<<<<<< HEAD\n<p>Courses for beginners, each Thursday at six.</p>\n=======\n<p>Courses for everybody, each Friday at seven.</p>\n>>>>>>> feature/new-hero\n${about}`,
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'xx-markup-as-text',
    'The text of the editor is escaped once too often, and visitors read its tags.',
    [
      whole(
        'Our story',
        '<h1>Our story</h1><div class="prose">&lt;p class=&quot;lead&quot;&gt;We started in &lt;strong&gt;2009&lt;/strong&gt; with one oven and two hands.&lt;/p&gt;&lt;p&gt;Today we are twelve&amp;nbsp;people in a former dairy.&lt;/p&gt;&lt;ul&gt;&lt;li&gt;Bread&lt;/li&gt;&lt;li&gt;Cakes&lt;/li&gt;&lt;/ul&gt;</div>',
      ),
    ],
    inBrowser,
  ),
  broken.review(
    'xx-brackets-for-names',
    'Places for the name and the address of the firm were never filled in.',
    [
      whole(
        'Home | [Your Company Name]',
        '<h1>Welcome to [Your Company Name]</h1><p>We help [target audience] to save time and money with [main benefit].</p><footer>© 2026 [Your Company Name] · 123 Main Street, Anytown, USA · (555) 123-4567 · info@yourcompany.com</footer>',
      ),
    ],
    inBrowser,
  ),
  broken.issue(
    'xx-failed-to-fetch-chinese',
    'The page shows the message of the failed call where its list should be.',
    [
      application(
        draw(
          '<header><h1>我的订单</h1></header><main><div role="alert" style="padding:16px;border:1px solid #d33;color:#d33">加载失败:TypeError: Failed to fetch</div><button>重试</button></main>',
        ),
      ),
    ],
    inBrowser,
  ),
  broken.issue(
    'xx-not-valid-json',
    'The page took another page for the data, and shows what the parser said.',
    [
      application(
        draw(
          '<header><h1>Recipes</h1></header><main><p class="error" style="color:#b00">Error: Unexpected token \'&lt;\', "&lt;!doctype "... is not valid JSON</p></main>',
        ),
      ),
    ],
    inBrowser,
  ),
  broken.issue(
    'xx-router-for-developers',
    'The router has no page for the root, and greets the developer in place of the visitor.',
    [
      application(
        draw(
          '<h2>Unexpected Application Error!</h2><h3 style="font-style:italic">404 Not Found</h3><p>💿 Hey developer 👋</p><p>You can provide a way better UX than this when your app throws errors by providing your own <code>ErrorBoundary</code> or <code>errorElement</code> prop on your route.</p>',
        ),
      ),
    ],
    inBrowser,
  ),
  broken.issue(
    'xx-own-404-spanish',
    'The application itself says at its root that the page does not exist, with status 200.',
    [
      application(
        draw(
          '<main style="text-align:center;padding:120px 16px"><h1>404</h1><p>¡Ups! Página no encontrada</p><a href="/">Volver al inicio</a></main>',
        ),
      ),
    ],
    inBrowser,
  ),
  broken.review(
    'xx-maintenance-french',
    'The switch for maintenance was left on after the release.',
    [
      whole(
        'Site en maintenance',
        '<main style="text-align:center;padding:120px 16px"><h1>Nous revenons très vite</h1><p>Notre site est actuellement en maintenance. Merci de votre patience, il sera de nouveau accessible dans quelques instants.</p></main>',
        { lang: 'fr' },
      ),
    ],
  ),
  broken.review(
    'xx-service-waking-up',
    'The plan lets the service sleep, and a visitor waits a minute at the screen of the host.',
    [
      whole(
        'Application loading',
        '<main style="background:#000;color:#fff;font-family:monospace;min-height:90vh;padding:40px"><h1>Welcome to Render</h1><p>INCOMING HTTP REQUEST DETECTED ...</p><p>SERVICE WAKING UP ...</p><p>ALLOCATING COMPUTE RESOURCES ...</p><p>PREPARING INSTANCE FOR INITIALIZATION ...</p><p>STARTING THE INSTANCE ...</p></main>',
      ),
    ],
    inBrowser,
  ),
  broken.issue(
    'xx-module-not-found-python',
    'A package is missing in the requirements, and the page shows the traceback.',
    [
      application(
        draw(
          '<div class="stApp"><div role="alert" style="background:#fdecec;color:#7d353b;padding:16px"><p><strong>ModuleNotFoundError</strong>: This app has encountered an error. The original error message is redacted to prevent data leaks. Full error details have been recorded in the logs (if you\'re on Streamlit Cloud, click on \'Manage app\' in the lower right of your app).</p><div>Traceback:</div><pre>File "/mount/src/sales-dashboard/streamlit_app.py", line 3, in &lt;module&gt;\n    import plotly.express as px</pre></div></div>',
        ),
      ),
    ],
    inBrowser,
  ),
  broken.review(
    'xx-starter-of-vite',
    'What was deployed is the example of the template, and not the site.',
    [
      application(
        draw(
          '<div><a href="https://vite.dev" target="_blank">Vite</a> <a href="https://react.dev" target="_blank">React</a></div><h1>Vite + React</h1><div class="card"><button>count is 0</button><p>Edit <code>src/App.tsx</code> and save to test HMR</p></div><p class="read-the-docs">Click on the Vite and React logos to learn more</p>',
        ),
      ),
    ],
    inBrowser,
  ),
  broken.review(
    'xx-sample-data-banner',
    'A banner says that variables are missing, and that what follows is made up.',
    [
      atTop(
        '<div role="alert" style="position:fixed;top:0;left:0;right:0;z-index:2147483647;background:#fef3c7;color:#78350f;padding:12px;font-size:16px">⚠️ Supabase is not configured. Add VITE_SUPABASE_URL and VITE_SUPABASE_ANON_KEY to your .env file. Showing sample data.</div>',
      ),
    ],
    inBrowser,
  ),
  broken.issue(
    'xx-secret-key-in-page',
    'The secret key of the payment service is in the source that each visitor gets.',
    [
      inHead(
        `<script>window.__ENV__ = { NODE_ENV: 'production', STRIPE_SECRET_KEY: '${secretKey}' }</script>`,
      ),
    ],
  ),
]
