import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { unifiedDiff } from './unified-diff.ts'

const folder = mkdtempSync(join(tmpdir(), 'specdrift-diff-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What `git apply` makes of a text. */
function applied(before: string, patch: string, file = 'api.yaml'): string {
  writeFileSync(join(folder, file), before)
  // A repository above must not claim the file.
  execFileSync('git', ['apply', '--whitespace=nowarn', '-'], {
    ...{ cwd: folder, input: patch, stdio: ['pipe', 'pipe', 'pipe'] },
    env: { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir() },
  })
  return readFileSync(join(folder, file), 'utf8')
}

const numbered = (...skip: number[]) =>
  Array.from({ length: 30 }, (_, at) => at + 1)
    .filter((at) => !skip.includes(at))
    .map((at) => `line ${at}\n`)
    .join('')

it('says what changed with three lines around it', () => {
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
])('git applies it: %s', (_what, before, after) => {
  expect(applied(before, unifiedDiff(before, after, 'api.yaml'))).toBe(after)
})

it('git applies the change between any two texts', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 25 })
  fc.assert(
    fc.property(text, text, fc.boolean(), (one, other, ends) => {
      const [before, after] = [`${one.join('\n')}\n`, `${other.join('\n')}${ends ? '\n' : 'z'}`]
      if (before === after) return
      expect(applied(before, unifiedDiff(before, after, 'api.yaml'))).toBe(after)
    }),
    { numRuns: 60 },
  )
})

it('a name that would end the line is quoted', () => {
  expect(unifiedDiff('a\n', 'b\n', 'a\n+++ b/evil')).toMatch(/^--- "a\/a\\n\+\+\+ b\/evil"\n\+\+\+ "b\/a/)
})
