import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, describe, expect, test } from 'vitest'
import { rules } from '#findings/all-rules.ts'
import { metaRules } from '#findings/report-rules.ts'
import recorded from '#findings/rule-changes.json' with { type: 'json' }
import { ruleDocument, ruleMarkdown } from '#findings/rule-document.ts'
import { rulesetVersion } from '#report/report.ts'

const root = new URL('../../', import.meta.url).pathname
const copies: string[] = []
afterAll(() => {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true })
})

/**
 * SHA-256 of everything that judges evidence, as one minified file: comments, types, formatting and names of variables do
 * not count; predicates, thresholds, messages and remedies do.
 */
async function digestOf(folder: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'evaluate.ts')],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    target: 'esnext',
    packages: 'external',
    external: ['#evidence/*', '#tools/*'],
    alias: { '#findings': folder, '#target': join(root, 'src/target') },
    absWorkingDir: root,
  })
  const [file] = outputFiles
  return createHash('sha256')
    .update(file?.contents ?? '')
    .digest('hex')
}

/** The rules with a changed file. */
function copyWith(file: string, change: (text: string) => string): string {
  mkdirSync(join(root, 'dist'), { recursive: true })
  const copy = mkdtempSync(join(root, 'dist/rules-'))
  copies.push(copy)
  cpSync(join(root, 'src/findings'), copy, { recursive: true })
  const text = readFileSync(join(copy, file), 'utf8')
  const changed = change(text)
  expect(changed).not.toBe(text)
  writeFileSync(join(copy, file), changed)
  return copy
}

test('the rules are those of ruleset_version: a change of a rule needs a new version, and its line in the changelog', async () => {
  const digest = await digestOf(join(root, 'src/findings'))
  expect(
    digest,
    `The rules have changed since ${recorded.version}. In src/findings/rule-changes.json set a new "version" and this "digest", and add an entry to "changes".`,
  ).toBe(recorded.digest)
})

describe('the digest of the rules', () => {
  const own = digestOf(join(root, 'src/findings'))

  test.each([
    ['a predicate', 'dns/dns.ts', (text: string) => text.replace(' === ', ' !== ')],
    ['a remedy', 'dns/dns.ts', (text: string) => text.replace("remediation: '", "remediation: 'X")],
    [
      'the verdict',
      'evaluate.ts',
      (text: string) => text.replace("return 'ISSUE'", "return 'PASS'"),
    ],
    ['a check', 'checks/checks.ts', (text: string) => text.replace("'passed'", "'failed'")],
  ])('changes with %s', async (_, file, change) => {
    expect(await digestOf(copyWith(file, change))).not.toBe(await own)
  })

  test('does not change with a comment', async () => {
    const copy = copyWith('evaluate.ts', (text) => `// A comment.\n${text}`)
    expect(await digestOf(copy)).toBe(await own)
  })
})

describe('the changelog', () => {
  test('begins with the version of the reports, and names every version once', () => {
    const versions = recorded.changes.map(({ version }) => version)
    expect([recorded.version, versions[0]]).toEqual([rulesetVersion, rulesetVersion])
    expect(new Set(versions).size).toBe(versions.length)
    for (const { added, changed } of recorded.changes) {
      expect(added.length + changed.length).toBeGreaterThan(0)
    }
  })

  test('names as added only codes that exist', () => {
    const codes = [...rules, ...metaRules].map(({ code }) => code)
    const added = recorded.changes.flatMap((change): string[] => change.added)
    expect(added.filter((code) => !codes.includes(code))).toEqual([])
  })
})

test('the document has every rule with its condition, source, remedy, effect and first version', () => {
  const document = ruleDocument()
  expect(document.rules).toHaveLength(rules.length + metaRules.length)
  const found = document.rules.find(({ code }) => code === 'REQ_UNSAFE_METHOD')
  expect(found).toMatchObject({ since: '2026-11-22.2', effect: 'NONE' })
  for (const rule of document.rules) {
    const { source_url, ...rest } = rule
    for (const value of Object.values(rest)) expect(value.length).toBeGreaterThan(0)
    expect(source_url === null || URL.canParse(source_url)).toBe(true)
  }
  const markdown = ruleMarkdown(document)
  for (const { code } of document.rules) expect(markdown).toContain(`\n### ${code}\n`)
})
