/**
 * Text that a build, a content system or a developer has left in an otherwise normal page. It is compared with the visible
 * text outside code and quotations, on pages of any length, because these forms do not occur in prose.
 */
export interface LeftOver {
  readonly id: string
  readonly kind: 'source_shown' | 'secret' | 'debug_output' | 'starter'
  /** Must have the flag `g`, because its matches are counted. */
  readonly shows: RegExp
  /** Minimum number of matches; 1 if absent. */
  readonly minMatches?: number
  /** Also occurs on pages about programs and in texts of their readers, which do not count. */
  readonly isVague?: true
  /** A script may fill it in later, so it counts only on a rendered page, or on one without scripts. */
  readonly isFillable?: true
}

export const leftOvers: readonly LeftOver[] = [
  // Overlays over an otherwise normal page: webpack-dev-server, the Maps API.
  {
    id: 'build-overlay',
    kind: 'debug_output',
    shows:
      /\bCompiled with problems: ?(?:X |\u00d7 )?(?:ERROR|WARNING)|\bModule not found: Error: Can't resolve '[^']{1,160}' in '/g,
  },
  {
    id: 'google-maps',
    kind: 'debug_output',
    shows:
      /\bThis page (?:didn['\u2019]t|can['\u2019]t) load Google Maps correctly\. (?:See the JavaScript console|Do you own)/g,
  },
  // https://httpd.apache.org/docs/current/mod/mod_include.html, https://nginx.org/en/docs/http/ngx_http_ssi_module.html
  {
    id: 'server-side-include',
    kind: 'debug_output',
    shows: /\[an error occurred while processing (?:this|the) directive\]/g,
  },
  // https://learn.microsoft.com/previous-versions/iis: in place of a classic ASP script that failed.
  {
    id: 'classic-asp',
    kind: 'debug_output',
    shows:
      /\b(?:Microsoft (?:VBScript|JScript) (?:runtime|compilation)|Microsoft OLE DB (?:Provider|Service)[\w ]{0,60}|(?:Microsoft )?(?:ADODB|CDO|JET)[\w. ]{1,40}|(?:Active Server Pages|ASP \d{4}|Server object),?) ?error '(?:ASP \d{4} : )?8[0-9a-f]{7}' .{0,300}?\/[\w.%/-]{1,120}\.(?:asp|inc|asa), line \d/g,
  },
  // https://woocommerce.com/document/stripe, https://woocommerce.com/document/paypal-standard
  {
    id: 'payment-for-tests',
    kind: 'starter',
    shows:
      /\bTEST MODE ENABLED\b|\bSANDBOX ENABLED\. You can use sandbox testing accounts only\b|\bTest mode: use the test \w{1,12} card 4242/g,
  },
  // https://docusaurus.io/docs/api/docusaurus-config#baseUrlIssueBanner, https://www.i18next.com
  {
    id: 'docusaurus',
    kind: 'debug_output',
    shows: /\bYour Docusaurus site did not load properly\./g,
  },
  {
    id: 'translation-keys',
    kind: 'source_shown',
    shows:
      /\bkey '[\w.:-]{1,80} \([a-z]{2,3}(?:-\w{2,4})?\)' returned an object instead of string\b/g,
  },
  // Shortcodes: https://kb.wpbakery.com, https://www.elegantthemes.com/documentation, https://contactform7.com
  {
    id: 'shortcodes',
    kind: 'source_shown',
    shows:
      /\[\/?(?:vc_|et_pb_|fusion_|av_|su_|ux_|mk_|cs_|ninja_form|mc4wp_form|tablepress|contact-form-7|wpforms|gravityforms?|rev_slider|layerslider|elementor-template|woocommerce_|product_category|recent_products|featured_products|gallery ids|caption id|siteorigin_|formidable|smartslider3|metaslider|searchandfilter|instagram-feed|booking|events_list|tribe_events)[\w-]*(?: [^[\]]{0,300})?\]/g,
  },
  {
    id: 'shortcodes',
    kind: 'source_shown',
    shows:
      /\[([a-z]+(?:[_-][a-z0-9]+)+)(?: [a-z_-]+=["\u201d\u201c\u2033][^"\u201d\u2033\]]{0,100}["\u201d\u2033]){0,12}\][^[\]]{0,2000}\[\/\1\]/g,
  },
  // Tokens of Drupal, plug-ins of Joomla, markers of TYPO3, tags of MODX, directives of Magento, merge tags of Mailchimp.
  {
    id: 'tokens',
    kind: 'source_shown',
    shows:
      /\[(?:site|node|user|current-page|current-user|commerce_\w+|current-date|term):[\w:-]+\]/g,
  },
  {
    id: 'tokens',
    kind: 'source_shown',
    shows:
      /\{(?:loadposition|loadmodule|loadmoduleid|modulepos|rsform|chronoforms\d?) [\w ,-]{1,60}\}/g,
  },
  { id: 'tokens', kind: 'source_shown', shows: /###[A-Z][A-Z0-9_]{2,40}###/g, minMatches: 2 },
  {
    id: 'tokens',
    kind: 'source_shown',
    shows: /\[\[(?:[*$~]|\+{1,2}|!{1,2}[A-Z])[\w.-]{2,60}(?:\?[^\]]{0,200})?\]\]/g,
  },
  {
    id: 'tokens',
    kind: 'source_shown',
    shows: /\{\{(?:block|widget|store|media|config|customVar|trans) [a-z_]*=?"[^{}]{1,200}\}\}/g,
  },
  {
    id: 'tokens',
    kind: 'source_shown',
    shows: /\*\|[A-Z][A-Z_:0-9]{1,30}\|\*|%%[A-Z][A-Za-z_.]{3,40}%%/g,
  },
  // Template languages: Blade, Razor, Svelte, Angular, Smarty, Hugo, FreeMarker, Velocity, reStructuredText.
  {
    id: 'blade',
    kind: 'source_shown',
    shows:
      /@(?:extends|section|yield|include|foreach|forelse|livewire|component|vite|if|unless|auth|lang) ?\((?:['"][\w.:/-]+['"]|\$\w+)[^()]{0,100}\)|\{!! ?.{1,120}? ?!!\}|\{\{ ?\$\w+(?:->\w+)+(?:\(\))? ?\}\}/g,
  },
  {
    id: 'razor',
    kind: 'source_shown',
    shows:
      /@(?:Model|Html|ViewBag|ViewData|Url)\.[A-Z]\w*|@RenderBody\(\)|@(?:ViewData|TempData)\["|@\{ (?:ViewData\["|ViewBag\.|Layout = )|@(?:foreach|for|using) ?\((?:var|int|string) \w/g,
  },
  {
    id: 'svelte',
    kind: 'source_shown',
    shows:
      /\{#(?:if|each|await|key|snippet) [^{}]{1,80}\}|\{\/(?:if|each|await|key)\}|\{@(?:html|render) [^{}]{1,80}\}/g,
  },
  {
    id: 'angular',
    kind: 'source_shown',
    shows: /@(?:if|for|switch) \([^()]{1,80}(?:\(\))?[^()]{0,40}\) \{/g,
  },
  {
    id: 'smarty',
    kind: 'source_shown',
    shows:
      /\{(?:\$[a-z_]\w*(?:[.[|>-][^{}]{0,60})?|\/?(?:foreach|include file=|literal|l s=|hook h=|url entity=|convertPrice price=|assign var=)[^{}]{0,80})\}/gi,
    minMatches: 2,
  },
  {
    id: 'hugo',
    kind: 'source_shown',
    shows: /\{\{[<%] ?\/?[\w-]+[^{}]{0,200}[>%]\}\}|HAHAHUGOSHORTCODE/g,
  },
  {
    id: 'freemarker',
    kind: 'source_shown',
    shows:
      /<#(?:if|list|include|assign|macro)\b[^<>]{0,100}>|#(?:parse|foreach)\( ?["$][^()]{1,80}\)|\$!\{[\w.]{1,60}\}/g,
  },
  {
    id: 'restructured-text',
    kind: 'source_shown',
    shows: /:(?:ref|doc|class|func|meth|mod):`[^`]{1,100}`/g,
    minMatches: 2,
  },
  // Keys without a translation: Thymeleaf, JSTL and Struts, i18n-js, next-intl, i18next.
  {
    id: 'translation-keys',
    kind: 'source_shown',
    shows:
      /\?{2,3}[a-z][a-z0-9-]{0,40}(?:[._][a-z0-9-]{1,40}){1,10}\?{2,3}|\[missing "?[\w.-]{1,200}"? translation\]|\bMISSING_MESSAGE\b|\bMISSING_TRANSLATION\b/gi,
  },
  // https://docs.joomla.org/Specification_of_language_files: a key has the prefix of its extension.
  {
    id: 'translation-keys',
    kind: 'source_shown',
    shows:
      /(?<![\w.$%{'"/=-])(?:(?:COM|MOD|TPL|PLG|LIB|FILES|PKG)_[A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){1,8}|J(?:GLOBAL|LIB|FIELD|ACTION|TOOLBAR|ERROR|LOGIN)_[A-Z0-9_]{2,60})(?![\w='"])/g,
    minMatches: 2,
  },
  // https://pkg.go.dev/fmt, "Format errors".
  {
    id: 'format-verbs',
    kind: 'source_shown',
    shows:
      /%!(?:[a-zA-Z]\((?:[\w.*[\]{}]+=[^()]{0,80}|<nil>|MISSING|BADINDEX|PANIC=.{1,120}?)\)|\(EXTRA |\((?:NOVERB|BADWIDTH|BADPREC)\))/g,
  },
  // RFC 7468, section 10; RFC 5915; the format of OpenSSH.
  {
    id: 'private-key',
    kind: 'secret',
    shows: /-----BEGIN (?:(?:RSA|EC|DSA|OPENSSH) )?PRIVATE KEY----- ?[A-Za-z0-9+/]{40}/g,
  },
  // https://docs.streamlit.io: in place of the rest of the page.
  {
    id: 'streamlit',
    kind: 'debug_output',
    shows:
      /This app has encountered an error\. The original error message is redacted to prevent data leaks/g,
  },
  // https://shopify.dev/docs/api/liquid: rendered in place of the tag.
  {
    id: 'liquid',
    kind: 'debug_output',
    shows: /\bLiquid (?:syntax )?error(?: \([^()]{1,80}\))?: \S/g,
  },
  // Dumps outside pre, because tutorials set them as code.
  {
    id: 'dump',
    kind: 'debug_output',
    shows:
      /\barray\(\d+\) \{ \[(?:\d+|"[^"]{1,60}")\] ?=> |\b(?:Array|stdClass Object|[A-Z][\w\\]{1,80} Object) \( \[[\w:\\-]{1,60}\] => |\bobject\([\w\\]{1,80}\)#\d{1,9} \(\d{1,9}\) \{/g,
  },
  // Text of templates and page builders in place of that of the site.
  {
    id: 'template-text',
    kind: 'starter',
    shows:
      /\b(?:Add Your Heading Text Here|Click edit button to change this text|Your (?:Headline|Heading|Title|Tagline|Text|Logo) (?:Goes )?Here\b|(?:Click|Tap) here to add your own (?:text|content)|123 Anywhere St\b|\w+@reallygreatsite\.com|Your content goes here\. Edit or remove this text inline|I'm a paragraph\. Click here to add your own text|Use this text to share information about your brand|This is an example page\. It's different from a blog post|This is your first post\. Edit or delete it)/g,
  },
  // The notice of a shop that sells nothing yet: WooCommerce and its translations.
  {
    id: 'demo-store',
    kind: 'starter',
    shows:
      /\b(?:This is a demo (?:store|shop) for testing purposes|Dies ist ein Demo-?[Ss]hop (?:für|zu) Testzwecken?|Ceci est une boutique de démonstration|Esta es una tienda de demostración|Esta é uma loja de demonstração|Questo è un negozio (?:demo|dimostrativo)|Dit is een demo-?winkel voor testdoeleinden|To jest sklep demonstracyjny)/g,
  },
  // The first post of WordPress, in its translations.
  {
    id: 'first-post',
    kind: 'starter',
    shows:
      /\bWordPress(?:\.|!|\uff01)? ?(?:.{0,40}?)(?:your first post|dein erster Beitrag|Ihr erster Beitrag|votre premier article|tu primera entrada|tuo primo articolo|je eerste bericht|seu primeiro post|seu primeiro artigo|twój pierwszy wpis|ваша первая запись|váš první příspěvek|ditt första inlägg|dit første indlæg|ditt første innlegg|ensimmäinen artikkelisi|prvi zapis|az első bejegyzés|primul tău articol|ваш перший запис|ilk yazınız|最初の投稿|第一篇文章|첫 글)/gi,
  },
  // Comments of a coding assistant in place of unchanged code: "// ... rest of the code",
  // "{/* existing cards remain unchanged */}".
  {
    id: 'omitted-code',
    kind: 'source_shown',
    shows:
      /(?:\/\/|\/\*|#|<!--|\[|\() ?(?:(?:\.{3}|\u2026) ?(?:the )?(?:rest of|remaining|existing|previous|other|your|keep)\b[^\n]{0,60}?|(?:the )?(?:rest of|remaining|existing|previous|other) (?:the |your )?[\w -]{3,50}? (?:remains?|stays?|is|are|goes|go|continues?|here)\b ?(?:the same|unchanged|as (?:is|before)|here|below)?)(?: ?(?:\.{3}|\u2026))? ?(?:\*\/|-->|\]|\)|$|(?=\n|\/\/|\u00a0| {2}))|(?:\/\/|\/\*) ?(?:\.{3}|\u2026) ?(?:existing|rest of(?: the)?|remaining|previous|other) (?:\w+ ){0,4}?(?:code|components?|content|sections?|cards?|items?|markup|styles?|functions?|logic|implementation)\b/gim,
  },
  // The README that create-next-app, Create React App, Vite, the Angular CLI, Svelte and Rails generate. Their names are in code
  // elements.
  {
    id: 'starter-readme',
    kind: 'starter',
    shows:
      /\bThis is an? [\w.]{2,20} (?:project|app|application) (?:bootstrapped|generated|created) with\b|\bThis project was (?:bootstrapped|generated) (?:with|using) (?:Create React App|Angular CLI|create-)|\bThis template (?:provides a minimal setup to get|should help get you started) \w|\bEverything you need to build a Svelte project, powered by\b|\bThis README would normally document whatever steps are necessary to get the application up and running\b/g,
  },
  // https://tanstack.com/start, https://github.com/withastro/astro (examples/blog), https://github.com/gatsbyjs/gatsby,
  // https://create.t3.gg, https://github.com/expo/expo (templates): the text of a new project.
  {
    id: 'starter-text',
    kind: 'starter',
    shows:
      /\bBegin your TanStack Start journey by editing\b|\bWelcome to the official Astro blog starter template\.|\bCongratulations \u2014 you just made a Gatsby site!|\bJust the basics - Everything you need to know to set up your database and authentication\.|\bStep 1: Try it Edit app\/\S{1,40} to see changes\./g,
  },
  // Text that a writing assistant puts before and after the requested text.
  {
    id: 'assistant-reply',
    kind: 'starter',
    shows:
      /(?:^|[.!:\n] )(?:(?:Certainly|Sure(?: thing)?|Of course|Absolutely|Great)[!,] (?:here(?:'s| is| are)|I(?:'ve|'ll| have| will) (?:create|write|written|re-?write|rewritten|update|draft|add|make|made|revise|improve|shorten)d?\b|I'd be happy to\b|below (?:is|are)\b)|Here(?:'s| is) (?:a|an|the|your) (?:(?:more |re)?\w+ ){0,4}(?:version|rewrite|draft|revision) of (?:your|the)\b|(?:Please )?[Ll]et me know if you(?:'d| would)? (?:like|want|need) (?:me to|any (?:changes|adjustments|further))|As an AI (?:language )?model\b|Would you like me to (?:adjust|expand|continue|add|change|write)\b)/g,
  },
  {
    id: 'author-notes',
    kind: 'starter',
    isVague: true,
    minMatches: 2,
    shows:
      /\[(?:(?:Your|Company|Business|Brand|Product|Client|Customer|Owner|First|Last|Full|Street|Phone|E-?mail|Web ?site|Job|City|Town|State|Country|Zip|Postal|Industry|Service|Target|Insert|Add|Date|Year|Name|Title|Location|Price|Amount|Number|Address|Link|Code|Audience|Here|Firma|Firmenname|Ort|Stadt|Straße|Telefonnummer|Adresse|Jahr|Nombre|Empresa|Ciudad|Teléfono|Dirección|Nom|Entreprise|Ville|Adresse) ?){1,4}\]/g,
  },
  {
    id: 'author-notes',
    kind: 'starter',
    isVague: true,
    shows:
      /\[(?:INSERT|YOUR|ENTER|ADD|REPLACE|PLACE) [A-Z][A-Z ,'/-]{2,60}\]|\[(?:HEADLINE|TITLE|SUBTITLE|TEXT|COPY|TEASER|INTRO|CLAIM)\b[^[\]]{0,20}\b(?:to (?:follow|come)|tbd|tba|here|fehlt|folgt)\b[^[\]]{0,60}\]|\b(?:INSERT|ADD) [A-Z][A-Z ]{2,40} HERE\b|\bTODO: ?(?:headline|copy|text|write|translate|replace|content|add (?:text|copy|image|photo|content))\b/g,
  },
]

/** Text that an assistant puts before and after a requested file: the first and the last line of a page. */
export const replyBefore =
  /^(?:(?:Certainly|Sure(?: thing)?|Of course|Absolutely|Great|Got it|Perfect)[!,.] )?(?:Here(?:'s| is)|Below is|I(?:'ve| have) (?:updated|created|added|fixed|re-?written|written|made)) (?:(?:the|your|an?|my) )?(?:\w+ ){0,4}?(?:[\w-]{1,40}\.(?:x?html?|css|[jt]sx?|vue|svelte|php|py|rb|md)|code|file|page|HTML|markup|component|template|version|website|snippet|implementation)\b.{0,160}[:.]$/
export const replyAfter =
  /^(?:Please )?[Ll]et me know if you(?:'d| would)? (?:like|want|need) (?:me to|any|help with|anything|further|other)\b.{0,120}$|^Would you like me to (?:adjust|expand|continue|add|change|write|make|also|explain)\b.{0,120}$/

/** The dump of a variable at the beginning of a page. */
export const dumps =
  /^(?:array\(\d+\) \{|array:\d+ \[|Array \(|stdClass Object \(|object\([\w\\]+\)#\d+|[A-Z][\w\\]+ (?:Object )?\{ ?#\d+|string\(\d+\) "|bool\((?:true|false)\)$|int\(\d+\)$|NULL$|dict_(?:items|keys)\(|<QuerySet \[|\{['"]\w+['"]: )/

/** The private key of a server in a script. Keys in form fields are examples. */
export const keyInScript =
  /(?<!\b(?:placeholder|value|title|content)=)["'`]-----BEGIN (?:(?:RSA|EC|DSA|OPENSSH) )?PRIVATE KEY-----(?:\\+[rn]|\s)+[A-Za-z0-9+/]{40}/

/** Secrets whose format shows nothing: keys of AWS, by their name, and URLs of data stores with a password. */
export const namedSecret =
  /(?:secret_?access_?key)["']?\s{0,3}[:=]\s{0,3}["']?[0-9A-Za-z/+]{40}(?![\w/+])|\b(?:postgres(?:ql)?|mysql2?|mongodb(?:\+srv)?|rediss?|amqps?):\/\/[^\s:@/"'<>]{1,60}:(?!pass|secret|your|xxx|\*|\$|%|\{|changeme)[^\s@/"'<>]{6,80}@(?!localhost|127\.|example|host\b)[\w.-]{3,}/i

/** A payment link or form in test mode: https://docs.stripe.com/payment-links, https://developer.paypal.com/tools/sandbox. */
export const paymentForTests =
  /\b(?:href|action)=["']?https:\/\/(?:(?:buy|checkout|donate|book)\.stripe\.com\/(?:c\/pay\/cs_)?test_|(?:www\.)?sandbox\.paypal\.com\/(?:cgi-bin|checkoutnow|donate|ncp|webapps)\b)[^"'\s<>]{0,400}/i

/**
 * The element of a captcha with a public key for tests, with which it always has the same result:
 * https://developers.google.com/recaptcha/docs/faq, https://developers.cloudflare.com/turnstile/troubleshooting/testing,
 * https://docs.hcaptcha.com/#integration-testing-test-keys.
 */
export const captchaForTests =
  /<[a-z][^<>]{0,400}\sdata-sitekey=["']?(6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI|[123]x0{20}(?:AA|AB|BB|FF)|([123])0000000-ffff-ffff-ffff-00000000000\2)(?=["'\s>])/i

/**
 * A publishable key for tests that the page passes to a service: https://docs.stripe.com/keys,
 * https://clerk.com/docs/deployments/environments. The key is captured.
 */
export const keyForTests =
  /(?:\bStripe\(\s{0,20}["'`]|<[a-z][^<>]{0,400}\s(?:data-(?:stripe-|clerk-)?(?:publishable-)?key|publishable-key)=["']?|\bpublishable_?key\\{0,3}["']?\s{0,9}[:=]\s{0,9}\\{0,3}["'`])(pk_test_[0-9A-Za-z]{16,240})\b/i

/** Settings as a shell prints them; `secretSetting`: those that are secret and have a value. */
export const setting = /(?:^|\s)[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+=\S/g
export const secretSetting =
  /(?:^|\s)(?:[A-Z0-9]+_)*(?:PASSWORD|PASSWD|SECRET|SECRET_KEY(?:_BASE)?|SECRET_ACCESS_KEY|APP_KEY|API_KEY|PRIVATE_KEY|(?:ACCESS|AUTH|API|BOT)_TOKEN|JWT_SECRET|(?:DATABASE|REDIS|MONGO(?:DB)?|POSTGRES|MYSQL)_UR[LI])=(?!["'<$*[{]|your|my|xxx|change|example|secret\b|password\b|root\b|postgres\b|null\b)\S{6}/

/** Elements and scripts of the toolbars of Django, Flask, Symfony, Laravel, Tracy, Yii, CakePHP, CodeIgniter and Rack. */
export const debugToolbar =
  /<(?:div|script|section|iframe)\b[^<>]{0,200}\bid=["']?(?:djDebug|flDebug|sfwdt[0-9a-f]{4,10}|tracy-debug(?:-bar)?|yii-debug-toolbar|__debug_kit_(?:app|script|iframe)|debugbar_(?:loader|dynamic_script)|mini-profiler)["'\s>]|<div\b[^<>]{0,80}\bclass=["']phpdebugbar\b|<script\b[^<>]{0,200}\bsrc=["'][^"'<>]{0,120}\/_debugbar\/assets\//

/** Bars of content systems above a page with drafts: Next.js, Nuxt, Sanity, Contentful, Storyblok, Prismic. */
export const draftPreview =
  /^(?:you(?:'re| are) (?:currently )?(?:viewing|previewing|seeing|in) (?:a |the )?(?:draft content|unpublished (?:content|changes)|(?:draft|preview) mode)|(?:preview|draft) mode(?: is)?:? (?:on|enabled|active)\b|(?:exit|leave|disable) (?:preview|draft)(?: mode)?$)/i

/** Overlays of development servers: a message of the build in an element above the page. */
export const buildOverlay =
  /<vite-error-overlay\b|<iframe\b[^<>]{0,100}\bid="webpack-dev-server-client-overlay"|<div\b[^<>]{0,100}position: ?fixed[^<>]{0,300}>(?:\s*<[^<>]{1,300}>){0,6}\s*(?:\[plugin:[\w:-]+\]|Compiled with problems|Failed to compile|Module build failed|Uncaught runtime errors?:)/

/** The element that Chrome puts into XML that is not well-formed, above the content before the error (Blink, XMLErrors). */
export const parserError =
  /<parsererror\b[^<>]{0,200}>\s*<h3>This page contains the following errors:<\/h3>/

/** Markup of dumps of Symfony, Laravel, Xdebug, Rails and Kint, and of database errors of WordPress, in the source of a page. */
export const dumpMarks =
  /<p class=["']?wpdberror\b|<span class=["']?translation_missing\b|<pre class=["']?(?:sf-dump|xdebug-var-dump|debug_dump|tracy-dump)["' ]|<div class="kint-rich"/

/** Names of a test environment. They are not in the tables, because only the first lines of a page are about the page itself. */
export const testEnvironment =
  /^(?:(?:this is|you are (?:on|in|viewing)) (?:a|an|the|our) )?(?:staging|testing|test|development|dev|sandbox|uat|qa|pre-?production|pre-?prod) (?:environment|server|site|system|instance)\b|^(?:test(?:umgebung|system|server)|entwicklungsumgebung|environnement de (?:test|recette|pré-?production|développement)|entorno de (?:pruebas|desarrollo|preproducción)|ambiente de (?:testes?|homologação|desenvolvimento)|ambiente di (?:test|collaudo|sviluppo)|testomgeving|acceptatieomgeving|środowisko testowe|тестовая среда|テスト環境|検証環境|测试环境|測試環境|테스트 환경)(?![\p{L}\p{N}])/iu

/** Fragments of a page: table rows, list items, Turbo frames; `componentPayload`: the payload of React Server Components. */
export const fragment = /^\s*<(?:tr|td|th|tbody|li|option|dd|turbo-(?:frame|stream))\b/i
export const componentPayload =
  /^[0-9a-f]{0,4}:(?:"\$Sreact|I\[|HL\[|\{"P":|\["\$|\[\["\$|T[0-9a-f]+,)/

/** The message that Mermaid draws in place of a diagram that it cannot parse. */
export const failedDiagram =
  />\s*Syntax error in (?:text|graph)\s*<\/\w{1,10}>[^<>]{0,80}<[^<>]{0,200}>\s*mermaid version \d/

/** The source of a diagram, which Mermaid would have drawn on a working page. */
export const undrawnDiagram =
  /<(?:pre|div)[^<>]{0,100} class="mermaid"[^<>]{0,100}>\s*(?:graph|flowchart|sequenceDiagram|classDiagram|stateDiagram|erDiagram|gantt|pie|journey|mindmap|gitGraph|timeline)\b|<(?:pre|div) class="mermaid">\s*(?:graph|flowchart|sequenceDiagram|classDiagram|stateDiagram|erDiagram|gantt|pie|journey|mindmap|gitGraph|timeline)\b/
