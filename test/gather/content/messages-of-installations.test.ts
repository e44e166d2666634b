import { expect, test } from 'vitest'
import { contentEvidence } from '#gather/content/content.ts'

/** What software shows in place of a site when its installation lacks something. Wording: the products, and such sentences in other languages. */
const messages: readonly [title: string, body: string][] = [
  [
    '',
    'Site error: the ionCube PHP Loader needs to be installed. Please visit get-loader.ioncube.com for install assistance.',
  ],
  [
    'DokuWiki Setup Error',
    "<h1>DokuWiki Setup Error</h1><p>The datadir ('pages') at ./data/pages is not found, isn't accessible or writable.</p>",
  ],
  [
    'Portainer',
    '<h1>New Portainer installation</h1><p>Your Portainer instance timed out for security purposes. To re-enable your Portainer instance, you will need to restart Portainer.</p>',
  ],
  ['', 'No configuration file found and no installation code available. Exiting...'],
  [
    '일일 데이터 전송량 초과안내',
    '<h1>일일 데이터 전송량 초과안내</h1><p>해당 사이트는 허용된 일일 데이터 전송량을 초과하여 접속이 차단되었습니다.</p>',
  ],
  ['Error', '<h1>Campus</h1><p>Error al leer de la base de datos</p><button>Continuar</button>'],
  [
    '',
    'Your PHP installation appears to be missing the MySQL extension which is required by WordPress.',
  ],
  ['', 'Composer dependencies are not installed. Run composer install in the project directory.'],
  [
    'phpMyAdmin',
    '<h1>Error</h1><p>The mysqli extension is missing. Please check your PHP configuration.</p>',
  ],
  [
    '',
    'Unable to write to the cache directory. Please check the file permissions of the storage folder.',
  ],
  ['Setup', '<h1>Configuration error</h1><p>config.php is not writable by the web server.</p>'],
  [
    'MediaWiki 1.41',
    '<h1>MediaWiki 1.41</h1><p>LocalSettings.php not found.</p><p>Please set up the wiki first.</p>',
  ],
  [
    'Matomo',
    '<p>The directory "/var/www/html/tmp/" is not writable. Please check the permissions.</p>',
  ],
  [
    'Nextcloud',
    '<p>Your data directory is readable by other users. Please change the permissions to 0770 so that the directory cannot be listed by other users.</p>',
  ],
  ['', 'Fatal: the encryption key is not set. Run the installer again.'],
  ['phpBB', '<p>The configuration file could not be read. The board is not installed.</p>'],
  ['', 'This site requires PHP version 8.1 or higher to be installed. You are running PHP 7.4.33.'],
  ['Strapi', '<p>The admin bundle was not found. Build the administration panel first.</p>'],
  [
    'Shop',
    '<h1>Shop</h1><p>Elasticsearch is not responding: no alive nodes found in your cluster.</p>',
  ],
  ['', 'The MySQL server has gone away'],
  ['Board', '<p>Redis connection refused on port 6379.</p>'],
  ['Bandwidth', '<h1>This account has exceeded its monthly bandwidth limit.</h1>'],
  ['', 'Disk quota exceeded. The administrator has been notified.'],
  ['Wiki', '<p>Die Konfigurationsdatei wurde nicht gefunden.</p>'],
  ['Boutique', '<p>Le fichier de configuration est introuvable.</p>'],
  ['Tienda', '<p>El directorio de caché no tiene permisos de escritura: acceso denegado.</p>'],
  ['Loja', '<p>O arquivo de configuração não foi encontrado.</p>'],
  ['Сайт', '<p>Превышен лимит трафика для этого хостинга.</p>'],
  ['', '設定ファイルが見つかりません。'],
  ['', '网站目录不存在或者没有权限'],
  ['Uptime', '<p>No healthy upstream server was found for this virtual host.</p>'],
  ['', 'The build output directory "dist" was not found in this deployment.'],
  ['Grav', '<p>The theme "quark" could not be found. The site is not set up.</p>'],
  ['', 'Base URL is not configured. Set APP_URL in the environment variables of the deployment.'],
]

function kindOf(title: string, body: string) {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body>${body}</body></html>`
  const content = contentEvidence({
    mediaType: 'text/html',
    charset: 'utf-8',
    status: 200,
    url: 'https://example.com/',
    body: new TextEncoder().encode(html),
  })
  return content.signature_match?.id ?? null
}

test.each(messages)('%s: %s', (title, body) => {
  expect(kindOf(title, body)).not.toBeNull()
})

/** Pages of a sentence or two about software, each of which works. */
const pages: readonly [title: string, body: string][] = [
  [
    'Loom',
    '<h1>Loom</h1><p>A static site generator without a database. No configuration needed.</p><a href="/docs">Docs</a>',
  ],
  [
    'pgdoctor',
    '<h1>pgdoctor</h1><p>Finds out why your Postgres database is slow, before your users do.</p>',
  ],
  [
    'Certly',
    '<h1>Certly</h1><p>We tell you before your certificate has expired.</p><a href="/try">Try it</a>',
  ],
  ['Coldstore', '<h1>Coldstore</h1><p>Cheap storage for files that are not needed every day.</p>'],
  [
    'Sign in',
    '<h1>Sign in</h1><form><input name="user"><input type="password"><button>Sign in</button></form><p>Cookies must be enabled.</p>',
  ],
  [
    'envcheck',
    '<h1>envcheck</h1><p>Checks that no environment variable is missing before you deploy.</p><pre>npm i envcheck</pre>',
  ],
  ['Queue', '<h1>Queue</h1><p>A job queue for Node.js. Jobs that have failed are tried again.</p>'],
  [
    'Download',
    '<h1>Download</h1><p>The package requires PHP 8.2 or newer and the intl extension.</p><a href="/x.zip">x.zip</a>',
  ],
  [
    'Port 8080',
    '<h1>Port 8080</h1><p>Wine bar at the old harbour. Reservations are not required.</p>',
  ],
  [
    'Schema',
    '<h1>Schema</h1><p>Studio for typography and books in Antwerp. No e-mail was left unread.</p>',
  ],
  [
    'The Function Room',
    '<h1>The Function Room</h1><p>Our function room is not available in August.</p>',
  ],
  ['Container', '<h1>Container bar</h1><p>Empty containers, full glasses. Closed on Mondays.</p>'],
  ['Ana', '<h1>Hi, I am Ana</h1><p>I build APIs and databases. No task is too small.</p>'],
  [
    'SSL test',
    '<h1>SSL test</h1><p>Enter a host name to see whether its certificate is valid.</p><form><input><button>Look</button></form>',
  ],
  [
    'Backup',
    '<h1>Backup</h1><p>Every night your database is copied to three places. Nothing is lost.</p>',
  ],
  ['Directory', '<h1>Directory of makers</h1><p>Makers who are not listed can write to us.</p>'],
  [
    'Fibre',
    '<h1>Fibre</h1><p>Unlimited traffic: there is no monthly limit, and bandwidth is not shared.</p>',
  ],
  ['Theme park', '<h1>Theme park</h1><p>The new theme is not open yet: tickets from May.</p>'],
  ['Table 9', '<h1>Table 9</h1><p>Restaurant. If no table is available, call us.</p>'],
  ['Worker co-op', '<h1>Worker co-op</h1><p>No worker is missing from our board.</p>'],
  ['Template', '<h1>Template</h1><p>Free templates for Notion. No account required.</p>'],
  ['Cluster', '<h1>Cluster</h1><p>Choir of 24 voices. Rehearsals are not open to the public.</p>'],
  [
    'Bucket',
    '<h1>Bucket list</h1><p>Things I have not done yet.</p><ul><li>Sail</li><li>Read Proust</li></ul>',
  ],
  [
    'Extension',
    '<h1>Extension school</h1><p>Evening courses. Missing a class is fine: all are recorded.</p>',
  ],
]

test.each(pages)('passes: %s: %s', (title, body) => {
  expect(kindOf(title, body)).toBeNull()
})
