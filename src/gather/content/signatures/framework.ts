import type { PageSignature } from './page-signature.ts'

/** Error and debug pages of frameworks, by their specific sentences: never by "error" or "exception" alone. */
export const frameworkErrors: readonly PageSignature[] = [
  // Vite 6 (server/middlewares/hostCheck), webpack-dev-server: a development server behind a public name.
  { id: 'vite-host', text: ['Blocked request. This host (', 'is not allowed.'] },
  { id: 'webpack-host', source: 'Invalid Host header' },
  { id: 'next', text: ['Application error: a client-side exception has occurred'] },
  { id: 'next', text: ['Application error: a server-side exception has occurred'] },
  {
    id: 'django-debug',
    text: ["You're seeing this error because you have", 'in your Django settings file.'],
  },
  {
    id: 'spring-whitelabel',
    text: [
      'Whitelabel Error Page',
      'This application has no explicit mapping for /error, so you are seeing this as a fallback.',
    ],
  },
  { id: 'php-fatal', raw: ['<b>Fatal error</b>:', ' on line <b>'] },
  { id: 'php-fatal', raw: ['<b>Parse error</b>:', ' on line <b>'] },
  { id: 'php-fatal', text: ['Fatal error: Uncaught', 'Stack trace:', 'thrown in'] },
  { id: 'wordpress', text: ['There has been a critical error on this website.'] },
  {
    id: 'wordpress-database',
    text: ['Error establishing a database connection'],
    title: 'Database Error',
  },
  { id: 'laravel-ignition', raw: ['window.ignite('] },
  { id: 'laravel-whoops', titleStart: 'Whoops! There was an error.' },
  { id: 'laravel-debug', raw: ['exception-message', 'Whoops, looks like something went wrong.'] },
  { id: 'symfony-debug', titleEnd: ' Internal Server Error)', raw: ['exception-message-wrapper'] },
  { id: 'symfony', text: ['Oops! An Error Occurred', 'The server returned a "'] },
  { id: 'rails-debug', title: 'Action Controller: Exception caught' },
  {
    id: 'rails',
    title: "We're sorry, but something went wrong (500)",
    text: ["We're sorry, but something went wrong."],
  },
  { id: 'werkzeug', titleEnd: '// Werkzeug Debugger' },
  {
    id: 'werkzeug',
    text: ['The debugger caught an exception in your WSGI application.'],
  },
  { id: 'express', title: 'Error', raw: ['<pre>', '<br> &nbsp; &nbsp;at '] },
  {
    id: 'asp-net',
    text: ["Server Error in '", "' Application.", 'Version Information:'],
  },
  { id: 'asp-net', title: 'Runtime Error', text: ["Server Error in '", "' Application."] },
  {
    id: 'asp-net-core',
    title: 'Internal Server Error',
    text: ['An unhandled exception occurred while processing the request.'],
  },
  {
    id: 'tomcat',
    titleStart: 'HTTP Status 500',
    text: [
      'The server encountered an unexpected condition that prevented it from fulfilling the request.',
    ],
  },
]
