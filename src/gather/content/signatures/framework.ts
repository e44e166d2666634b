import type { PageSignature } from './page-signature.ts'

/** Error and debug pages of frameworks, recognised by specific sentences, never by "error" or "exception" alone. */
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
  // https://github.com/magento/magento2, pub/errors/default and app/autoload.php
  {
    id: 'magento',
    text: ['There has been an error processing your request', 'Exception printing is disabled'],
  },
  { id: 'magento', text: ['There has been an error processing your request', 'record number'] },
  { id: 'magento', text: ['Vendor autoload is not found.'] },
  // https://github.com/bcit-ci/CodeIgniter, application/views/errors
  { id: 'codeigniter', text: ['A Database Error Occurred', 'Error Number:'] },
  { id: 'codeigniter', text: ['An uncaught Exception was encountered', 'Filename:'] },
  { id: 'codeigniter', text: ['Unable to connect to your database server using the provided'] },
  { id: 'codeigniter', title: 'Whoops!', text: ['We seem to have hit a snag'] },
  // https://github.com/WordPress/wordpress-develop, wp-includes/load.php, functions.php, ms-load.php
  { id: 'wordpress', titleStart: 'WordPress › ', raw: ['wp-die-message'] },
  { id: 'wordpress', text: ['The site is experiencing technical difficulties.'] },
  { id: 'wordpress', text: ["There doesn't seem to be a wp-config.php file"] },
  { id: 'wordpress', text: ['One or more database tables are unavailable'] },
  { id: 'wordpress', text: ['Your PHP installation appears to be missing the MySQL extension'] },
  {
    id: 'wordpress',
    text: ['Your server is running PHP version', 'WordPress', 'requires at least'],
  },
  { id: 'wordpress', text: ['but could not select the', 'database', 'username'] },
  { id: 'wordpress', text: ['The theme directory', 'does not exist'], titleEnd: 'Error' },
  // https://github.com/joomla/joomla-cms, libraries/src/Exception/ExceptionHandler.php
  { id: 'joomla', text: ['Error displaying the error page'] },
  { id: 'joomla', text: ['Failed to start the session because headers have already been sent'] },
  // https://github.com/drupal/drupal, core/lib/Drupal/Core/EventSubscriber/FinalExceptionSubscriber.php
  { id: 'drupal', text: ['The website encountered an unexpected error.'] },
  { id: 'drupal', text: ['Additional uncaught exception thrown while handling exception'] },
  // https://github.com/TYPO3/typo3, typo3/sysext/core/Classes/Error
  { id: 'typo3', text: ['No pages are found on the rootlevel!'] },
  { id: 'typo3', text: ['Oops, an error occurred! Code:'] },
  // https://github.com/PrestaShop/PrestaShop, https://github.com/moodle/moodle, https://github.com/wikimedia/mediawiki
  { id: 'prestashop', text: ['[PrestaShop] Fatal error in module'] },
  { id: 'prestashop', text: ['Link to database cannot be established'] },
  { id: 'moodle', text: ['Coding error detected, it must be fixed by a programmer'] },
  { id: 'mediawiki', text: ['MediaWiki internal error.'] },
  { id: 'mediawiki', text: ['LocalSettings.php not found.'] },
  { id: 'mediawiki', text: ['Sorry! This site is experiencing technical difficulties.'] },
  // https://github.com/nextcloud/server, core/templates
  { id: 'nextcloud', text: ['Access through untrusted domain'] },
  { id: 'nextcloud', text: ['The server was unable to complete your request.', 'administrator'] },
  // https://github.com/getkirby/kirby, views/fatal.php
  { id: 'kirby', text: ['This page is currently offline due to an unexpected error'] },
  // https://github.com/discourse/discourse, public/500.html
  { id: 'discourse', text: ['The software powering this discussion forum encountered'] },
  // https://github.com/slimphp/Slim, https://github.com/cakephp/cakephp, https://github.com/yiisoft/yii2
  { id: 'slim', title: 'Slim Application Error' },
  { id: 'slim', text: ['A website error has occurred. Sorry for the temporary inconvenience.'] },
  { id: 'cakephp', text: ['An Internal Error Has Occurred'] },
  { id: 'cakephp', titleEnd: 'Missing Controller', text: ['could not be found'] },
  {
    id: 'yii',
    text: ['The above error occurred while the Web server was processing your request'],
  },
  // https://github.com/nette/tracy, src/Tracy/Debugger/assets/error.500.phtml
  {
    id: 'nette',
    text: ['The server encountered an internal error and was unable to complete your request'],
    title: 'Server Error',
  },
  // https://github.com/playframework/playframework, views/defaultpages
  { id: 'play', text: ['This exception has been logged with id'] },
  // https://github.com/jetty/jetty.project, https://struts.apache.org, https://docs.oracle.com/cd/E24329_01/
  { id: 'jetty', text: ['Problem accessing', 'Reason:', 'Jetty'] },
  { id: 'jetty', text: ['HTTP ERROR', 'URI:', 'STATUS:', 'MESSAGE:'] },
  { id: 'struts', text: ['There is no Action mapped for'] },
  { id: 'websphere', text: ['A WebGroup/Virtual Host to handle', 'has not been defined'] },
  { id: 'open-liberty', title: 'Context Root Not Found' },
  { id: 'weblogic', text: ['From RFC 2068 Hypertext Transfer Protocol'] },
  { id: 'coldfusion', text: ['Error Occurred While Processing Request'] },
  { id: 'lucee', text: ['Lucee', 'Error (', 'Message', 'Stacktrace'] },
  { id: 'jsp', text: ['Unable to compile class for JSP'] },
  { id: 'jsp', text: ['An error occurred at line:', 'in the jsp file'] },
  // https://learn.microsoft.com/troubleshoot/developer/webapps/aspnet/site-behavior-performance
  { id: 'classic-asp', text: ['Microsoft VBScript runtime', "error '800"] },
  { id: 'classic-asp', text: ['Microsoft VBScript compilation', "error '800"] },
  { id: 'classic-asp', text: ['Microsoft OLE DB Provider for', "error '80"] },
  { id: 'classic-asp', text: ['Microsoft JET Database Engine', "error '80"] },
  { id: 'classic-asp', text: ['ADODB.', "error '800"] },
  { id: 'classic-asp', text: ['Active Server Pages', "error 'ASP 0"] },
  { id: 'classic-asp', text: ['An error occurred on the server when processing the URL.'] },
  { id: 'asp-net-core', text: ['ASP.NET Core app failed to start'] },
  { id: 'asp-net-core', text: ['An error occurred while starting the application.'] },
  { id: 'asp-net-core', text: ['Swapping to Development environment will display'] },
  { id: 'asp-net-core', text: ['The Development environment', 'deployed applications'] },
  { id: 'iis', text: ['HTTP Error 50', 'Most likely causes:'] },
  { id: 'iis', text: ['HTTP Error 40', 'Most likely causes:'] },
  // https://github.com/rails/rails, https://github.com/sinatra/sinatra, https://github.com/phusion/passenger
  { id: 'rails', text: ['If you are the application owner check the logs for more information.'] },
  { id: 'rails', text: ['Migrations are pending. To resolve this issue, run'] },
  { id: 'sinatra', text: ["Sinatra doesn't know this ditty"] },
  { id: 'passenger', text: ['Web application could not be started'] },
  { id: 'passenger', text: ['Incomplete response received from application'] },
  { id: 'puma', text: ['Puma caught this error:'] },
  // https://github.com/unbit/uwsgi, https://github.com/django/django, https://github.com/plotly/dash
  { id: 'uwsgi', text: ['no python application found, check your startup logs'] },
  { id: 'django', text: ['CSRF verification failed. Request aborted.'] },
  { id: 'dash', text: ['Error loading layout'] },
  { id: 'dash', text: ['Error loading dependencies'] },
  // https://github.com/nuxt/nuxt, https://github.com/meteor/meteor, https://github.com/gatsbyjs/gatsby
  {
    id: 'nuxt',
    text: ['If you are the application owner, check your logs for details.'],
  },
  { id: 'nuxt', text: ['NuxtServerError'] },
  { id: 'meteor', text: ["looks like there's no route on the client or the server for url"] },
  { id: 'gatsby', text: ["There's not a page or function yet at"] },
  { id: 'docusaurus', text: ['Your Docusaurus site did not load properly'] },
  { id: 'storybook', text: ['Sorry, but you either have no stories or none are selected'] },
  // https://github.com/webpack/webpack-dev-server, https://github.com/vitejs/vite, https://github.com/facebook/create-react-app
  { id: 'webpack', text: ['Compiled with problems'] },
  { id: 'webpack', text: ["Module not found: Error: Can't resolve"] },
  { id: 'webpack', text: ['Module parse failed:', 'appropriate loader'] },
  { id: 'vite', text: ['Failed to resolve import', 'Does the file exist?'] },
  { id: 'vite', text: ['[plugin:vite:'] },
  // https://docs.unity3d.com/Manual/web-optimization.html: the loader of a build for the web.
  {
    id: 'unity',
    text: ['Unable to parse ', 'web server hosting the content was misconfigured'],
  },
  { id: 'turbopack', text: ['Build Error', 'Module not found:'] },
  // https://developers.google.com/maps/documentation/javascript/error-messages
  { id: 'google-maps', text: ["This page didn't load Google Maps correctly."] },
  // https://hexdocs.pm/phoenix, https://docs.mojolicious.org
  { id: 'phoenix', text: ['Phoenix.Router.NoRouteError'] },
  { id: 'mojolicious', text: ['Page not found... yet!'] },
]
