import { describe, expect, test } from 'vitest'
import { needsChrome } from '#test/equipment/browser/chrome.ts'
import { prose, useShownPages } from '#test/equipment/browser/shown-page.ts'

const { shown } = await useShownPages()

const failures = [
  'Unable to load data',
  'Fehler beim Laden der Karte',
  'Impossible de charger la carte',
  'No se pudo cargar el mapa',
  'Impossibile caricare la mappa',
  'Nie udało się załadować mapy',
  'Не удалось загрузить карту',
  '읽기 실패: 불러오지 못했습니다',
]
const each = (tag: string) =>
  failures.map((line) => `<${tag}>${line}</${tag}><p>The screen stays dark.</p>`).join('')
const items = failures.map((line) => `<li>${line}</li>`).join('')
const rows = failures.map((line) => `<tr><td>${line}</td><td>Call us.</td></tr>`).join('')

describe('a heading that names a failure', needsChrome, () => {
  test.each([
    ['a heading beside others', `<h2>What to tell us</h2>${each('h3')}`],
    ['an item of a list', `<h2>What to tell us</h2><ul>${items}</ul>`],
    ['a row of a table', `<h2>What to tell us</h2><table>${rows}</table>`],
  ])('is no failure of the page as %s that was sent', async (what, markup) => {
    const { failure } = await shown(`/topics-${what.replaceAll(' ', '-')}`, prose + markup)
    expect(failure).toBeNull()
  })

  test.each([
    ['the only one of its kind', `<h3>${failures[0]}</h3>`],
    ['an alert', `<ul><li role="alert">${failures[0]}</li><li>Other.</li></ul>`],
    [
      'added by a script',
      `<h3>Bread</h3><h3 id="state"></h3><script>state.textContent = '${failures[0]}'</script>`,
    ],
    [
      'sent beside a request of the site that failed',
      `<h3>Bread</h3><h3>${failures[0]}</h3><script>fetch('/gone').catch(() => {})</script>`,
    ],
  ])('is one when it is %s', async (what, markup) => {
    const { failure } = await shown(`/states-${what.replaceAll(' ', '-')}`, prose + markup)
    expect(failure?.text).toBe(failures[0])
  })
})
