import type { LeftOver } from './left-overs.ts'

/**
 * Text in a language that a build, a server or a script should have turned into a page: markup for authors, templates,
 * messages for translators, and the text around them in files.
 */
export const unprocessed: readonly LeftOver[] = [
  // https://unicode-org.github.io/icu/userguide/format_parse/messages/
  {
    id: 'message-format',
    kind: 'source_shown',
    shows:
      /\{ ?\w{1,40} ?, ?(?:plural|select|selectordinal) ?, ?(?:offset:\d )?(?:=\d{1,3}|[a-z]{2,12}) ?\{|\{ ?\w{1,40} ?, ?(?:date|time|number|spellout|ordinal|duration)(?: ?, ?[\w:./# -]{1,40})?\}/g,
  },
  // Calls of gettext and of translation libraries, and the output of the latter for a missing translation.
  {
    id: 'translation-keys',
    kind: 'source_shown',
    isVague: true,
    shows:
      /(?<![\w.)])(?:\$?tc?|__|_e|_x|esc_html__|trans|i18n\.t|gettext|translate)\((['"\u2018\u2019\u201c\u201d])[^'"\u2018\u2019\u201c\u201d()]{2,80}\1(?: ?, ?['"\u2018\u201c][\w-]{1,40}['"\u2019\u201d])?\)/g,
  },
  {
    id: 'translation-keys',
    kind: 'source_shown',
    shows:
      /(?<!["\u201c\u201e\u00ab])\bTranslation missing(?:\. Options considered were|: [a-z]{2})|\b[Mm]issing translation (?:for|:) ?(?:key )?["'\u201c\u2018]?\w+(?:[._]\w+){1,6}/g,
  },
  // Settings that a build or envsubst should have replaced: Node.js, Vite, and the prefixes of Next.js, Vue CLI, Nuxt and others.
  {
    id: 'unset-variable',
    kind: 'source_shown',
    isVague: true,
    isFillable: true,
    shows:
      /\{ ?(?:process|import\.meta)\.env\.[A-Z]\w{2,60} ?\}|(?<![\w/$])\$\{?(?:NEXT_PUBLIC|VITE|REACT_APP|VUE_APP|NUXT_PUBLIC|EXPO_PUBLIC|GATSBY)_[A-Z0-9_]{2,40}\b/g,
  },
  // Template languages of servers: Liquid, Twig, Jinja, Go, Helm, Handlebars, Thymeleaf, Velocity, ColdFusion.
  {
    id: 'template',
    kind: 'source_shown',
    shows:
      /\{%-? ?(?:render|paginate|comment|schema|section|form|capture|case|when|url|path|trans|blocktrans\w*|static|spaceless|autoescape|with|filter|verbatim|embed|liquid|javascript|stylesheet|unless|elsif|elif|cycle|cache|component|from|sandbox|use|seo|highlight|post_url|link|include_relative|wagtail\w*|csrf_token|get_\w{1,30})\b[^{}]{0,200}-?%\}/g,
  },
  {
    id: 'template',
    kind: 'source_shown',
    isVague: true,
    isFillable: true,
    shows:
      /\{\{-? ?(?:include|path|asset|url|url_for|form_\w{1,20}|block|parent|csrf_token|vite\w{0,20}|encore\w{0,30}|config|dump|wp_\w{1,30}|bloginfo)\([^{}]{0,160}\) ?(?:\|[^{}]{1,60})?-?\}\}|\{\{[^{}|]{1,100}\| ?(?:trans|t|raw|e|escape|money\w*|safe|asset_url|img_url|image_url|relative_url|absolute_url|url|upcase|downcase|strip_html|escape_once|date_to_string|markdownify|humanize|safeHTML|jsonify|truncate(?:words)?|striptags|nl2br|default)(?:[(: ][^{}]{0,80})?-?\}\}|\{\{-? ?(?:\.|\$\.)(?:[A-Z]\w{0,40}(?:\.\w{1,40}){0,6}|Values\.[\w.]{1,80}) ?-?\}\}|\{\{-? ?(?:template|define|partial|range|block|with|if \.|end|yield|i18n|T) ?(?:"[^"{}]{1,80}"[^{}]{0,40}|\.[\w.]{0,80})?-?\}\}|\{# [^{}]{1,200} #\}/g,
  },
  {
    id: 'template',
    kind: 'source_shown',
    isVague: true,
    isFillable: true,
    shows:
      /\[[[(][$*#]\{[^{}]{1,100}\}[\])]\]|\$(?:esc|math|date|page|content|user|product|cms|util|lang|item)\.\w{1,40}(?:\.\w{1,40}){0,3}(?:\(|(?= ?<|$))|#(?:variables|form|url|session|application|request|cgi|q|arguments|attributes)\.\w{1,40}(?:\.\w{1,40}){0,3}#|<\/?(?:cfoutput|cfquery|cfset|c:forEach|c:out|s:property|h:outputText|ui:repeat|t:[a-z]\w{0,20}|th:block)\b[^<>]{0,120}>/g,
  },
  {
    id: 'template',
    kind: 'source_shown',
    isVague: true,
    isFillable: true,
    shows:
      /#\{ ?@?[a-z]\w{0,40}(?:\.\w{1,40}){1,5}(?:\(\))? ?\}|(?<![\\\w])\$\{ ?[a-z_]\w{0,40}(?:\??\.\w{1,40}){1,6} ?\}/g,
  },
  // Insert tags of Contao; no library in a browser has them.
  {
    id: 'template',
    kind: 'source_shown',
    isVague: true,
    shows: /\{\{\w{2,30}::[\w:./|-]{1,80}\}\}/g,
  },
  // An environment variable, which no script of a page has.
  {
    id: 'template',
    kind: 'source_shown',
    isVague: true,
    shows: /(?<![\\\w])\$\{ ?[A-Z][A-Z0-9]{1,20}(?:_[A-Z0-9]{1,20}){1,6} ?\}/g,
  },
  // One name with its member is enough on a page that is not about programs.
  {
    id: 'template',
    kind: 'source_shown',
    isVague: true,
    isFillable: true,
    shows: /\{\{-? ?[a-z_$]\w{0,40}(?:\.\w{1,40}){1,6} ?-?\}\}/g,
  },
  // Placeholders of message formats with the words around them, and letters that were escaped once too often: one is enough.
  {
    id: 'message-format',
    kind: 'source_shown',
    isVague: true,
    isFillable: true,
    shows:
      /(?<![\d%] ?)(?<!\w)%(?:1\$)?[sd](?= \p{Ll}{3})|\{0\}[^{}\n]{1,60}\{1\}|(?<!@)@@[a-z]\w{2,30}@@(?!@)|(?<![\w$])#\{[a-z]\w{2,30}\}/gu,
  },
  {
    id: 'escapes',
    kind: 'source_shown',
    isVague: true,
    shows:
      /\p{L}&(?:[a-zA-Z](?:acute|grave|uml|circ|tilde|cedil)|szlig|oslash|aring|aelig);|\p{L}\\u00[c-f][\da-f](?=\p{L})|(?<![\\\w])\\u00[c-f][\da-f]\p{Ll}{2}/gu,
  },
  // Tokens that a deployment script should have replaced. Windows variables are meant for users, and the manuals of Node.js 18
  // have a harmless left-over of their build.
  {
    id: 'tokens',
    kind: 'source_shown',
    isVague: true,
    shows:
      /(?<![\w%])%(?!(?:PATH|TEMP|TMP|APPDATA|LOCALAPPDATA|PROGRAMDATA|PROGRAMFILES|USERPROFILE|USERNAME|HOMEPATH|HOMEDRIVE|WINDIR|SYSTEMROOT|SYSTEMDRIVE|COMSPEC|ALLUSERSPROFILE|COMPUTERNAME|PUBLIC)%)[A-Z][A-Z_]{3,40}%(?!\w)|(?<!\w)__(?!JS_FLAVORED_)[A-Z]{2,30}(?:_[A-Z]{2,30}){1,4}__(?!\w)|(?<![\w-])(?:REPLACE_?ME|CHANGE_?ME|REPLACE_WITH_[A-Z_]{2,40}|YOUR_[A-Z_]{2,30}_HERE|INSERT_[A-Z_]{2,30}_HERE)(?![\w-])/g,
  },
  {
    id: 'template',
    kind: 'source_shown',
    isVague: true,
    isFillable: true,
    shows: /\$\{ ?[a-z_]\w{1,40} ?\}|#\{ ?[a-z_]\w{1,40} ?\}|%\{ ?[a-z_]\w{1,40} ?\}/g,
    minMatches: 2,
  },
  {
    id: 'blade',
    kind: 'source_shown',
    isVague: true,
    shows:
      /(?<![\w.@])@(?:csrf|endsection|endif|endforeach|endforelse|endphp|endpush|endauth|endguest|endcomponent|enderror|endunless|endisset|livewireScripts|livewireStyles|viteReactRefresh|inertiaHead|inertia)(?![\w.])/g,
  },
  {
    id: 'razor',
    kind: 'source_shown',
    isVague: true,
    shows:
      /(?<![\w.@])@(?:DateTime\.(?:Now|UtcNow|Today)\b|await [A-Z]\w{1,30}\.|item\.[A-Z]\w{1,40}|Localizer\["|inject [A-Z]|page "\/|code \{|\([A-Z]\w{1,40}\.\w)/g,
  },
  {
    id: 'jsx',
    kind: 'source_shown',
    isVague: true,
    isFillable: true,
    shows:
      /\{(?:this\.|props\.|state\.)?[a-z]\w{0,40}(?:\??\.\w{1,40}){0,5}\??\.(?:map|filter|join|length|slice|toLocaleString|toFixed)\b|\{\/\*.{0,200}?\*\/\}|\{(?:props|this\.(?:props|state)|post\.data|frontmatter|Astro\.props|data|entry\.data|item|product|user|post|page|site|t)\.[a-z]\w{0,40}(?:\.\w{1,40}){0,5}\}/g,
  },
  // Modules and front matter in front of a document: MDX, Astro, Jekyll, Hugo, Eleventy.
  {
    id: 'script',
    kind: 'source_shown',
    isVague: true,
    shows:
      /(?<![\w'"`] ?)import (?:\{ ?[\w, ]{1,120}\}|[A-Z]\w{0,40}|\* as \w{1,40}) from (['"])[@\w./~-]{2,120}\1|(?<![\w'"`] ?)export const (?:meta|metadata|frontmatter|prerender|getStaticProps|revalidate)\b/g,
  },
  {
    id: 'front-matter',
    kind: 'source_shown',
    isVague: true,
    shows:
      /(?:^|\s)\+\+\+ (?:title|date|draft|template|weight|description) ?= ?\S|(?:^|\s)---+ (?:title|layout|description|tags|slug|permalink|pubDate|sidebar\w{0,20}|id|name|draft): \S/g,
  },
  {
    id: 'front-matter',
    kind: 'source_shown',
    isVague: true,
    shows:
      /(?:^|\s)(?:layout|permalink|nav_order|sidebar_position|sidebar_label|pubDate|heroImage|draft|slug|toc): (?:\S{1,80} ){1,8}(?:title|layout|permalink|nav_order|sidebar_position|pubDate|heroImage|draft|slug|tags|date|description|toc): \S/g,
  },
  {
    id: 'front-matter',
    kind: 'source_shown',
    shows:
      /(?:^|\s)--- (?:title|layout|description|tags|slug|permalink|date|pubDate|id|name|draft): \S[^\n]{0,300}? (?:title|layout|description|tags|slug|permalink|date|pubDate|nav_order|weight|draft|categories|author): \S[^\n]{0,200}? ---(?=\s|$)/g,
  },
  // Markdown and its extensions, reStructuredText, AsciiDoc, wikis, forums.
  {
    id: 'markdown',
    kind: 'source_shown',
    isVague: true,
    shows:
      /!\[[^[\]]{0,120}\]\((?:https?:\/\/|\/|\.{1,2}\/|[\w-]{1,60}\/)?[^()\s]{1,200}\)|\| ?:?-{3,}:? \| ?:?-{3,}:? \||```(?:[a-z]{1,12})? \S|(?:^|\s):{3} ?(?:tip|note|info|warning|danger|caution|important|details|success|callout)\b(?! :::)|(?:^|\s)\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\] /g,
  },
  {
    id: 'markdown',
    kind: 'source_shown',
    isVague: true,
    shows:
      /(?<!\w)\[[^[\]]{1,100}\]\((?:https?:\/\/|\/|#|\.{1,2}\/|mailto:|tel:)[^()\s]{0,200}\)|(?<![\w*])\*\*(?=\p{L})[^*<>]{1,100}[\p{L}.!?:]\*\*(?![\w*])/gu,
    minMatches: 2,
  },
  {
    id: 'restructured-text',
    kind: 'source_shown',
    isVague: true,
    shows:
      /(?:^|\s)\.\. (?:note|image|figure|warning|code-block|toctree|include|admonition|tip|contents|raw)::(?:\s|$)/g,
  },
  {
    id: 'asciidoc',
    kind: 'source_shown',
    isVague: true,
    shows:
      /\b(?:image|include|xref|link|video|icon)::?[\w./:-]{2,120}\[[^[\]]{0,120}\]|(?:^|\s):(?:toc|author|sectnums|icons|imagesdir|doctype|source-highlighter): ?(?:\S|$)/g,
  },
  {
    id: 'wiki-text',
    kind: 'source_shown',
    isVague: true,
    shows:
      /\{\{(?:Infobox|Citation|cite|Main|Stub|Quote|Navbox|Commons)\b[^{}]{0,300}\}\}|'''[^']{1,80}'''|\[\[(?:File|Image|Category|Datei|Kategorie|Fichier):[^[\]]{1,120}\]\]|\[\[[^[\]|]{1,60}\|[^[\]|]{1,60}\]\]/g,
  },
  {
    id: 'bulletin-board-code',
    kind: 'source_shown',
    isVague: true,
    shows:
      /\[(b|i|u|s|quote|code|url|img|size|color|center|list|email|youtube|video|embed|caption|gallery|button|row|column|tab|tabs|accordion)(?:=[^[\]]{1,120})?\][^[\]]{1,300}\[\/\1\]/gi,
  },
  // Shortcodes of any plug-in: a name with an attribute, or a name of several parts.
  {
    id: 'shortcodes',
    kind: 'source_shown',
    isVague: true,
    shows:
      /\[[a-z][\w-]{2,40}(?: [a-z][\w-]{1,30}=(?:"[^"[\]]{0,100}"|'[^'[\]]{0,100}'|[\u201c\u201d\u2033][^[\]\u201c\u201d\u2033]{0,100}[\u201c\u201d\u2033]|\d{1,6}(?=[ \]]))){1,12} ?\/?\]|(?<!\w)\[[a-z]{2,20}(?:_[a-z]{2,20}){2,5}\](?![(\w])/g,
  },
  // Attributes and comments that became text because a bracket is missing.
  {
    id: 'markup',
    kind: 'source_shown',
    isVague: true,
    shows:
      /<!-- ?[^<>]{1,200}-->|(?<![\w<])(?:class|style|href|src|alt|data-[a-z-]{1,30}|v-(?:for|if|model|bind:\w{1,20})|:key|x-data|\*ng(?:For|If)|\[class\]|aria-[a-z]{1,20})="[^"<>]{1,160}"(?: [\w:@*.-]{1,30}="[^"<>]{0,160}"){0,6} ?\/?>/g,
  },
  {
    id: 'data',
    kind: 'source_shown',
    isVague: true,
    shows:
      /\{ ?"[\w-]{1,40}" ?: ?(?:"[^"{}]{0,200}"|-?\d[\d.]{0,20}|true|false|null|\[\]|\{\}) ?, ?"[\w-]{1,40}" ?: ?["\d[{tfn-]|\ba:\d{1,4}:\{[si]:\d{1,6}[:;]/g,
  },
  {
    id: 'template',
    kind: 'source_shown',
    isVague: true,
    isFillable: true,
    shows:
      /\{\{ ?[a-z_]\w{0,40}(?:\.\w{1,40}){0,4} ?\}\}|(?<![{$#%\w/=:])\{(?:name|count|user|username|userName|total|price|date|title|firstName|first_name|amount|time|number|email|city|company)\}(?!\})|(?<=[\p{L},:] )%(?:\d\$)?[sd](?=[!.,;:? ]|$)/gu,
    minMatches: 2,
  },
  // Tags of programs and of a document, as text.
  {
    id: 'server-tags',
    kind: 'source_shown',
    isVague: true,
    shows: /<\?(?:php\b|= ?\$?\w|xml version=)|(?:[;})'] |\s)\?>(?= |$)/g,
  },
  {
    id: 'markup',
    kind: 'source_shown',
    isVague: true,
    shows:
      /<!--\[if |<!\[endif\]-->|^-->|<!DOCTYPE html|<\/(?:body|html|head)>|<[a-z][\w-]{0,20} (?:[\w:-]{1,20}=(?:"[^"<>]{0,200}"|'[^'<>]{0,200}') ?){1,10}\/?>|<([A-Z]\w{2,30})(?: [a-z]\w{1,30}=(?:"[^"<>]{0,100}"|\{[^{}<>]{0,100}\})){0,6}>[^<>]{1,300}<\/\1>|[\p{L}\d.,]<br ?\/?>[\p{L}\d]|<(b|i|u|em|strong|span|p|small|sup|h[1-6])>[^<>]{1,200}<\/\2>(?! (?:tags?|elements?)\b)/giu,
  },
  {
    id: 'entities',
    kind: 'source_shown',
    isVague: true,
    shows:
      /(?<=[\p{L}\d.,!?]) ?&(?:amp|quot|apos|nbsp|lt|gt|rsquo|lsquo|[lr]dquo|[nm]dash|hellip|[aouAOU]uml|szlig|eacute|egrave|agrave|ccedil|copy|reg|trade|euro|#0?39|#8\d{3}|#x27);(?= ?\p{L}| ?\d)/gu,
    minMatches: 2,
  },
  // RFC 5322 2.2 and CGI: header fields that became a part of the body.
  {
    id: 'http-message',
    kind: 'source_shown',
    isVague: true,
    shows:
      /^(?:(?:Status: \d{3}|[A-Z]\w{0,20}(?:-[A-Za-z]\w{0,20}){0,4}: \S{1,80})(?: [\w;=.,/-]{1,60}){0,8} ){0,8}Content-[Tt]ype: ?(?:text\/html|application\/)/g,
  },
  // Source map comments and markers of merge conflicts.
  {
    id: 'source-map',
    kind: 'source_shown',
    isVague: true,
    shows: /(?:\/\/|\/\*)[#@] ?sourceMappingURL=\S/g,
  },
  {
    id: 'conflict-markers',
    kind: 'source_shown',
    isVague: true,
    shows:
      /<{7} (?:HEAD\b|Updated upstream\b|\.mine\b|[0-9a-f]{7,40}\b)|>{7} (?:[0-9a-f]{7,40}\b|(?:origin|feature|feat|fix|bugfix|hotfix|release|upstream)\/\S|(?:main|master|develop|dev|staging)\b|Stashed changes\b|\.r\d)/g,
  },
  // Escapes of strings: line breaks, quotation marks, letters.
  {
    id: 'escapes',
    kind: 'source_shown',
    isVague: true,
    shows:
      /\\r\\n|\\n\\n|(?<![\\:][\w.-]{0,20})[a-z.,!?]\\n(?=[A-Z])|(?<=\p{Ll})\\'(?=(?:s|t|re|ve|ll|d|m)\b)|\\u00[c-f][0-9a-f](?=\p{Ll})|(?<![/?&=.-][\w%.-]{0,40})\w%(?:20|C3%[89AB][0-9A-F])(?=[\p{L}%])|\p{L}=(?:20|2C|3D|C3=[89AB][0-9A-F])\p{L}|(?<=\p{Ll})\\u(?:00[a-f]|01[0-7]|20[12])[0-9a-f]/gu,
    minMatches: 2,
  },
  {
    id: 'style-rules',
    kind: 'source_shown',
    isVague: true,
    shows:
      /(?:^|[ }])(?:body|html|h[1-6]|:root|\*|[.#@][a-z][\w-]{0,40}(?: [a-z0-9.#>:-]{1,30}){0,3}) ?\{ ?(?:--)?[a-z-]{2,30}: ?[^;:{}<>]{1,80}; ?(?:(?:--)?[a-z-]{2,30}: ?[^;{}<>]{1,80}; ?){0,20}\}|(?:^|[ }])\$[a-z][\w-]{1,30}: ?[^;:{}<>$]{1,60}; ?(?:\$|\.|@|[a-z]+ ?\{)/g,
  },
]
