import type { LeftOver } from './left-overs.ts'

/**
 * Messages that databases, runtimes and frameworks print for developers: each is compared with whole lines of the page
 * outside of code and quotations, on a page with little other text. Wording: the sources of the products named by `id`.
 */
export const machineMessages: readonly {
  readonly id: string
  readonly shows: RegExp
  /** Lines for visitors may begin in the same way, so these count only on a page with little other text. */
  readonly isPlain?: true
}[] = [
  // https://www.prisma.io/docs/orm/reference/error-reference
  {
    id: 'prisma',
    shows:
      /^(?:(?:Error|PrismaClient\w*): )?(?:Invalid `?[\w$]+(?:\.[\w$]+)+\(\)`? invocation|PrismaClient\w*Error\b|Can't reach database server at|The (?:table|column) `[^`]+` does not exist in the current database)/,
  },
  // https://github.com/redis/redis, src/server.c
  {
    id: 'redis',
    shows:
      /^(?:\w*Error: |\(error\) )?(?:MISCONF Redis is configured|NOAUTH Authentication required|WRONGPASS invalid username|LOADING Redis is loading|READONLY You can't write|OOM command not allowed|CLUSTERDOWN |MASTERDOWN |ERR max number of clients|ERR AUTH|ERR invalid password)/,
  },
  // https://nodejs.org/api/errors.html
  {
    id: 'node',
    shows:
      /^(?:\w*Error: )?(?:(?:connect|read|write|getaddrinfo|query\w+|listen) E[A-Z_]{4,16}\b|E(?:NOENT|ACCES|ROFS|MFILE|NOSPC|PERM|ISDIR): [a-z ,-]+, \w+|Cannot find (?:module|package) '|socket hang up$|self[- ]signed certificate(?: in certificate chain)?$|unable to verify the first certificate$)/,
  },
  // https://developer.mozilla.org/docs/Web/JavaScript/Reference/Errors, https://react.dev/errors, https://axios-http.com
  {
    id: 'javascript',
    shows:
      /^(?:Uncaught (?:\(in promise\) )?)?(?:(?:Type|Reference|Syntax|Range|URI|ChunkLoad)Error: \S|(?:Axios)?Error: (?:Request failed with status code \d|Network Error$|Failed to fetch$|Minified React error #\d|Hydration failed|timeout of \d)|Request failed with status code \d{3}$|Unexpected token .{1,60}(?:is not valid JSON|in JSON at position)|Unexpected end of JSON input|JSON\.parse: |Cannot read propert(?:y|ies) (?:of |')|[\w$.]{1,60} is not (?:defined|a function)$|undefined is not an object\b|Minified React error #\d|Hydration failed because|Text content does(?: not|n't) match server-rendered HTML|NetworkError when attempting to fetch resource|Loading (?:CSS )?chunk \S{1,60} failed|(?:TypeError: )?Failed to fetch\.?$|Network ?Error\.?$)/,
  },
  // https://shiny.posit.co/r/articles/improve/sanitize-errors, https://docs.kentico.com
  {
    id: 'component',
    shows:
      /^(?:Error: )?An error has occurred\. Check your logs or contact the app author for clarification\.$|^\[Error loading the (?:WebPart|web part|widget|control) '/,
  },
  // https://www.postgresql.org/docs/current/errcodes-appendix.html
  {
    id: 'postgresql',
    shows:
      /^(?:.{0,60}\b)?(?:ERROR|FATAL|error|fatal): {1,2}(?:relation "|column "|password authentication failed|no pg_hba\.conf entry|database "|role "|remaining connection slots|sorry, too many clients|permission denied for|syntax error at|the database system is|could not connect|duplicate key value|terminating connection|deadlock detected|canceling statement|null value in column|could not open file|prepared statement)/,
  },
  {
    id: 'postgresql',
    shows:
      /^(?:relation|column|function|schema) "?[\w.]+"? does not exist$|^connection to server at "[^"]+" .{0,60}failed:/,
  },
  // https://dev.mysql.com/doc/mysql-errors/8.0/en/
  {
    id: 'mysql',
    shows:
      /^(?:.{0,80}\b)?(?:ERROR \d{4} \(\w{5}\)|SQLSTATE\[\w+\]|\((?:HY000|42\w{3})\/\d{4}\))|^(?:\d{4} )?(?:Access denied for user '[^']*'@'|(?:MySQL|MariaDB) server has gone away|Unknown (?:database|column|table) '|Table '[^']+' doesn't exist|Lost connection to MySQL|Duplicate entry '|You have an error in your SQL syntax|Host '[^']+' is (?:not allowed|blocked)|Can't connect to (?:local )?(?:MySQL|server through socket))/,
  },
  // https://www.sqlite.org/rescode.html
  {
    id: 'sqlite',
    shows:
      /^(?:.{0,60}\b)?(?:SQLITE_[A-Z]+: |no such (?:table|column): \w|unable to open database file$|attempt to write a readonly database$|database disk image is malformed$)/,
  },
  // https://learn.microsoft.com/sql/relational-databases/errors-events/
  {
    id: 'sql-server',
    shows:
      /^(?:A network-related or instance-specific error occurred|Login failed for user '|Invalid object name '|Cannot open database "|\[(?:Microsoft|unixODBC|Oracle|IBM)\]\[)/,
  },
  // https://www.mongodb.com/docs/, https://www.elastic.co/docs
  {
    id: 'mongodb',
    shows:
      /^(?:\w*Error: )?(?:Mongo\w*(?:Error|Exception)\b|E11000 duplicate key|Operation `\w+\.\w+\(\)` buffering timed out|bad auth)/,
  },
  {
    id: 'elasticsearch',
    shows:
      /\b(?:index_not_found|search_phase_execution|cluster_block)_exception\b|^No alive nodes found/,
  },
  {
    id: 'elasticsearch',
    shows:
      /\[FORBIDDEN\/\d{1,3}\/|^(?:all shards failed|no such index(?: \[[\w.*-]{1,80}\])?|index \[[\w.*-]{1,80}\] blocked by: .{1,200})$|^(?:Collection|Index) [`'"][\w-]{1,80}[`'"] not found\.?$/i,
  },
  // https://redis.io/docs, https://www.ibm.com/docs/db2, https://docs.datastax.com, https://www.rabbitmq.com/docs
  {
    id: 'data-store',
    shows:
      /^(?:\w{0,30}(?:Error|Exception): |\(error\) )?(?:WRONGTYPE Operation against a key|SQL\d{4,5}N {1,2}\S|.{0,40}\bSQLCODE ?[=:] ?-\d|All host\(s\) tried for query failed|(?:PRECONDITION_FAILED|ACCESS_REFUSED|RESOURCE_LOCKED) - \S)/,
  },
  // Messages of errno(3) as programs print them, and messages of programs that cannot write.
  {
    id: 'disk',
    shows:
      /(?:: |^)No space left on device\b|^(?:\w{0,30}(?:Error|Exception): )?(?:(?:Unable|Failed|Could not|Cannot) (?:to )?write (?:to|in|into) (?:the )?(?:cache|logs?|storage|uploads?|sessions?|temp(?:orary)?)\b|(?:Unable to|Could not|Cannot) (?:write|create|open) (?:to )?(?:the )?(?:file|directory|folder) ["'`/])/i,
  },
  // https://www.envoyproxy.io/docs, https://docs.stripe.com/api/errors, https://www.highcharts.com/errors, https://leafletjs.com, https://echarts.apache.org
  {
    id: 'library',
    shows:
      /^(?:upstream request timeout$|(?:Stripe: |\w{0,20}Error: )?No such (?:price|product|customer|plan|coupon|subscription|payment_?intent|setup_?intent|token): ?['"]?\w|IntegrationError: \S|Highcharts (?:error|warning) #\d|Map container (?:is already initialized|not found)\.?$|Initialize failed: invalid dom)/,
  },
  // Messages that content systems print in place of a part of a page: https://github.com/TYPO3/typo3,
  // https://github.com/wikimedia/mediawiki, https://github.com/neos, https://git.drupalcode.org/project/drupal,
  // https://doc.sitecore.com, https://learn.liferay.com, https://wagtail.org
  {
    id: 'missing-part',
    shows:
      /^(?:This (?:block|field|widget|element|handler|component|plug-?in|module) is (?:broken(?: or missing)?|missing)\b|Broken\/missing handler\b|You have some jquery\.js library include that comes after\b|(?:ERROR: )?Content Element with uid "\d{1,9}" and type "[^"]{1,80}" has no rendering definition|\[{0,2}Error creating thumbnail: |The referenced media source is missing and needs to be re-embedded|(?:The |This )?(?:\w{1,30} )?portlet is (?:temporarily |currently )?unavailable\.?$|(?:Error|Exception) in (?:plug-?in|widget|module|component|block|portlet|macro|shortcode|extension): \S|(?:Error: )?The (?:module|plug-?in|extension|component|library) ["'\u201c][\w.:/-]{1,80}["'\u201d] (?:is missing|is not installed|is not enabled|could not be (?:found|loaded))|(?:Missing image|Image (?:not found|missing)): \S{1,200}\.(?:jpe?g|png|webp|gif|svg|avif)$|(?:Include|Inclusion) of .{1,120} failed\.?$)/i,
  },
  {
    id: 'missing-part',
    shows:
      /^(?:Error: |The )?(?:(?:Block|Element|Widget|Component|Module|Node|Content|Field|Slice|Section|Layout|Plug-?in)(?: type)? [<"'`\u201c]?[\w.:\\/-]{2,80}[>"'`\u201d]? (?:is not registered|is not defined|is unknown|is not supported|has no (?:renderer|template|component)|could not be (?:rendered|resolved|found)|has not been created yet)|(?:Failed|Unable) to render (?:the )?(?:widget|component|chart|block|module|element|section|part|map|view|slice|template|graph|diagram|plug-?in)\b)/i,
  },
  // https://www.php.net, https://www.ioncube.com/loaders, https://www.sourceguardian.com
  {
    id: 'extension',
    isPlain: true,
    shows:
      /\b(?:ionCube(?: PHP)?|SourceGuardian|Zend(?: Guard)?) Loader.{0,80} (?:needs? to be|must be|to be|is not|has not been) (?:installed|enabled)|^(?:Error: )?(?:The )?(?:required )?(?:PHP|Python|Perl|Node(?:\.js)?|Apache|nginx)(?: \w{1,20})? (?:extension|module|library|loader|driver|package)s?\b.{0,60} (?:is|are|needs? to be|must be|could not be|cannot be) (?:required|missing|not (?:installed|enabled|loaded|available)|installed|enabled|loaded|found)/i,
  },
  // https://github.com/laravel/framework, https://github.com/symfony/symfony
  {
    id: 'laravel',
    shows:
      /^(?:Vite manifest not found at|(?:The )?Mix manifest (?:not found|does not exist)|No application encryption key has been specified|Target class \[[^\]]+\] does not exist|View \[[^\]]+\] not found|Route \[[^\]]+\] not defined|The stream or file ".+" could not be opened|Please provide a valid cache path|The .+bootstrap\/cache directory must be present|Unable to locate file in Vite manifest|Unsupported cipher or incorrect key length)/,
  },
  {
    id: 'symfony',
    shows:
      /^(?:An exception (?:has been thrown|occurred) (?:during|in) .{1,120}|Environment variable not found: "|You have requested a non-existent service "|Unable to find template "|Variable "\w+" does not exist(?: in .{1,120})?\.?$)/,
  },
  // https://www.php.net/manual/en/errorfunc.constants.php
  {
    id: 'php',
    isPlain: true,
    shows:
      /^(?:PHP )?(?:Warning|Notice|Deprecated|Fatal error|Parse error|Recoverable fatal error|Strict Standards|Catchable fatal error): {1,2}.{1,360}/,
  },
  {
    id: 'php',
    shows:
      /^(?:Call to (?:undefined|a member) (?:function|method) |Call to undefined (?:function|method) |Undefined (?:variable|array key|index|property|offset|constant)\b.{0,4}["$:]|Attempt to read property "|Trying to (?:get property|access array offset)|Allowed memory size of \d+ bytes exhausted|Maximum execution time of \d+ seconds? exceeded|Class ["'][\w\\]+["'] not found|syntax error, unexpected )/,
  },
  {
    id: 'php',
    shows:
      /\b(?:require|include)(?:_once)?\(.{1,200}\): Failed to open stream|\bFailed opening required '/i,
  },
  {
    id: 'codeigniter',
    shows: /^(?:A PHP Error was encountered|Unable to load the requested file: )/,
  },
  // The name of an exception with its package, module or namespace.
  {
    id: 'exception',
    shows:
      /^(?:Uncaught |PHP |Unhandled exception\. |Caused by: )?(?:[A-Za-z_]\w*(?:\.|\\|::))+[A-Z]\w*(?:Error|Exception|Fault|Failure|NotFound|DoesNotExist)(?: \[\w+\])?: \S/,
  },
  {
    id: 'coldfusion',
    shows: /^The error occurred in .{1,240}\.cf[mc]: ?line \d+/,
  },
  {
    id: 'yii',
    shows: /^PHP (?:Warning|Notice|Deprecated|Error|Fatal Error|Parse Error) [\u2013\u2014-] /,
  },
  // https://pkg.go.dev/text/template, https://pkg.go.dev/net
  {
    id: 'go',
    shows:
      /\btemplate: [\w./-]+:\d+(?::\d+)?: (?:executing "|function ")|\bdial (?:tcp|udp|unix) \S+: |\bruntime error: (?:invalid memory address|index out of range)|^(?:sql: no rows in result set|context deadline exceeded)$/,
  },
  // https://doc.rust-lang.org/std/, https://docs.djangoproject.com/en/stable/ref/exceptions/
  { id: 'rust', shows: /^called `(?:Result|Option)::unwrap\(\)` on (?:an?|a) `/ },
  {
    id: 'django',
    shows:
      /^(?:(?:ImproperlyConfigured|OperationalError|ProgrammingError|TemplateDoesNotExist|NoReverseMatch|DisallowedHost|ModuleNotFoundError)\b|No module named '|Invalid HTTP_HOST header|Missing staticfiles manifest entry for )/,
  },
  // https://github.com/rails/rails
  {
    id: 'rails',
    shows:
      /^(?:undefined (?:method|local variable or method) [`']\w+[`']? for |uninitialized constant [A-Z]\w*|Missing `secret_key_base`|The asset ["'].+["'] is not present in the asset pipeline|wrong number of arguments \(given )/,
  },
  // https://graphql.org, https://www.apollographql.com/docs/
  {
    id: 'graphql',
    shows:
      /^(?:Errors? ?: )?(?:GraphQL error: |Cannot query field "|ApolloError: |Response not successful: Received status code \d)/,
  },
  // https://supabase.com/docs, https://www.contentful.com/developers/docs/, https://docs.stripe.com
  {
    id: 'service-key',
    shows:
      /^(?:\w*Error: )?(?:@[\w-]{1,40}\/[\w-]{1,40}: Missing \w{1,30}|(?:Invalid|Incorrect|Missing|Expired|No) (?:API|api|secret|access|publishable) ?[Kk]ey(?: provided)?\b|supabase(?:Url|Key) is required|The access token you sent could not be found|Firebase: (?:Error|Firebase).{0,120}\(auth\/|Neither apiKey nor config\.authenticator|Missing required (?:env(?:ironment)? var|environment)|Environment variable(?:s)? .{1,80} (?:is|are) (?:not set|missing|required|undefined))/,
  },
  // https://docs.docker.com, https://kubernetes.io/docs
  {
    id: 'container',
    isPlain: true,
    shows: /^(?:ImagePullBackOff|CrashLoopBackOff|upstream connect error or disconnect)/,
  },
]

const engines =
  '(?:FreeMarker|Velocity|Thymeleaf|Twig|Smarty|Blade|Jinja2?|Django|Mako|ERB|Haml|Slim|Liquid|Handlebars|Mustache|EJS|Pug|Jade|Nunjucks|Hugo|Jekyll|Eleventy|Razor|Fluid|Latte|Qute|Pebble|Tera|Chameleon|Genshi|XSLT|CFML|Groovy|Dust|Marko|Eta)'
/** A place in a template: a name in quotation marks or brackets, or a file with its extension, and a line number. */
const template = '["\'\u201c\u2018\\[(]{0,2}[\\w./:\\\\@-]{1,160}["\'\u201d\u2019\\])]{0,2}'
const line = ',? ?(?:- |at |on |near )?[\\[(]?(?:error at )?[Ll]ine:? ?\\[?\\d'

/**
 * Messages that template engines print in place of a part of the page, recognised by the engine and its error, by the place in a
 * template, or by a sentence that only such engines print. Wording: the sources of the engines that the comments name.
 */
export const engineMessages: readonly LeftOver[] = [
  {
    id: 'template-engine',
    kind: 'debug_output',
    isVague: true,
    shows: new RegExp(
      [
        `\\b${engines} (?:(?:[Tt]emplate|[Ss]yntax|[Pp]arse|[Pp]arser|[Pp]arsing|[Cc]ompiler?|[Cc]ompilation|[Rr]ender(?:ing)?|[Rr]untime|[Tt]ransformation|Macro) ){0,2}(?:[Ee]rror|[Ee]xception|[Ww]arning)(?: \\([^()]{1,80}\\))?(?: (?:in|at|on) [^:]{1,80})?: ?\\S`,
        `\\b[Ii]n template:? ${template}${line}`,
        `\\(template: ["\u201c][^"\u201d]{1,160}["\u201d](?: - [Ll]ine \\d|\\))`,
      ].join('|'),
      'g',
    ),
  },
  // https://freemarker.apache.org, https://velocity.apache.org, https://www.thymeleaf.org, https://jakarta.ee/specifications/pages,
  // https://quarkus.io/guides/qute-reference, https://pebbletemplates.io, https://gsp.grails.org, https://www.saxonica.com
  {
    id: 'template-engine',
    kind: 'debug_output',
    isVague: true,
    shows:
      /\bhas evaluated to null or missing\b|\bExpression \S{1,120} is undefined on line \d|\bFTL stack trace \(|\bError resolving template \[|\bAn error happened during template parsing\b|\bException evaluating (?:SpringEL|OGNL|Spring EL) expression: ?["\u201c]|\bAn exception occurred processing (?:JSP page )?\[?\/\S{1,120}\]? at line \[?\d|\bvalue="#\{[^"{}]{1,80}\}": \S|\bProperty '\w{1,60}' not (?:found|readable|writable) on type \S|\bUnable to find resource '[^']{1,120}\.vm'|\bin [\w./-]{1,120}\.vm(?: at )?\[line \d|\bRendering error in template \[?\S|\bRoot attribute \[\w{1,60}\] does not exist|\bError evaluating expression \[[^[\]]{1,120}\] on line \[\d|\b(?:XPST|XPTY|XPDY|XTSE|XTDE|XTTE|FORG|FODC|SXXP|SXJE)\d{4}: \S|\bError (?:loading stylesheet|during XSLT transformation): ?\S|\bXSLTProcessor::\w{3,30}\(\)/g,
  },
  // https://twig.symfony.com, https://www.smarty.net, https://laravel.com/docs/blade, https://latte.nette.org, https://docs.typo3.org (Fluid)
  {
    id: 'template-engine',
    kind: 'debug_output',
    isVague: true,
    shows:
      /\bVariable ["\u201c]\w{1,60}["\u201d] does not exist\b|\bUnable to find template ["\u201c][^"\u201d]{1,160}["\u201d]|\bAn exception has been thrown during the (?:rendering|compilation) of a template\b|\bUnknown ["\u201c]\w{1,60}["\u201d] (?:filter|function|tag|test)(?:\.| in ["\u201c]| at line)|\bSmarty: (?:Unable to load template|unable to read)|\bSmarty error: \S|\bSyntax error in template ["\u201c'][^"\u201d']{1,160}["\u201d'] (?:on|in) line \d|\(View: [^\s()]{1,160}\.blade\.php\)|\bUnable to locate a class or view for component \[|\bView \[[\w.:-]{1,80}\] not found\b|\bMissing template file ["'][^"']{1,160}\.latte|\bFluid parse error in template |\bThe Fluid template files? ["\u201c]\S{1,160}["\u201d] could not be loaded|\bTried resolving a template file for controller action\b/g,
  },
  // https://jinja.palletsprojects.com, https://docs.djangoproject.com, https://www.makotemplates.org, https://mkdocs-macros-plugin.readthedocs.io
  {
    id: 'template-engine',
    kind: 'debug_output',
    isVague: true,
    shows:
      /\b(?:jinja2\.exceptions\.)?(?:UndefinedError: (?:'[^']{1,120}' (?:is undefined|has no attribute)|\S)|TemplateNotFound: \S|TemplateSyntaxError(?: at \/|: \S)|TemplateAssertionError: \S|TemplateDoesNotExist(?: at \/|: \S)|VariableDoesNotExist(?: at \/|: \S))|\bInvalid block tag on line \d|\bInvalid block tag: '|\bCould not parse (?:the remainder: '|some characters: )|\bis not a registered tag library\. Must be one of|\bUnclosed tag on line \d{1,6}: '|\bInvalid filter: '\w|\bError during template rendering\b|\bMako (?:Runtime|Compilation) Error\b|\bMacro (?:Rendering|Syntax) Error\b/g,
  },
  // https://guides.rubyonrails.org, https://haml.info, https://slim-template.github.io, https://shopify.dev/docs/api/liquid, https://jekyllrb.com
  {
    id: 'template-engine',
    kind: 'debug_output',
    isVague: true,
    shows:
      /\bActionView::(?:Template::Error|MissingTemplate|MissingRequestHelper)\b|\bActionController::(?:MissingExactTemplate|UnknownFormat)\b|\bMissing (?:template|partial) [\w/-]{2,120},? (?:with \{|application\/)|\bis missing a template for (?:this request|the request) format|\bHaml::SyntaxError\b|\bSlim::Parser::SyntaxError\b|\bIllegal nesting: (?:content|nesting)|\bLiquid::(?:Syntax|Argument|Undefined\w{3,12}|Zero\w{3,12})Error\b|\bassign @\w{1,60} not available in (?:\w{2,5} )?template|\bCould not render ["\u201c][^"\u201d]{1,120}["\u201d] for [A-Z]\w/g,
  },
  // https://handlebarsjs.com, https://ejs.co, https://pugjs.org, https://mozilla.github.io/nunjucks, https://expressjs.com, https://github.com/janl/mustache.js
  {
    id: 'template-engine',
    kind: 'debug_output',
    isVague: true,
    shows:
      /\bMissing helper: ["\u201c]\w|\bThe partial [\w/.-]{1,80} could not be found|\bYou must pass a string or Handlebars AST\b|\bParse error on line \d{1,6}: .{1,240}? (?:Expecting|Got) '|\bCould not find matching close tag for ["\u201c]<%|\bFailed to lookup view ["\u201c][^"\u201d]{1,120}["\u201d] in views? director|\bTemplate render error: \(|\((?:unknown path|[^()\s]{1,160})\) \[Line \d{1,6}, Column \d|\bUnable to call `[^`]{1,80}`, which is undefined or falsey|\bUnclosed (?:section|tag)(?: ["\u201c][\w.]{1,60}["\u201d])? at \d|\bUnopened section ["\u201c]\w/g,
  },
  // https://pkg.go.dev/html/template, https://gohugo.io, https://learn.microsoft.com/aspnet/core/mvc/views/razor, https://helpx.adobe.com/coldfusion,
  // https://docs.lucee.org, https://confluence.atlassian.com, https://learn.liferay.com, https://www.mediawiki.org
  {
    id: 'template-engine',
    kind: 'debug_output',
    isVague: true,
    shows:
      /\bhtml\/template: ?["\u201c\w]|\bcan't evaluate field \w{1,60} in type \S|\berror calling \w{1,60}: \S|\btemplate for shortcode ["\u201c]\w[^"\u201d]{0,60}["\u201d] not found|\bpartial ["\u201c][^"\u201d]{1,120}["\u201d] not found|\bexecute of template failed\b|\bThe (?:partial )?view '[^']{1,120}' (?:or its master )?was not found|\bAn error occurred during the compilation of a resource required to process this request|\bCS\d{4}: The (?:name|type)\b|\bVariable [A-Z][A-Z0-9_.]{1,60} is undefined\.|\bElement [A-Z][A-Z0-9_.]{1,60} is undefined in [A-Za-z]|\b(?:variable|key|component) \[\w{1,60}\] (?:doesn't exist|does not exist)|\binvalid component definition, can't find component \[|\bInvalid CFML construct found on line \d|\bError (?:rendering|formatting) macro:? ?'?[\w-]{1,60}'?:? ?\S|\bUnknown macro: ?[{']|\bUnable to render (?:\{[\w-]{1,60}\}|embedded object: \S)|\bAn error occurred while processing the template\.|\bLua error in Module:\S{1,80} at line \d|\bExpression error: (?:[Uu]nrecogni[sz]ed|[Uu]nexpected|[Mm]issing) \w|\bTemplate loop detected: \S/g,
  },
  // Messages that documentation and site builders leave where they fail, with the place in the source or in their own words.
  // https://docutils.sourceforge.io/docs/ref/doctree.html#system-message, https://docs.asciidoctor.org, https://docs.antora.org,
  // https://pkg.go.dev/html/template#hdr-Security_Model, https://www.doxygen.nl/manual/customize.html,
  // https://mkdocstrings.github.io, https://facelessuser.github.io/pymdown-extensions/extensions/snippets, https://dotnet.github.io/docfx
  {
    id: 'document-builder',
    kind: 'debug_output',
    shows:
      /\bSystem Message: (?:WARNING|ERROR|SEVERE)\/[2-4] \([^()]{1,160}\)|\bUnresolved (?:include )?directive in \S{1,160} - include::\S|\bZgotmplZ\b|\$(?:projectname|projectnumber|doxygenversion|generatedby|extrastylesheet|treeview)\b|(?:^|\s)--8<-- ["'][^"'\s]{1,160}["']|\[!(?:INCLUDE|include) ?\[[^[\]]{0,80}\]\(\S|\bThe component failed to render properly, likely due to a configuration issue in Storybook\b/g,
  },
]

/** Elements of documentation builders for a message, by class: docutils, Javadoc, Quarto, Gatsby; and FreeMarker's comment. */
export const builderMarks =
  /class=["']?system-message-title["']?>\s{0,8}System Message: (?:WARNING|ERROR|SEVERE)\/[2-4]|<span class="invalid-tag">|<details class="invalid-tag">|<strong>\?@(?:fig|tbl|sec|eq|lst)-[\w-]{1,80}<\/strong>|<!-- FREEMARKER ERROR MESSAGE STARTS HERE -->|<div>Loading \(StaticQuery\)<\/div>/
