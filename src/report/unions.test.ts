import { expect, it } from 'vitest'
import type { UnionEvidence } from '../model/finding.ts'
import { driftFinding, monitorReport } from '../testing/sample-report.ts'
import { renderReport } from './render.ts'

const union: UnionEvidence = {
  ...{ keyword: 'oneOf', instanceLocation: '/0/pet', schemaLocation: '/components/schemas/Owner/properties/pet' },
  branches: [
    {
      schemaLocation: '/components/schemas/Cat',
      errors: [{ instanceLocation: '/0/pet/lives', keyword: 'type', error: 'is of type string, not integer' }],
    },
    {
      schemaLocation: '/components/schemas/Owner/properties/pet/oneOf/1',
      errors: [{ instanceLocation: '/0/pet', keyword: 'required', error: 'lacks "breed"' }],
      more: 2,
    },
  ],
}
const reportOf = (...unions: readonly UnionEvidence[]) =>
  monitorReport({ findings: [driftFinding({ evidence: { samples: 1, status: 200, unions } })] })

it('prints the nearest branch and its errors in the terminal', () => {
  expect(renderReport(reportOf(union), 'text', { colour: false })).toContain(
    'oneOf     /0/pet fits no branch of oneOf, Cat is the nearest. Cat: /0/pet/lives is of type string, not integer. oneOf/1: /0/pet lacks "breed"; 2 more',
  )
})

it('shows branches in the page, the nearest first and marked', () => {
  const page = renderReport(reportOf(union), 'html')
  expect(page).toContain('/0/pet fits no branch of oneOf, Cat is the nearest')
  expect(page).toMatch(/<tr class="nearest"><th scope="row"><code>Cat<\/code>.*is of type string, not integer/)
  expect(page).toContain('<code>oneOf/1</code>')
})

it('names all matching branches if only one may match', () => {
  const branches = union.branches.map((branch) => ({ ...branch, errors: [] }))
  const text = renderReport(reportOf({ ...union, instanceLocation: '', branches }), 'text', { colour: false })
  expect(text).toContain('oneOf     the body fits 2 branches of oneOf: Cat, oneOf/1\n')
  expect(renderReport(reportOf({ ...union, branches }), 'html')).not.toContain('class="branches"')
})
