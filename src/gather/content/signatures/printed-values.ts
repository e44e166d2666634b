import type { LeftOver } from './left-overs.ts'

/**
 * Values of programs in place of the words of a page: a missing field, a number or date that could not be computed, an
 * object that was printed as its type. Pages about programs mention them, hence `isVague`.
 */
export const printedValues: readonly LeftOver[] = [
  // JavaScript: beside a currency, a unit or a greeting, as a date, or several times as a value by itself.
  {
    id: 'failed-value',
    kind: 'debug_output',
    isVague: true,
    shows:
      /(?<!\d ?)[$\u20ac\u00a3\u00a5\u20b9] ?(?:NaN|undefined|null)\b|(?<![\w"'=])(?:NaN|undefined|null) ?(?:[$\u20ac\u00a3\u00a5%]|(?:USD|EUR|GBP|CHF|PLN)\b)|(?<![\w"'=])(?:NaN|undefined) (?:items?|nights?|days?|hours?|minutes?|results?|reviews?|comments?|out of \d|stars?|km|kg)\b|(?<!\w)NaN[:/.-]NaN\b|(?<!")\b(?:undefined,? undefined|null,? null|None,? None)\b|\b(?:[Hh]ello|Hi|Hey|[Ww]elcome(?: back)?|Dear|Hallo|Willkommen|Bonjour|Hola|Ciao|Ol\u00e1),? (?:undefined|null|NaN|None)\b(?! (?:and|or|is|as|to|in|value)\b)|\b(?:[Pp]hone|[Tt]el|[Ee]-?mail|[Aa]ddress|[Pp]rice|[Nn]ame|[Aa]uthor|[Cc]ity|[Cc]ompany|[Tt]itle|[Dd]ate|[Tt]otal|[Rr]ating|Telefon|Adresse|Preis|Prix|Precio|Prezzo|Nom|Nombre)\.? ?: ?(?:undefined|null|NaN|None)(?=[ ,.|]|$)/g,
    minMatches: 2,
  },
  {
    id: 'failed-value',
    kind: 'debug_output',
    isVague: true,
    shows:
      /(?:\b(?:on|at|from|until|since|by|am|vom|le|el|il|op|datum|posted|published|updated) ?:? ?|[\u2013\u2014|\u00b7] |^)Invalid Date\b(?!\.)|\bInvalid Date (?=[\u2013\u2014|\u00b7-] )/gi,
  },
  // One occurrence is enough: beside a currency, or at the end of a greeting.
  {
    id: 'failed-value',
    kind: 'debug_output',
    isVague: true,
    shows:
      /(?<![\w"'=])(?:NaN|undefined) ?[\u20ac\u00a3\u00a5](?!\w)|(?<!\d ?)[\u20ac\u00a3\u00a5] ?(?:NaN|undefined)\b|\$ ?NaN\b|\b(?:[Hh]ello|Hi|Hey|[Ww]elcome(?: back)?|Hallo|Willkommen|Bonjour|Hola|Ciao),? (?:undefined|null|NaN)[!,.](?= |$)/g,
  },
  // The first second of Unix time as the date of a change.
  {
    id: 'failed-value',
    kind: 'debug_output',
    isVague: true,
    shows:
      /\b(?:[Uu]pdated?|[Pp]ublished|[Pp]osted|[Mm]odified|[Ee]dited|[Aa]ktualisiert|[Vv]eröffentlicht|[Pp]ublié|[Aa]ctualizado|[Pp]ublicado) ?(?:on|at|am|le|el)? ?:? ?(?:(?:Thursday|Thu),? )?(?:January 1,? 1970|Jan 0?1,? 1970|0?1 Jan(?:uary)? 1970|1970-01-01|0?1[/.]0?1[/.]1970|1\. Januar 1970|1er janvier 1970|1 de enero de 1970|December 31,? 1969|12\/31\/1969)/g,
  },
  // The same as the date of several entries.
  {
    id: 'failed-value',
    kind: 'debug_output',
    isVague: true,
    minMatches: 3,
    shows:
      /\b(?:January 0?1(?:st)?,? 1970|Jan 0?1,? 1970|0?1 Jan(?:uary)? 1970|0?1[/.]0?1[/.]1970|1\. ?Januar 1970|1er janvier 1970|0?1 (?:de )?(?:enero|janeiro|gennaio|januari|stycznia|ledna) (?:de )?1970|1 января 1970)/g,
  },
  {
    id: 'printed-object',
    kind: 'debug_output',
    isVague: true,
    // Texts that explain this value name the method that prints it.
    shows:
      /\[object (?:Object|Promise|Undefined|Null|Array|HTML\w{1,30}|NodeList|Event)\](?!.{0,20}\btoString\b)/g,
  },
  {
    id: 'printed-function',
    kind: 'debug_output',
    isVague: true,
    shows:
      /\bfunction ?\w{0,30}\([\w, ]{0,60}\) ?\{ ?(?:return|var|const|let|this|if|\[native code\])\b|(?<![\w)] ?)(?:\(\)|\([a-z]\w{0,20}\)) ?=> ?[\w({]/g,
  },
  // Output of Python, Ruby, Java, C#, Elixir, Go and Rust for an object without a text form.
  {
    id: 'printed-object',
    kind: 'debug_output',
    isVague: true,
    shows:
      /<(?:[A-Za-z_][\w.]{1,80} )?object at 0x[0-9a-f]{6,16}>|<(?:bound method|function|generator object|built-in method|class ')[ \w.']{1,80}(?: at 0x[0-9a-f]{6,16}| of <)|<(?:Query|Raw)?QuerySet \[|#<[A-Z]\w*(?:::\w+){0,6}[: ](?:0x[0-9a-f]{8,16}|\w+: )|\[L[a-z]\w{0,30}(?:\.\w{1,40}){1,8};@[0-9a-f]{5,8}|\b(?:com|org|net|io|de|java|javax|jakarta)\.(?:\w{1,40}\.){1,8}[A-Z]\w{1,60}@[0-9a-f]{5,8}\b|\bSystem\.(?:Collections\.Generic\.\w{1,40}`\d|String\[\]|Linq\.\w{1,60}|Threading\.Tasks\.Task)|\bMicrosoft\.(?:AspNetCore|EntityFrameworkCore)\.(?:\w{1,60}\.){1,6}\w{1,60}|#Ecto\.Association\.NotLoaded<|%Ecto\.\w{1,40}|\{0xc[0-9a-f]{9}[ }]/g,
  },
  { id: 'printed-object', kind: 'debug_output', isVague: true, shows: /<no value>/g },
  {
    id: 'printed-object',
    kind: 'debug_output',
    isVague: true,
    shows:
      /\b(?:by|author|tags?|category|categories|price|title|name|von|autor|par|auteur|por)\.?:? ?(?:: |by )Array(?=[ .,|]|$)/gi,
    minMatches: 2,
  },
  // Placeholder text of page builders and themes.
  {
    id: 'template-text',
    kind: 'starter',
    isVague: true,
    shows:
      /(?<!\b(?:[Tt]ype|[Ee]nter|[Pp]aste|[Ww]rite|[Pp]ut) )\b[Yy]our (?:title|subtitle|headline|tagline|slogan|text|content|description|logo|company name|caption|heading) (?:goes )?here\b|\bAdd (?:your|a|some) (?:own )?(?:text|heading|title|content|description) here\b|\b(?:Enter|Insert|Write) (?:your|a|some) (?:description|text|title|content|headline) here\b|\bThis is an example page\. It['\u2019]s different from a blog post\b|\bJust another WordPress site\b|\b123 Main (?:Street|St\.?),? (?:Any ?town|City|Your City)/g,
  },
  {
    id: 'printed-object',
    kind: 'debug_output',
    isVague: true,
    shows:
      /\b[A-Z]\w{2,30}\((?:[a-z]\w{0,30}=[^(),=]{0,60}, ?){1,12}[a-z]\w{0,30}=[^()=]{0,60}\)|\b[A-Z]\w{2,30} \{ [a-z]\w{0,30}: [^{},:]{1,60}, [a-z]\w{0,30}: [^{}]{1,200}\}|%\{[a-z]\w{0,30}: [^{}]{1,200}\}|(?<![\w)])\[(['"])[^'"[\]]{1,60}\1(?:, ?\1[^'"[\]]{1,60}\1){1,20}\]|\{'\w{1,40}': ['\d[{TFN]/g,
  },
  {
    id: 'failed-value',
    kind: 'debug_output',
    isVague: true,
    shows:
      /[$\u20ac\u00a3\u00a5] ?-?Infinity\b|\bInfinity ?[$\u20ac\u00a3\u00a5%]|(?<!\b(?:[Gg]enerated|[Bb]uilt|[Cc]ompiled|[Bb]uild)\b[^!?]{0,60}[ :])\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} \d\d \d{4} \d\d:\d\d:\d\d GMT[+-]\d{4} \(|\b\d{1,9}\.\d{1,3}(?:0{9,13}|9{9,13})\d{0,3} ?[$\u20ac\u00a3\u00a5%]|[$\u20ac\u00a3\u00a5] ?\d{1,9}\.\d{1,3}(?:0{9,13}|9{9,13})/g,
  },
  // Messages of content libraries, such as those of Sanity, in place of a block.
  {
    id: 'content-block',
    kind: 'debug_output',
    isVague: true,
    shows:
      /\bUnknown (?:block|mark) type ["'\u201c]\w|\bMissing serializer for |\bNo (?:component|renderer) (?:found )?for (?:block|slice|type) /g,
  },
  // Lines of a log or a console.
  {
    id: 'log-line',
    kind: 'debug_output',
    isVague: true,
    shows:
      /\[?\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?\]? \[?(?:[\w.]{1,40}\.)?(?:ERROR|FATAL|WARN(?:ING)?|CRITICAL|PANIC|DEBUG|Error)\b|\[(?:HMR|WDS|vite|webpack)\] (?:Waiting for|connect|Hot|Disconnected|Live Reloading|server)|\u2718 \[ERROR\] /g,
  },
]
