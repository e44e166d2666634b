import { describe, expect, test } from 'vitest'
import {
  alertsFailure,
  reportsFailure,
  reportsFailureOfFrame,
  reportsFailureOfServer,
  reportsInPlace,
} from '#gather/content/text/failure-report.ts'

const line = (text: string) => ({ text, quoted: false })

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
    'Webcam: temporarily unavailable',
    'Webcam am Gipfel: vorübergehend nicht verfügbar',
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
