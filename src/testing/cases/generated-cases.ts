import type { GeneratedCase } from '../../drift/generation/case.ts'
import { type GenerateMode, generateCases } from '../../drift/generation/cases.ts'
import { byText } from '../../util/text.ts'
import { descriptionOf } from '../check-tester.ts'

/** Generates cases for a description with one operation. */
export function casesOf(rest: string, mode: GenerateMode, more = '') {
  const description = descriptionOf(
    `{ openapi: 3.1.0, info: { title: t, version: '1' }, paths: { /x: { post: { ${rest}, responses: { '200': { description: d } } } } } ${more} }`,
  )
  const { operations, notChecked } = generateCases(description, [mode])
  return {
    description,
    operation: description.operations[0],
    /** Single changes only. */
    cases: alone(operations[0]?.cases ?? []),
    sent: operations[0]?.cases ?? [],
    plain: operations[0]?.plain,
    notChecked,
  }
}

/** Generates cases for an operation with a JSON body. */
export function casesOfBody(schema: string, mode: GenerateMode, required = true) {
  return casesOf(`requestBody: { required: ${required}, content: { application/json: { schema: ${schema} } } }`, mode)
}

function alone(cases: readonly GeneratedCase[]): readonly GeneratedCase[] {
  return [...new Map(cases.flatMap(({ parts, ...one }) => parts ?? [one]).map((one) => [one.id, one])).values()]
}

/** Sorts a list to compare it independent of order. */
export function sorted<T>(list: readonly T[]): readonly T[] {
  return list.toSorted((a, b) => byText(JSON.stringify(a), JSON.stringify(b)))
}
