import { describe, expect, test } from 'vitest'
import { needsChrome } from '#test/equipment/browser/chrome.ts'
import { useShownPages } from '#test/equipment/browser/shown-page.ts'

const { shown } = await useShownPages()

describe('a visit', needsChrome, () => {
  test('is one with a mouse, and with the interface for voices', async () => {
    const { browser } = await shown(
      '/pointer',
      `<script>
const media = ['(hover: hover)', '(pointer: fine)', '(any-hover: none)', '(pointer: coarse)'].map((one) => matchMedia(one).matches)
document.querySelector('h1').textContent = [...media, typeof speechSynthesis, 'ontouchstart' in window].join()
</script>`,
    )
    expect(browser.dom?.text_excerpt).toBe('true,true,false,false,object,false')
  })
})
