import { describe, expect, test } from 'vitest'
import { readOptions } from './options.ts'

describe('the options of the truth bench', () => {
  test('without any, every fault is measured on three pages with all tools', () => {
    expect(readOptions([])).toMatchObject({
      tools: ['probe_url', 'render_page', 'verify_page'],
      pagesPerFault: 3,
      repeat: 1,
      minutes: Number.POSITIVE_INFINITY,
      jobs: 3,
    })
  })

  test('numbers, tools and patterns are read', () => {
    const args = '--tools verify_page,probe_url --per-fault 2 --repeat 50 --minutes 0.5 --jobs 1'
    expect(readOptions([...args.split(' '), '--faults', '^late-'])).toMatchObject({
      tools: ['probe_url', 'verify_page'],
      pagesPerFault: 2,
      repeat: 50,
      minutes: 0.5,
      jobs: 1,
      faults: /^late-/,
    })
  })

  test('the fast subset measures each fault on one page', () => {
    expect(readOptions(['--fast', '--per-fault', '5'])).toMatchObject({ pagesPerFault: 1 })
  })

  test.each([
    ['--tools', 'probe_ur', '"probe_ur" is none of probe_url, render_page, verify_page.'],
    ['--tools', '', '"" is none of'],
    ['--tools', 'probe_url,', '"" is none of'],
    ['--jobs', 'x', '--jobs must be a whole number of at least 1, not "x".'],
    ['--jobs', '0', '--jobs must be a whole number of at least 1, not "0".'],
    ['--jobs', '1.5', '--jobs must be'],
    ['--per-fault', 'x', '--per-fault must be'],
    ['--repeat', 'x', '--repeat must be'],
    ['--minutes', 'x', '--minutes must be a number above 0, not "x".'],
    ['--minutes', '', '--minutes must be'],
    ['--minutes', '0', '--minutes must be'],
    ['--faults', '(', '--faults must be a regular expression, not "(".'],
    ['--pages', '[', '--pages must be a regular expression, not "[".'],
    ['--unknown', '1', "Unknown option '--unknown'"],
  ])('%s "%s" is refused with a message', (option, value, message) => {
    expect(() => readOptions([option, value])).toThrow(message)
  })
})
