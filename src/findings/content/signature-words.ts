import type { ContentEvidence } from '#evidence/content.ts'
import { remedyForWall } from '#findings/readings/site-page.ts'

type SignatureMatch = NonNullable<ContentEvidence['signature_match']>

/**
 * The form in which a page shows a fault of a kind with many forms, as it follows a colon; null if the signature has no such
 * words. They are ours: no word comes from the page.
 */
export function wordsOfSignature({ kind, id }: SignatureMatch): string | null {
  return words[kind]?.[id] ?? null
}

/** What to do about this form, in place of the remedy of the kind; null if that fits. */
export function remedyOfSignature({ kind, id }: SignatureMatch): string | null {
  return remedies[kind]?.[id] ?? null
}

function each(ids: string, said: string): Record<string, string> {
  return Object.fromEntries(ids.split(' ').map((id) => [id, said]))
}

type ByKindAndId = Readonly<
  Partial<Record<SignatureMatch['kind'], Readonly<Record<string, string>>>>
>

const firewalls = 'imperva cloudflare sucuri f5 mod-security wordfence akamai cloudfront'

const words: ByKindAndId = {
  error_page: {
    'health-check': 'the health check says that the service is down',
    ...each('json-error xml-error', 'an object that reports a failure'),
  },
  source_shown: {
    ...each(
      'angular blade freemarker hugo razor smarty svelte template template-block template-literal template-mustache template-percent',
      'template tags',
    ),
    ...each('php script server-program server-tags program program-as-file', 'program code'),
    ...each('component component-payload jsx unbuilt', 'code of components'),
    ...each('markup entities escapes', 'escaped markup'),
    ...each('asciidoc markdown restructured-text wiki-text', 'text markup such as Markdown'),
    ...each('data file-object json-string page-object response-object', 'data such as JSON'),
    ...each('tokens unset-variable', 'placeholders of the configuration'),
    ...each('ssi esi', 'server-side includes'),
    ...each('front-matter', 'the front matter of a file'),
    ...each('message-format format-verbs', 'placeholders of a message'),
    ...each('placeholders placeholder-in-heading placeholder-in-title', 'unfilled placeholders'),
    ...each('css style-rules', 'style rules'),
    'bulletin-board-code': 'bulletin board code',
    'conflict-markers': 'markers of a merge conflict',
    diagram: 'the source of a diagram',
    'file-pointer': 'a pointer to a file',
    'http-message': 'header fields of HTTP',
    'omitted-code': 'a comment in place of omitted code',
    'server-tag': 'tags for the server',
    shortcodes: 'shortcodes',
    'source-map': 'a source map',
    'translation-keys': 'translation keys',
  },
  page_as_text: {
    'html-as-file': 'a page in place of a file such as a PDF or an image',
  },
  debug_output: {
    ...each('dump printed-function printed-object', 'a variable dump'),
    ...each('build-overlay docusaurus document-builder', 'a message of the build'),
    ...each(
      'component-message content-block google-maps streamlit',
      'an error message of a component',
    ),
    ...each('liquid server-side-include template-engine', 'an error message of a template'),
    ...each('classic-asp php-message', 'an error message of a script'),
    ...each(
      'machine-message named-message place-in-program failure-in-place',
      'an error message of a program',
    ),
    'failed-value': 'a failed value such as NaN or undefined',
    'log-line': 'a line of a log',
    'parser-error': 'an error of the XML parser',
  },
  starter: {
    'assistant-reply': 'the reply of an AI assistant',
    'author-notes': 'placeholders for names or text',
    'captcha-for-tests': 'a captcha with a key for tests',
    'debug-toolbar': 'a debug toolbar',
    'demo-store': 'the notice of a demo shop',
    'draft-preview': 'a preview of drafts',
    'first-post': 'the first post of a new blog',
    generator: 'the start page of a project generator',
    ...each('hello-world trial', 'a test message'),
    'key-for-tests': 'the key of a service for tests',
    'lorem-ipsum': 'filler text',
    'payment-for-tests': 'payments in test mode',
    'starter-readme': 'the README of a project generator',
    'starter-text': 'the text of a new project',
    'template-text': 'text of a template',
    'test-environment': 'the name of a test environment',
  },
  garbled: {
    ...each('gzip zstd', 'compressed bytes'),
    ...each('binary base64', 'encoded bytes'),
    ...each(
      'charset mojibake lost-letters byte-order-mark',
      'text in a charset other than the declared one',
    ),
  },
  secret: {
    environment: 'settings with a password',
    'private-key': 'a private key',
    'secret-token': 'the secret key of a service',
    'secret-in-script': 'the secret key of a service, in a script of the site',
  },
  defaced: {
    'fake-check': 'a false bot check asks visitors to run a command',
    'hidden-spam': 'it contains hidden spam links',
    ...each('hacked ransom seized', 'the page says so'),
  },
  cut: {
    'markup-ends-early': 'it ends inside a tag, a script or several elements',
    'markup-swallowed': 'the rest of the page is inside an unclosed comment, field or script',
    'stream-ends-early': 'a streamed part is missing',
  },
  wall: {
    ...each(firewalls, 'a firewall'),
    age: 'a question about the age of visitors',
    browser: 'a block by browser',
    consent: 'a request for consent that comes first',
    queue: 'a queue',
    region: 'a block by country',
    robots: 'a bot check',
    ...each('starting-up waking-up', 'a slow start of the application'),
  },
}

const remedies: ByKindAndId = {
  page_as_text: {
    'html-as-file': 'Send the file under this URL, or status 404 if there is none.',
  },
  error_page: {
    'health-check':
      'Restore the part of the service that has failed, and send status 503 while it is down.',
    ...each(
      'json-error xml-error',
      'Find the error in the server log, and send an error status with such a response.',
    ),
  },
  starter: {
    ...each(
      'assistant-reply author-notes first-post lorem-ipsum starter-text template-text',
      'Replace this text with that of the site.',
    ),
    ...each(
      'captcha-for-tests key-for-tests payment-for-tests',
      'Use the keys and links for production in place of those for tests.',
    ),
    ...each(
      'debug-toolbar demo-store draft-preview test-environment',
      'Turn off the debug, preview or test mode in the settings of production.',
    ),
  },
  garbled: {
    ...each('gzip zstd', 'Send Content-Encoding for compressed bodies.'),
    ...each(
      'charset mojibake lost-letters byte-order-mark',
      'Use one charset in Content-Type, markup and files.',
    ),
  },
  wall: {
    ...each(`robots ${firewalls}`, remedyForWall),
    age: 'Serve a part of the page, such as its description, without the question.',
    consent: 'Show the page, and ask for consent beside it.',
    ...each('starting-up waking-up', 'Keep the application running when nobody visits it.'),
  },
}
