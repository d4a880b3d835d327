import { expect, it } from 'vitest'
import { describe } from '../../description/dialects/operations.ts'
import { parseDocument, sourcesOf } from '../../description/reading/parse.ts'
import { readDiffCases } from '../../testing/cases/diff-cases.ts'
import { compareDescriptions } from '../compare/descriptions.ts'
import { judgeChanges } from '../judge.ts'

const parsed = (content: string, name: string, beside?: ReturnType<typeof parseDocument>) =>
  parseDocument({ content, name, file: name }, beside === undefined ? {} : { beside: sourcesOf(beside).main })

const cases = readDiffCases().filter(({ dialect }) => dialect === '3.0' || dialect === '3.1')

it('a revision that shares what it holds alike with the base is judged as one that shares nothing', () => {
  let shared = 0
  const different = cases.filter(({ before, after }) => {
    const base = parsed(before, 'base.json')
    const beside = parsed(after, 'revision.json', base)
    shared += sourcesOf(beside).main.scan?.alike.length ?? 0
    const [alone, together] = [parsed(after, 'revision.json'), beside].map((document, index) => {
      const [one, other] = [describe(index === 0 ? parsed(before, 'base.json') : base), describe(document)]
      return JSON.stringify(judgeChanges(compareDescriptions(one, other), { base: one, revision: other }))
    })
    return alone !== together
  })
  expect(different.map(({ theme, name, side }) => `${theme}: ${name} ${side}`)).toEqual([])
  expect(shared).toBeGreaterThan(500)
})
