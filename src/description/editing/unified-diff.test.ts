import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { unifiedDiff } from './unified-diff.ts'

const folder = mkdtempSync(join(tmpdir(), 'specdrift-diff-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Applies one patch for several files with `git apply` and returns the resulting texts. */
function applied(texts: readonly string[], patch: string): string[] {
  for (const [at, text] of texts.entries()) writeFileSync(join(folder, nameOf(at)), text)
  // Prevents Git from using a parent repository.
  execFileSync('git', ['apply', '--whitespace=nowarn', '-'], {
    ...{ cwd: folder, input: patch, stdio: ['pipe', 'pipe', 'pipe'] },
    env: { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir() },
  })
  return texts.map((_, at) => readFileSync(join(folder, nameOf(at)), 'utf8'))
}

const nameOf = (at: number): string => `api-${at}.yaml`

const lines = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name} ${at}\n`).join('')
const numbered = (...skip: number[]) =>
  Array.from({ length: 30 }, (_, at) => at + 1)
    .filter((at) => !skip.includes(at))
    .map((at) => `line ${at}\n`)
    .join('')

it('shows changes with three lines of context', () => {
  expect(unifiedDiff('a\nb\nc\nd\ne\nf\ng\n', 'a\nb\nc\nd\nE\nf\ng\n', 'api.yaml')).toBe(
    '--- a/api.yaml\n+++ b/api.yaml\n@@ -2,6 +2,6 @@\n b\n c\n d\n-e\n+E\n f\n g\n',
  )
  expect(unifiedDiff('a\n', 'a\n', 'api.yaml')).toBe('')
})

it.each([
  ['two changes apart', numbered(), numbered(3, 25)],
  ['two changes together', numbered(), numbered(3, 7)],
  ['the first line', numbered(), numbered(1)],
  ['the last line', numbered(), numbered(30)],
  ['no line break at the end', 'a\nb', 'a\nc'],
  ['a line break that is new', 'a\nb', 'a\nb\n'],
  ['carriage returns', 'a\r\nb\r\n', 'a\r\nc\r\n'],
  ['everything', 'a\nb\n', 'c\nd\n'],
  ['an addition', 'a\n', 'a\nb\n'],
  ['more lines than are compared', lines('a', 2500), lines('b', 2500)],
  ['more lines than are compared, of nothing', '', lines('b', 2500)],
  ['more lines than are compared, to nothing', lines('a', 2500), ''],
])('git applies it: %s', (_what, before, after) => {
  expect(applied([before], unifiedDiff(before, after, nameOf(0)))).toEqual([after])
})

it('git applies the diff of any two texts', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 25 })
  const pair = fc.tuple(text, text, fc.boolean()).map(([one, other, ends]) => {
    return [`${one.join('\n')}\n`, `${other.join('\n')}${ends ? '\n' : 'z'}`] as const
  })
  const pairs = fc.array(
    pair.filter(([before, after]) => before !== after),
    { minLength: 1, maxLength: 30, size: 'max' },
  )
  fc.assert(
    fc.property(pairs, (all) => {
      const patch = all.map(([before, after], at) => unifiedDiff(before, after, nameOf(at))).join('')
      expect(
        applied(
          all.map(([before]) => before),
          patch,
        ),
      ).toEqual(all.map(([, after]) => after))
    }),
    // Each run starts a process.
    { numRuns: 5 },
  )
})

it('a name with line breaks is quoted', () =>
  expect(unifiedDiff('a\n', 'b\n', 'a\n+++ b/evil')).toMatch(/^--- "a\/a\\n\+\+\+ b\/evil"\n\+\+\+ "b\/a/))
