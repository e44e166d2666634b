import { describe, expect, test } from 'vitest'
import { contentEvidence } from '#gather/content/content.ts'
import {
  alertsFailure,
  meansMissingPage,
  plainMessage,
  reportsFailure,
  reportsFailureOfFrame,
  reportsFailureOfServer,
  reportsInPlace,
} from '#gather/content/text/plain-message.ts'

const line = (text: string) => ({ text, quoted: false })

function reported(title: string, ...texts: string[]) {
  return (
    plainMessage({
      title,
      headings: texts.slice(0, 1),
      lines: texts.map(line),
      characters: texts.join(' ').length,
      isFinal: true,
    })?.kind ?? null
  )
}

describe('a page of a few sentences', () => {
  test.each<[string, string, string]>([
    [
      'Virhe',
      'Hups, virhe',
      'Pahoittelemme, sivun lataaminen epäonnistui. Yritä hetken kuluttua uudelleen.',
    ],
    ['Bolt', 'Hoppá, valami hiba történt!', 'Kérjük, próbálja meg később újra.'],
    ['Magazin', 'A apărut o eroare', 'Vă rugăm să încercați din nou mai târziu.'],
    ['Κατάστημα', 'Παρουσιάστηκε σφάλμα', 'Παρακαλούμε δοκιμάστε ξανά αργότερα.'],
    ['חנות', 'אירעה שגיאה', 'אנא נסו שוב מאוחר יותר.'],
    ['Svetainė', 'Įvyko klaida', 'Bandykite dar kartą vėliau.'],
    ['Bakery', 'We hit a problem', 'Our engineers know. Please try again in a few minutes.'],
    [
      'Laden',
      'Diese Seite kann gerade nicht angezeigt werden',
      'Bitte versuchen Sie es später noch einmal.',
    ],
    ['Tienda', 'No se pudo cargar la página', 'Inténtelo de nuevo más tarde.'],
    [
      'Cuenta',
      'Esta cuenta ha sido suspendida',
      'Póngase en contacto con su proveedor de alojamiento.',
    ],
    ['Konto', 'Webbplatsen har stängts av', 'Kontakta ditt webbhotell.'],
    ['Blog', 'Error al establecer una conexión con la base de datos', ''],
    ['Blog', 'Erreur lors de la connexion à la base de données', ''],
    ['Blog', 'データベース接続確立エラー', ''],
    ['Blog', 'Veritabanı bağlantısı kurulurken hata oluştu', ''],
  ])('is an error by the words that come together: %s, %s', (...texts) => {
    expect(reported(...texts)).toBe('error_page')
  })

  test.each<[string, string, string, string]>([
    ['maintenance', 'Karbantartás', 'Karbantartás alatt', 'Hamarosan visszatérünk.'],
    ['maintenance', 'Mentenanță', 'Site-ul este în mentenanță', 'Revenim în curând.'],
    ['maintenance', 'Onderhoud', 'Wij zijn bezig met onderhoud', 'Kom later terug, excuses.'],
    ['coming_soon', 'Sivusto', 'Sivusto on rakenteilla', 'Tervetuloa takaisin pian.'],
  ])('reports %s: %s', (kind, ...texts) => {
    expect(reported(...texts)).toBe(kind)
  })

  test.each<[string, string, string]>([
    ['Wartung', 'Wartung Ihrer Heizung', 'Wir warten Heizungen in Wien seit 1980.'],
    [
      'Probleem met uw fiets?',
      'Probleem met uw fiets?',
      'Kom langs, wij maken hem vandaag nog, of probeer het later.',
    ],
    [
      'FAQ',
      'Foutmeldingen',
      'Lees hier wat u kunt doen als er een fout is opgetreden, en probeer het opnieuw.',
    ],
    ['Kontakt', 'Kontakt', 'Haben Sie einen Fehler gefunden? Schreiben Sie uns bitte.'],
    ['Status', 'All systems operational', 'No problems in the last 90 days. Check back later.'],
    [
      'Problem solved',
      'Problem solved',
      'Yesterday something went wrong with my bread, and I tried again later with rye.',
    ],
    [
      'Rückruf',
      'Rückruf: Fehler am Toaster T-200',
      'Bitte bringen Sie das Gerät zurück, wir ersetzen es.',
    ],
    ['Bar', 'Bar Central', 'Domenica chiuso. A presto!'],
    [
      'Database care',
      'Database care',
      'We repair broken connections, failed backups and errors of databases.',
    ],
    [
      'What happened on 3 May',
      'What happened on 3 May',
      'For 42 minutes our shop was down and showed an error. We are sorry for that. A disk was full, so the database refused to write.',
    ],
    [
      'What “503 Service Unavailable” means, and how to mend it',
      'What “503 Service Unavailable” means, and how to mend it',
      'The server is there, but it cannot handle the request now. Please try again later.',
    ],
    ['Fehlerdatenbank', 'Fehlerdatenbank', 'Suche in 4.000 Meldungen.'],
    [
      'bup-mux(1)',
      'NAME',
      'bup-mux - multiplexes data and error streams over a connection to the server',
    ],
    ['Queues', 'Queues', 'Last failure: 2 days ago, connection to the server was refused'],
    ['Danke', 'Vielen Dank!', 'Ihre Nachricht ist angekommen. Wir melden uns bald bei Ihnen.'],
  ])('passes that only has some of the words: %s, %s', (...texts) => {
    expect(reported(...texts)).toBeNull()
  })

  test('passes with more about something else than about the fault', () => {
    const other =
      'The nursery sells heathers, ferns and small trees for windy places, and delivers within thirty miles.'
    expect(reported('Shop', 'A problem occurred', 'Please try again later.')).toBe('error_page')
    expect(reported('Shop', 'A problem occurred', 'Please try again later.', other)).toBeNull()
  })

  test('passes with words of a fault in the names of a program', () => {
    const name = 'MM_ERROR_SERVER_CONNECTION_FAILED_DATABASE'
    expect(reported('Index of new symbols', `${name}, macro in the API of the modem`)).toBeNull()
    expect(reported('Shop', 'Error: connection to the database server failed')).toBe('error_page')
  })

  test('passes with a sentence in reserve that a script may show', () => {
    const shell =
      '<!doctype html><html><head><title>Shop</title></head><body><div id="app"></div><div id="blazor-error-ui">An unhandled error has occurred. <a href="">Reload</a></div><script src="/app.js"></script></body></html>'
    const { signature_match } = contentEvidence({
      mediaType: 'text/html',
      charset: 'utf-8',
      body: new TextEncoder().encode(shell),
      status: 200,
      url: 'https://example.com/',
    })
    expect(signature_match).toBeNull()
  })
})

describe('a heading', () => {
  test.each([
    'Questa pagina non è stata trovata',
    'Ops! Questa pagina non è stata trovata.',
    'Η σελίδα που ζητήσατε δεν βρέθηκε',
    'Tražena stranica ne postoji',
    'Lehekülge ei leitud',
  ])('means that there is no such page: %s', (heading) => {
    expect(meansMissingPage(heading)).toBe(true)
  })

  test.each([
    'How to fix a page that is not found',
    'Pets not found',
    'Wenn eine Seite nicht gefunden wird',
    'Page not found errors in nginx',
    null,
  ])('does not mean it: %s', (heading) => {
    expect(meansMissingPage(heading)).toBe(false)
  })
})

describe('a part of a page', () => {
  test.each([
    [['Oops, an error occurred! Code: 202604151204031fa3c2d7']],
    [['Wystąpił błąd. ID: 7f3a9c21-88aa']],
    [['Ein Fehler ist aufgetreten.', 'Technische Details stehen in der JavaScript-Konsole.']],
  ])('reports its failure with a reference or details for developers: %s', (texts) => {
    expect(reportsInPlace(texts.map(line), 'Bakery')).toBe(true)
  })

  test.each([
    [['Oops! Something went wrong while submitting the form.']],
    [['An error occurred? Call us, and have the number of your order ready: no. 4711-22.']],
    [['Ein Fehler ist aufgetreten.', 'Unsere Öffnungszeiten: Montag bis Freitag']],
  ])('does not, without them: %s', (texts) => {
    expect(reportsInPlace(texts.map(line), 'Bakery')).toBe(false)
  })

  test('does not, on a page about errors', () => {
    const texts = ['An error occurred! Code: 202604151204031fa3c2d7']
    expect(reportsInPlace(texts.map(line), 'Error codes of the API')).toBe(false)
  })
})

describe('an alert', () => {
  test.each([
    'Error Connection errored out.',
    'Failed to load the products. Try again',
    'Etwas ist schiefgelaufen. Bitte versuchen Sie es erneut.',
    'No se pudo conectar con el servidor',
    'サーバーに接続できません',
    'Network Error',
    'TypeError: Failed to fetch',
    'AxiosError: Request failed with status code 502',
    'Error: 503 Service Unavailable',
    'Failed to load products.',
    'Si è verificato un errore',
    'Se ha producido un error',
    'Erreur lors du chargement des avis',
    '加载失败',
    '加载失败:TypeError: Failed to fetch',
    'Could not show your orders: Failed to fetch',
    'Agenda no está disponible temporalmente.',
    'Events is temporarily unavailable.',
  ])('reports a failure: %s', (text) => {
    expect(alertsFailure(text)).toBe(true)
  })

  test.each([
    'We use cookies. Accept',
    'A simple danger alert. Check it out!',
    'Free shipping until Sunday, without problems',
    'If something goes wrong, try again or contact us.',
    'Bad weather: deliveries cannot leave before noon.',
    'Added to the cart',
    '500 km of trails',
    'Unable to fetch your parcel today? Call us',
    'Error: this field is required',
    'Your session has expired',
  ])('does not: %s', (text) => {
    expect(alertsFailure(text)).toBe(false)
  })
})

describe('a frame', () => {
  test.each([
    ['Sorry', 'Because of its privacy settings, this video cannot be played here.'],
    ['Dieses Buchungsmodul ist nicht mehr aktiv', 'Das Abonnement des Anbieters ist abgelaufen.'],
    ['This content is no longer available.'],
    ['Ce formulaire est désactivé.'],
    ['Service temporarily unavailable', 'Please try again later.'],
  ])('that has nothing to show: %s', (...lines) => {
    expect(reportsFailureOfFrame(lines)).toBe(true)
  })

  test.each([
    ['Our chat is currently unavailable.', 'Leave a message, and we will write to you.'],
    ['Play video', '2:14'],
    ['Wählen Sie einen Tag', 'Montag', 'Dienstag'],
    ['If the map is not available, try another browser.'],
    ['Subscribe to our newsletter', 'No account is needed.'],
  ])('that works: %s', (...lines) => {
    expect(reportsFailureOfFrame(lines)).toBe(false)
  })
})

describe('a line of its own', () => {
  test.each([
    "We couldn't load the rooms right now. Please try again later.",
    'Failed to load products. Try again.',
    'Die Termine konnten nicht geladen werden. Bitte später erneut versuchen.',
    '商品を読み込めません。再度お試しください。エラーが発生しました。',
    'Il y a eu une erreur critique sur ce site.',
    'Ha habido un error crítico en esta web.',
    'サイトに重大なエラーが発生しました。',
    'Fehler beim Aufbau einer Datenbankverbindung',
    'No se pudo conectar con el servidor.',
    'Quelque chose s’est mal passé. Veuillez recharger la page.',
    'Noget gik galt. Genindlæs siden.',
    'De kaart kan niet worden geladen.',
    'Impossibile caricare i prodotti.',
    'Kommenttien lataaminen epäonnistui.',
    'Servicio temporalmente no disponible',
    'La réservation en ligne est momentanément indisponible.',
    'Kontaktformular nicht gefunden.',
    'Dieses Video ist nicht mehr verfügbar',
    'Fehler 500: Interner Serverfehler',
    'FEHLER für Websitebetreiber: Ungültige Domain für Websiteschlüssel',
    'Wegen technischer Probleme ist der Shop derzeit nicht erreichbar.',
  ])('reports a failure: %s', (text) => {
    expect(reportsFailure(text)).toBe(true)
  })

  test.each([
    'If the map does not load, try again later.',
    'We cannot deliver on Sundays. Try again on Monday.',
    'Charge your phone with our solar panel, and come back later.',
    'Nothing could load faster.',
    'This bicycle is currently not available.',
    'Dieses Rad ist derzeit nicht verfügbar.',
    'Our video on the restoration is 20 minutes long.',
    'Please fill in the form.',
    'Room 500: Panorama suite',
    'N’hésitez pas à réessayer la recette plus tard.',
    'impl Display for Utf8Error',
    'connection = open(address, error);',
    'Wenn die Karte nicht geladen wird, laden Sie die Seite neu.',
    '如果引导出现问题，请参见第五章。',
    'The object code cannot load because an old version exists.',
    'No technical problems are known.',
    'The upload says \u201cSomething went wrong\u201d.',
    'Line 503: service not available on Sundays and holidays',
  ])('does not: %s', (text) => {
    expect(reportsFailure(text)).toBe(false)
  })

  test.each([
    ['There has been a critical error on this website.', true],
    ['Es gab einen kritischen Fehler auf deiner Website.', true],
    ['Error al establecer una conexión con la base de datos', true],
    ['Failed to load products. Try again.', false],
    ['Connection to the server lost. Retry.', false],
  ])('comes from a server, and not from a script: %s is %s', (text, expected) => {
    expect(reportsFailureOfServer(text)).toBe(expected)
  })
})
