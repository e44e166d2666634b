/** Maximum width of the viewport at which sections are folded, CSS pixels. */
const MAX_PHONE_WIDTH_PX = 700
const MAX_RESULTS = 24

/**
 * Functions of the documentation beyond its text: search, copy buttons, one language for all requests, and sections that are
 * folded on a phone. It builds elements and sets their text; it never inserts text as markup. It finds the section of a hash
 * without decoding it: no id contains a character that a URL escapes, and decoding throws for a malformed hash such as `#%`.
 */
export const docsScript = `'use strict'
document.addEventListener('DOMContentLoaded', () => {
  const make = (name, properties) => Object.assign(document.createElement(name), properties)
  const open = (element) => {
    for (let one = element; one; one = one.parentElement) if (one.localName === 'details') one.open = true
  }
  const target = () => document.getElementById(location.hash.slice(1))
  const go = () => {
    const to = target()
    if (to === null) return
    open(to)
    to.scrollIntoView()
  }

  if (matchMedia('(max-width: ${MAX_PHONE_WIDTH_PX}px)').matches) {
    for (const one of document.querySelectorAll('details.section, #contents')) one.open = false
  }
  addEventListener('hashchange', go)
  if (location.hash !== '') go()
  const contents = document.getElementById('contents')
  contents.addEventListener('click', (event) => {
    if (event.target.localName === 'a' && matchMedia('(max-width: 1000px)').matches) contents.open = false
  })

  for (const block of document.querySelectorAll('.code')) {
    if (!navigator.clipboard) break
    const pre = block.querySelector('pre')
    const button = make('button', { type: 'button', className: 'copy', textContent: 'Copy' })
    button.setAttribute('aria-label', 'Copy: ' + pre.getAttribute('aria-label'))
    button.addEventListener('click', () => {
      navigator.clipboard.writeText(pre.textContent.trim()).then(
        () => { button.textContent = 'Copied' },
        () => { button.textContent = 'Copy failed' },
      )
      setTimeout(() => { button.textContent = 'Copy' }, 2000)
    })
    block.append(button)
  }

  for (const group of document.querySelectorAll('[data-sync]')) {
    group.addEventListener('change', ({ target: chosen }) => {
      const top = group.getBoundingClientRect().top
      for (const other of document.querySelectorAll('[data-sync="' + group.dataset.sync + '"] input')) {
        if (other.value === chosen.value) other.checked = true
      }
      scrollBy(0, group.getBoundingClientRect().top - top)
    })
  }

  const field = document.getElementById('find')
  const found = document.getElementById('found')
  const entries = [...document.querySelectorAll('[data-find]')].map((element) => {
    const name = element.dataset.find
    return { name, id: element.id || element.closest('[id]').id, text: name.toLowerCase().replaceAll('_', ' ') }
  })
  document.getElementById('finder').hidden = false
  field.addEventListener('input', () => {
    const words = field.value.toLowerCase().replaceAll('_', ' ').split(/\\s+/).filter(Boolean)
    const hits = words.length === 0 ? [] : entries.filter(({ text }) => words.every((word) => text.includes(word)))
    document.getElementById('found-count').textContent = words.length === 0 ? '' : hits.length + ' found'
    found.replaceChildren(...hits.slice(0, ${MAX_RESULTS}).map(({ name, id }) => {
      const item = make('li', {})
      item.append(make('a', { href: '#' + id, textContent: name }))
      return item
    }))
    if (words.length > 0 && hits.length === 0) found.append(make('li', { textContent: 'Nothing found' }))
  })
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      field.value = ''
      found.replaceChildren()
    }
    if (event.key === 'Enter') found.querySelector('a')?.click()
  })
  found.addEventListener('click', (event) => {
    if (event.target.localName !== 'a') return
    field.value = ''
    setTimeout(() => {
      // On a busy machine a visitor has typed the next word by now.
      if (field.value === '') found.replaceChildren()
      go()
    })
  })
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target instanceof HTMLInputElement) return
    event.preventDefault()
    field.focus()
  })
})
`
