/**
 * Messages that databases, runtimes and frameworks print for developers: each is compared with whole lines of the page
 * outside of code and quotations, on a page with little other text. Wording: the sources of the products named by `id`.
 */
export const machineMessages: readonly {
  readonly id: string
  readonly shows: RegExp
  /** Also the beginning of lines for visitors: they count only on a page with little other text. */
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
      /^(?:.{0,80}\b)?(?:ERROR \d{4} \(\w{5}\)|SQLSTATE\[\w+\]|\((?:HY000|42\w{3})\/\d{4}\))|^(?:Access denied for user '[^']*'@'|(?:MySQL|MariaDB) server has gone away|Unknown (?:database|column|table) '|Table '[^']+' doesn't exist|Lost connection to MySQL|Duplicate entry '|You have an error in your SQL syntax|Host '[^']+' is (?:not allowed|blocked)|Can't connect to (?:local )?(?:MySQL|server through socket))/,
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
  // A name with its package, module or namespace.
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
  // https://httpd.apache.org/docs/current/mod/mod_include.html
  {
    id: 'server-side-include',
    shows: /^\[an error occurred while processing (?:this|the) directive\]$/,
  },
  // https://docs.docker.com, https://kubernetes.io/docs
  {
    id: 'secrets',
    isPlain: true,
    shows: /^(?:ImagePullBackOff|CrashLoopBackOff|upstream connect error or disconnect)/,
  },
]
