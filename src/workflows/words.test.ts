import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Words that are never meant otherwise, and what is written instead (docs/decisions/README.md has those that may be). */
const replaced: Readonly<Record<string, string>> = {
  'asked again': 'retried',
  courier: 'dispatcher',
  'looked at': 'checked, observed or read',
  'made[- ]up': 'generated or example',
  'mend(?:s|ed|ing)?': 'fix',
  'offen[cs]es?': 'violation',
  onset: 'first seen, cause',
  patience: 'timeout',
  reckoning: 'daily settlement',
  'sightings?': 'observed exchange',
  'stands? at': 'is at',
  surroundings: 'environment',
  'told apart': 'distinguished',
  unanswered: 'no response',
  undecidable: 'inconclusive',
  'unless given': 'default',
  unjudged: 'not checked, inconclusive',
}

/** Texts of others, the texts of cases, and the lists of the words themselves. */
const others =
  /^src\/(?:diff|drift|traffic)\/cases\/|^src\/testing\/schemas\/|^src\/workflows\/words\.test\.ts$|\.(?:png|svg|woff2)$/
const files = execFileSync('git', ['ls-files', '-z', 'src', 'docs', 'action', 'schemas', '*.md', 'examples'], {
  cwd: root,
})
  .toString()
  .split('\0')
  .filter((file) => file !== '' && !others.test(file) && !/^(?:bench|CHANGELOG)/.test(file))

/** Where words of the list are, each with what is written instead. */
function wordsIn(file: string, text: string): readonly string[] {
  const found = new RegExp(`\\b(${Object.keys(replaced).join('|')})\\b`, 'i')
  return text.split('\n').flatMap((line, index) => {
    const word = found.exec(line)?.[1]
    if (word === undefined) return []
    const [, instead] = Object.entries(replaced).find(([each]) => new RegExp(`^(?:${each})$`, 'i').test(word)) ?? []
    return [`${file}:${index + 1}: "${word}" is written ${instead}`]
  })
}

it('uses the words of the field', () => {
  expect(files.length).toBeGreaterThan(1000)
  expect(files.flatMap((file) => wordsIn(file, readFileSync(join(root, file), 'utf8')))).toEqual([])
})

it('finds those that are not', () => {
  expect(
    wordsIn('a.md', 'What was made up\nis no offence, mended or Told apart.\nPICKED_FOR_RECKONING mention'),
  ).toEqual(['a.md:1: "made up" is written generated or example', 'a.md:2: "offence" is written violation'])
})
