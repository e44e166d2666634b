import { describe, expect, test } from 'vitest'
import { contentEvidence } from '#gather/content/content.ts'
import { meansMissingPage, plainMessage } from '#gather/content/text/plain-message.ts'

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
