import ts from 'typescript'
import { expect, test } from 'vitest'
import { eachNode, sources } from './sources.ts'

/** Words of our former vocabulary that names must not use again, each with the standard term. */
const replaced: Readonly<Record<string, string>> = {
  counterparty: 'facilitator',
  play: 'simulated',
  purse: 'balance',
  sighting: 'page observation',
  standing: 'state, or usage',
  succession: 'browser supervisor',
  surroundings: 'emulation',
  toolbox: 'tool runners',
  travel: 'navigate, or follow redirects',
}

/**
 * A DNS message has answers, and the operator gives answers to `init`; HTTP has responses (RFC 9110). `answers` of `status
 * --json` is a published field, `answered` a published code of a link.
 */
const mayAnswer = [
  /^src\/(net|gather|evidence)\/dns/,
  /^src\/gather\/network\//,
  /^src\/service\/(tools|calls)\.ts$/,
  /^src\/cli\/(check\/run-locally|setup\/init(-questions)?)\.ts$/,
  /^src\/cli\/operate\/status\.ts$/,
  /^src\/job\/call\/paid-call\.ts$/,
  /^src\/findings\/links\/links\.ts$/,
]

/** Names in the code of a file, without strings and comments, each once. */
function namesIn(path: string): Set<string> {
  const names = new Set<string>()
  eachNode(path, (node) => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) names.add(node.text)
  })
  return names
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
}

test('no name in the source returns to a word that a standard term has replaced', () => {
  const found = sources.flatMap((path) =>
    [...namesIn(path), path].flatMap((name) =>
      wordsOf(name)
        .filter((word) => Object.hasOwn(replaced, word))
        .map((word) => `${path}: ${name} (say: ${replaced[word]})`),
    ),
  )
  expect(found).toEqual([])
})

test('only a DNS message and a prompt have answers; HTTP has responses', () => {
  const found = sources
    .filter((path) => !mayAnswer.some((pattern) => pattern.test(path)))
    .filter((path) =>
      [...namesIn(path)].some((name) => wordsOf(name).some((word) => /^answer(s|ed)?$/.test(word))),
    )
  expect(found).toEqual([])
})
