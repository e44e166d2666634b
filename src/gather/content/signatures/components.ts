const PART =
  '(?:widget|tenant|workspace|organi[sz]ation|deployment|form|feed|map|tiles|chat|slider|slideshow|gallery|player|media|playlist|comments|reviews|calendar|component|section|block|module|plug-?in|sidebar|template|banner|snippet|carousel|chart|captcha|buttons|newsletter|search index|dataset|collection|content|data|entry|video player|configuration)'

/** A pattern for whole lines, with or without a punctuation mark at the end. */
function anyOf(lines: readonly string[]): RegExp {
  return new RegExp(`^(?:${lines.join('|')})[.!\u3002]?$`, 'iu')
}

/**
 * Messages of third-party components inside an otherwise normal page: a licence, key, trial or account is missing or has ended,
 * or something could not be loaded. They are compared with whole lines of the page outside code and quotations. Wording: the
 * products that `id` and `about` name.
 */
export const componentMessages: readonly {
  readonly id: string
  readonly shows: RegExp
  /** A page with these words elsewhere is about the component. */
  readonly about: RegExp
  /** Programs contain such sentences, and show them by scripts and styles, so they count only where a visitor sees them. */
  readonly countsOnlyWhenVisible?: true
}[] = [
  // https://handsontable.com/docs/license-key, https://mui.com/x/introduction/licensing, https://fullcalendar.io/docs/schedulerLicenseKey,
  // https://froala.com/wysiwyg-editor/docs, https://www.tiny.cloud/docs/tinymce/latest/invalid-api-key, https://help.syncfusion.com,
  // https://docs.devexpress.com, https://www.telerik.com/kendo-react-ui/components/my-license, https://ckeditor.com/docs
  {
    id: 'licence-of-component',
    shows:
      /^(?:The license key for Handsontable (?:is (?:missing|invalid)|expired)|MUI X:? (?:[Mm]issing|[Ee]xpired|[Ii]nvalid) licen[cs]e key|Unlicensed copy of (?:the )?Froala|Your (?:Froala )?license (?:key )?(?:is (?:missing|invalid|expired)|has expired)\b|(?:This domain is not registered with Tiny Cloud|This domain is not registered in the|A valid API key is required to continue using TinyMCE|TinyMCE is (?:read-only|disabled))|This application was built using a trial version of Syncfusion|(?:The included )?Syncfusion \S{0,20} ?license (?:key )?(?:is|has)|For evaluation purposes only\. Redistribution prohibited|No valid (?:Kendo UI|Telerik|license (?:key )?(?:was )?found)|Your (?:Kendo UI|Telerik) |This CKEditor \d[\d.]{1,12}\b.{0,40} version is not secure|(?:Invalid|Missing|Expired) (?:AG Grid|Highcharts|amCharts|Bryntum|DHTMLX|Webix|JointJS|GoJS|Stimulsoft|PSPDFKit|Nutrient|Apryse) licen[cs]e|.{0,40}\blicen[cs]e (?:key )?(?:is )?(?:not valid|invalid|not licensed) for (?:this|the) domain\b)/i,
    about:
      /\b(?:handsontable|mui|froala|tiny ?mce|tiny cloud|syncfusion|devexpress|kendo|telerik|ckeditor|full ?calendar|licen[cs]e keys?|licensing)\b/i,
  },
  // https://support.cookiebot.com, https://developers.google.com/recaptcha/docs/faq, https://docs.hcaptcha.com,
  // https://developers.google.com/maps/documentation/javascript/error-messages, https://developers.cloudflare.com/turnstile
  {
    id: 'key-of-component',
    shows:
      /^(?:No such [\w ]{1,30}: ['\u2018]\w{1,60}'(?:;|$)|(?:Error: )?The domain \S{3,253} is not authorized to show the cookie |ERROR for site owner:|Invalid (?:domain for site key|key type|site key)\.?$|This (?:reCAPTCHA|hCaptcha) is for testing purposes only|(?:Oops! Something went wrong\. )?This page (?:didn't|can't) load Google Maps correctly|(?=.{0,60}Google ?(?:Maps?|Карт|マップ|地图|地圖|지도)|.{0,60}Map(?:y|ách) Google).{3,70}(?:richtig|correctement|correctamente|corretamente|correttamente|correct(?!\w)|prawidłowo|правильно|正しく|正确|正確|제대로|správně|korrekt|doğru).{0,30}(?=\.|\u3002|$)|For development purposes only$|\w{6,40}MapError$|Requests from referer \S{1,200} are blocked|[\w ]{2,40} API has not been (?:activated|enabled|used) (?:on|in|for) (?:this|your|project)\b|Testing only, always (?:pass|fail)|Invalid (?:site ?key|domain)\. Contact the site administrator|(?:The|This) (?:site ?key|API key|token) is (?:not valid|invalid|expired|not authorized)(?: for (?:this|the) (?:domain|site|host|origin|url))?)/i,
    about: /\b(?:cookiebot|(?:re|h)captcha|turnstile|google maps (?:platform|api)|site ?keys?)\b/i,
  },
  // https://help.disqus.com, https://smashballoon.com/docs, https://developers.facebook.com/docs, https://help.calendly.com,
  // https://www.typeform.com/help, https://help.vimeo.com, https://support.google.com/youtube, https://help.elfsight.com, https://www.powr.io
  {
    id: 'account-of-component',
    shows:
      /^(?:(?:[\w ]{1,20}: )?Error code: [45]\d\d - [{[]|(?:[\w ]{1,20}: )?You exceeded your current quota|(?:Your|This|The) (?:\w{1,12} )?(?:plan|account|subscription|trial) has (?:reached|exceeded|used up) its (?:\w{1,10} )?(?:view|request|quota|usage|response|impression|traffic|visit)s?(?: limit| quota)?\b|This (?:widget|form|feed|map|player|gallery|embed|calculator|chat) is (?:temporarily |currently )?(?:unavailable|disabled|paused|deactivated|no longer available)\.?$|We were unable to load Disqus|Error: No (?:feed|posts|connected account|users?)(?: with the ID \S{1,20})?(?: found)?\.(?: (?:Please|Make sure)|$)|This error message is only visible to WordPress admins|You must be logged in as an administrator|(?:[\w ]{1,20}: )?Error validating access token: |This Calendly URL is not valid|This typeform (?:isn't|is not) (?:accepting responses|available)|Sorry\. Because of its privacy settings, this video cannot be played here|Sorry\. We're having a little trouble\. Refresh to try again|This (?:content|post|tweet|photo|reel|album|event type|podcast episode|track|map|board|document|presentation|design) (?:is(?:n't| not| no longer) (?:currently )?available(?: right now| anymore)?|is private|has been (?:removed|deleted|unpublished))\.?(?: .{0,80})?$|This video (?:is private|is unavailable|isn't available any ?more|does not exist|has been removed|can't be played on this (?:site|domain))\b|Video unavailable(?:\.? This video (?:is|isn't|has)\b.{0,60})?$|(?:This |The |Your )?(?:widget|app|plug-?in|chat|form|feed|embed) (?:is|has been|was) (?:deactivated|disabled|suspended|paused)\. ?(?:Visit|Please|Contact|Upgrade|If you)|You(?:'ve| have)? (?:reached|exceeded) (?:your|the) (?:\w{1,20} ){0,3}(?:limit|quota)(?: of [\d,.]{1,12} (?:\w{1,20} ?){1,3})?\. ?(?:Please )?(?:Upgrade|Contact|Visit)|Quota exceeded for (?:this|your|the) |API rate limit exceeded\b|Your (?:free )?(?:trial|subscription|plan) (?:of|for|to) [A-Z]\w{1,30} (?:has|is) (?:ended|expired|over|inactive))/i,
    about:
      /\b(?:disqus|instagram feed(?! settings)|calendly|typeform|vimeo|elfsight|powr|embed(?:ding)? (?:videos?|widgets?)|quotas?|rate limits?)\b/i,
  },
  // https://docs.oracle.com/error-help
  {
    id: 'database',
    shows: /^(?:\w{0,30}(?:Error|Exception): )?(?:ORA|TNS|PLS)-\d{4,5}: \S/,
    about: /\boracle\b/i,
  },
  // https://contactform7.com, https://docs.gravityforms.com, https://www.sliderrevolution.com/documentation, https://metaslider.com,
  // https://wordpress.org/documentation, https://ninjaforms.com
  {
    id: 'plug-in',
    shows:
      /^(?:Error: Contact form not found\.?$|Oops! We could not locate your form\.?$|Slider with (?:alias|ID)\b.{1,60} not found\b|(?:Slider )?Revolution (?:Slider )?Error: |Slideshow (?:with ID|not found)|Unable to find (?:slider|slideshow|form|gallery) |\[?(?:Form|Gallery|Slider|Table|Popup|Chart|Map)\b[^.]{0,20} (?:id|ID) ?[#=]?\d{1,8} (?:not found|does not exist)|There has been a critical error on (?:this|your) website\b)/,
    about:
      /\b(?:contact form 7|gravity forms|slider revolution|revolution slider|metaslider|wordpress)\b/i,
  },
  // Streamlit, Gradio and Hugging Face, Shiny, Jupyter and Voilà, Bokeh, Dash, Metabase and Grafana as users quote them;
  // https://github.com/apache/superset/issues/25153, https://github.com/metabase/metabase/issues/10269
  {
    id: 'application-in-page',
    shows:
      /^(?:Oh no\.(?: Error running app\b|$)|Please wait\.\.\. Connection error: Is Streamlit|This app has encountered an error\. The original error message is redacted|No interface is running right now|Connection errored out\.?$|This Space (?:is sleeping|has been paused)\b|Runtime error: Exit code: \d|Build error: Job failed|The kernel appears to have died|Kernel is disconnected\b|There was an error when executing cell \[\d|An error has occurred\. Check your logs or contact the app author|Disconnected from the server\.(?: Reload|$)|The application failed to start\b|This application is currently not running because|Error loading (?:layout|dependencies)$|Callback error updating |Bokeh server connection lost|This session has encountered an interruption\b|Data error: There was an issue loading the chart|The dataset associated with this chart no longer exists|There was a problem displaying this chart|Failed to load panel plugin|Panel plugin not found: |Datasource \S{1,60} was not found|Embedding is not enabled\b)/,
    about:
      /\b(?:streamlit|gradio|hugging ?face|shiny|jupyter|voil\u00e0|bokeh|superset|metabase|grafana|dash)\b/i,
  },
  // Clerk, Auth0, Facebook, Google, Entra, Keycloak and NextAuth as users quote them
  {
    id: 'sign-in-of-others',
    shows:
      /^(?:Production Keys are only allowed for domain |Clerk: |Clerk has been loaded with development keys|Dev Keys: one or more of your connections|App not active: This app is not currently accessible|Can't load URL: The domain of this URL isn't included|Access blocked: |The given (?:origin is not allowed for the given client ID|client ID is not found)|AADSTS\d{5,7}: |Invalid parameter: redirect_uri|Callback URL mismatch\b|There is a problem with the server configuration\. Check the server logs)/,
    about: /\b(?:clerk|auth0|oauth|openid|keycloak|entra|next-?auth|redirect uris?)\b/i,
  },
  // https://github.com/woocommerce/woocommerce-blocks/issues/3061, https://github.com/woocommerce/woocommerce/issues/23116,
  // https://github.com/rstudio/leaflet/issues/883; Stripe, PayPal, YouTube, Google Maps, Twitch, giscus and Algolia as users quote them
  {
    id: 'offer-of-others',
    shows:
      /^(?:(?:Sorry, )?(?:There are no payment methods available|it seems that there are no available payment methods)\b|Your account cannot currently make live charges|You did not provide an API key|(?:We're sorry, )?[Tt]hings don't appear to be working at the moment|This seller doesn't accept PayPal payments|Error 153(?: |$)|Playback on other websites has been disabled|Google Maps Platform rejected your request|(?:Whoops! )?This embed is misconfigured|These basemap tiles will no longer be available|An error occurred: giscus is |Unable to display Facebook posts|Error: Error validating application\b|Widget Disabled\b|Your credit balance is too low\b|Your application id may be incorrect|Unreachable hosts - your application id|The model `[^`]{1,60}` does not exist or you do not have access|You have not supplied an API Access Key|reCAPTCHA verification failed\. Please check your|(?:reCAPTCHA: )?Could not connect to the reCAPTCHA service|Worker (?:threw exception|exceeded resource limits)|(?:AG Grid Enterprise |SciChart )?License (?:Key )?Not Found|No license found for )/,
    about:
      /\b(?:payment (?:gateways?|plug-?ins?)|google maps (?:platform|api)|giscus|facebook api|language models?|recaptcha|licensing)\b/i,
  },
  // https://mermaid.js.org, https://docs.mathjax.org, https://katex.org/docs/error, https://mozilla.github.io/pdf.js, https://videojs.com,
  // https://docs.jwplayer.com, https://swagger.io/tools/swagger-ui, https://storybook.js.org/docs, https://grafana.com/docs, https://docsearch.algolia.com,
  // https://docs.sentry.io/platforms/javascript/user-feedback
  {
    id: 'content-of-component',
    shows:
      /^(?:Failed to rejoin\.|Rejoin failed\b|Could not reconnect to the server\.|It looks like we're having (?:internal )?issues\.?$|Submit Crash Report$|Syntax error in (?:text|graph)(?: ?mermaid version \d.{0,12})?$|mermaid version \d+\.\d+\.\d+$|\[?Math Processing Error\]?$|(?:ParseError: )?KaTeX parse error: |Missing PDF file?\.?$|Invalid or corrupted PDF file\.?|Missing PDF "|An error occurred while loading the PDF|Failed to load PDF (?:document|file)\.?$|The media could not be loaded, either because the server or network failed|No compatible source was found for this media|This video file cannot be played\.|Error loading (?:player|media|playlist): |(?:There was an )?[Ee]rror loading (?:this|the) resource\.?$|Failed to load API definition\.?|No operations defined in spec!|No API definition provided\.?$|Couldn't find story matching '|No Preview Sorry, but you either have no stories|If you're seeing this Grafana has failed to load|Kibana did not load properly|Unable to fetch results\.? You might want to check your network|Error 503 Backend fetch failed|An error occurred in the Server Components render|Unexpected Application Error!|Hey developer \S{0,4} ?You can provide a way better UX|\[nuxt\] |Failed to fetch dynamically imported module: |error loading dynamically imported module: |Importing a module script failed\.?$|Unable to preload CSS for |Invalid Date(?:Time)?$|Unable to load (?:map|tiles|chart|widget|player|video|captcha)\b.{0,60}$)/,
    about:
      /\b(?:sentry|mermaid|mathjax|katex|pdf\.js|video\.js|jw ?player|swagger|openapi|storybook|grafana|kibana|docsearch|server components|error boundar(?:y|ies)|dynamic imports?|date objects?)\b/i,
  },
  // https://developer.wordpress.org, https://docs.umbraco.com, https://prismic.io/docs, https://www.storyblok.com/docs, https://docs.astro.build, https://react.dev
  {
    id: 'part-of-page',
    shows:
      /^(?:(?:Missing|Unknown|Unsupported|Unrecognized) (?:component|block|slice|section|widget|template|partial|module)(?: type)?: ?["'\w]|(?:Component|Template|Partial|Block|Slice|Section|Widget|Module|Shortcode|Snippet|Layout) (?:type )?["'\u201c][\w./ -]{1,60}["'\u201d] (?:was |is )?(?:not (?:found|supported|registered|defined)|does not exist|could not be found|missing)|(?:Template|Partial|Component|Widget|Menu|Snippet) not found(?:: .{1,80})?\.?$|Error in template: |Error (?:loading|parsing) (?:Partial View|MacroEngine|Macro|Razor|XSLT|[Uu]ser ?[Cc]ontrol)\b.{0,160}|Please assign a menu to the|No menu (?:has been )?assigned|Primary menu location is empty|(?:Error: )?Element type is invalid: expected a string|Warning: Each child in a list should have|Rendered (?:more|fewer) hooks than|No route matches \[)/,
    about:
      /\b(?:templat(?:es?|ing) (?:engines?|languages?)|components? librar(?:y|ies)|hooks|routing|umbraco)\b/i,
  },
  // Messages of a server for a part that it or a cache includes: RFC 9110, section 15, and the databases behind it.
  {
    id: 'part-of-server',
    shows:
      /^(?:Error establishing a database connection|(?:Could not|Unable to|Failed to) connect to (?:the |your )?database(?: server)?|Database (?:connection )?error|MySQL error: .{1,120}|Redis connection (?:failed|refused)|Invalid CSRF token|(?:419 )?Page Expired|(?:Error:? |HTTP )?(?:500|502|503|504)(?: - |: | )(?:Bad Gateway|Service (?:Temporarily )?Unavailable|Gateway Time-?out|Internal Server Error)|Error 50[0234]|Internal Server Error)\.?$/i,
    about: /\b(?:databases?|mysql|redis|csrf|status codes?|gateways?|http)\b/i,
  },
  // A part that its software does not find or cannot render, and its instructions to the owner.
  {
    id: 'part-without-content',
    shows: anyOf([
      `(?:oops! |sorry,? |error: )?(?:the |this |your |our )?(?:[\\w-]{1,20} ){0,2}${PART} (?:(?:was |is |could )?not (?:be )?found|does not exist|failed to (?:load|render|initiali[sz]e)|is not (?:configured|published(?: yet)?|activated|installed)|is disabled for this (?:domain|site)|has been disabled by its owner|has reached its (?:\\w+ ){1,2}limit|error)`,
      `(?:the |this |your |our )?(?:[\\w-]{1,20} ){0,2}${PART} (?:could not|couldn't|cannot) be (?:loaded|displayed|rendered|shown|resolved|retrieved|fetched|played|previewed|initiali[sz]ed)(?:\\. .{0,80}| from the \\w+)?`,
      `(?:error|an error occurred|we encountered an error)(?: while)? (?:loading|rendering|displaying|fetching) (?:the |this |your )?(?:[\\w-]{1,20} ){0,2}${PART}`,
      `(?:unable|failed) to (?:load|render|display|fetch|resolve) (?:the |this |your )?(?:[\\w-]{1,20} ){0,2}${PART}(?:\\. .{0,80})?`,
      `cannot render this ${PART}|this block (?:has encountered an error and cannot be previewed|contains unexpected or invalid content)|your site doesn't include support for the ".{1,60}" block`,
      'please (?:select|assign|choose) a menu (?:in|under) .{1,40}|please configure this (?:widget|module|plug-?in|block).{0,60}|please set up your (?:contact )?form|configure your .{1,30} (?:feed|widget|form) in .{1,40}|please add widgets to .{1,40}|no widgets added|add your (?:menu|widgets?) here',
      `(?:dieses|das|die|diese) (?:[\\wäöüß-]{1,20} ){0,1}(?:modul|widget|formular|plug-?in|karte|inhalt) (?:ist nicht (?:konfiguriert|aktiviert)|(?:wurde|konnte) nicht gefunden(?: werden)?|wurde deaktiviert)`,
      '(?:le |ce )?(?:formulaire|widget|module) (?:est introuvable|a été désactivé|est désactivé|non trouvé)|(?:el |este )?(?:formulario|widget|módulo) (?:no encontrado|no existe|está desactivado)|(?:o )?(?:formulário|módulo) não encontrado|(?:il )?(?:modulo|widget) non trovato|formulier niet gevonden|nie znaleziono formularza|форма не найдена|フォームが見つかりません.{0,10}|表单(?:不存在|未找到).{0,10}',
    ]),
    about: /\b(?:how to|troubleshooting|error messages?|documentation)\b/i,
    countsOnlyWhenVisible: true,
  },
  // Messages that services and their backends send in place of the requested content.
  {
    id: 'message-of-service',
    shows: anyOf([
      '(?:connection refused by upstream|upstream connect error .{1,240}|no healthy upstream|default backend - 404|(?:connect )?econnrefused .{1,60}|getaddrinfo enotfound .{1,80})',
      '(?:fatal: .{1,100}|firebaseerror: .{1,120}|firebase: error \\(.{1,60}\\)\\.?|missing or insufficient permissions|permission_denied: .{1,80}|fatal error: allowed memory size .{1,120})',
      '(?:csrf token (?:mismatch|invalid|missing)|jwt expired|redirect_uri_mismatch|invalid_client|invalid redirect uri|(?:\\w+: )?callback url mismatch|oauth client was not found)',
      'environment variable ["\'`]?[A-Z][A-Z0-9_]{3,60}["\'`]? (?:is|was) (?:not (?:set|defined|found)|missing|required|undefined).{0,60}|missing (?:required )?(?:environment variable|env(?:ironment)? var):? ["\'`]?[A-Z][A-Z0-9_]{3,60}.{0,60}|supabase(?:url|key) is required',
      '(?:the specified (?:key|bucket) does not exist|signaturedoesnotmatch|invalidaccesskeyid|accessdenied|this xml file does not appear to have any style information .{0,120})',
      '.{0,60}smtp (?:connect\\(\\) failed|error: .{1,60}).{0,60}|unhandled runtime error|digest: \\d{6,12}',
      '(?:error:? ?)?(?:(?:api )?rate limit exceeded\\b.{0,60}|(?:\\w+ ){0,3}(?:quota|usage limit|limit of [\\w ]{1,30}) (?:has been )?(?:exceeded|reached))',
      '(?:[\\w ]{1,30}: )?(?:this|the) (?:site|merchant|store|app|application|project) (?:has exceeded its|is over its|is currently unable to accept|is not accepting) .{1,60}',
      '(?:sorry, )?(?:it seems that )?there are no (?:available )?(?:payment|shipping) (?:methods|options)(?: available)?\\. .{1,140}|this payment method is not available because .{1,80}',
      '(?:algolia|typesense|meilisearch|contentful|sanity|storyblok|prismic|strapi|clerk|auth0|mailchimp|stripe|mapbox|giscus|utterances)\\w{0,12}(?: error)?: (?:error: )?.{0,60}\\b(?:not (?:found|exist|authori[sz]ed)|could not|invalid|forbidden|requires|disabled|mismatch)\\b.{0,60}',
      '(?:no translation found for key|missing translation:|missing_message:) .{1,80}',
      '(?:application error: a (?:client|server)-side exception has occurred.{0,160}|error: objects are not valid as a react child.{0,160}|(?:redis|memcached|cache server|session store) (?:is )?(?:not available|unavailable|unreachable)|error 153.{0,60}|google maps platform rejected your request.{0,80})',
      ".{1,80} (?:due to|because of) (?:a )?technical (?:problem|difficult|issue|error)\\w{0,3}.{0,60}|.{1,80} (?:aus technischen gründen|aufgrund (?:eines )?technische[rn]s? (?:problem|fehler|störung)\\w{0,2}|wegen (?:eines )?technische[nrs]{1,2} (?:problem|fehler|defekt)\\w{0,2}).{0,60}|.{1,80} (?:en raison|à cause) d'(?:un problème|une panne|un incident) technique.{0,60}|.{1,80} (?:por|debido a|devido a|a causa di) (?:un |uno |um )?problem[ai]s? t[ée]cnic[oa]s?.{0,60}|.{1,80} a causa di (?:un )?problem[ai] tecnic[oi].{0,60}",
    ]),
    about:
      /\b(?:status codes?|troubleshooting|error (?:messages?|codes?|reference)|postgres\w*|kubernetes|rate limits?|developers?)\b/i,
  },
]
