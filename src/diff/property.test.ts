import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDocument } from '../description/reading/parse.ts'
import type { Finding } from '../model/finding.ts'
import type { Json } from '../model/json.ts'
import { createSchemaCompiler } from '../schema/validation/compile.ts'
import {
  type GeneratedSchemas,
  generatedDescription,
  generatedSchemas,
  mutable,
  schemasWithin,
} from '../testing/cases/arbitrary.ts'
import { copy, edits, refactorings } from '../testing/cases/schema-edits.ts'
import { findingsBetween } from '../testing/rule-tester.ts'
import { inFull, runsOf } from '../testing/runs.ts'

const directions = ['request', 'response'] as const
type Way = (typeof directions)[number]

function diff(before: GeneratedSchemas, after: GeneratedSchemas, way: Way): readonly Finding[] {
  return findingsBetween(generatedDescription(before, way), generatedDescription(after, way))
}

/** Validates a witness against whole schemas compiled by ajv in one piece, since proofs split them (`schema/compiling/sharing.ts`). */
function acceptedWhole(schemas: GeneratedSchemas, way: Way, body: Json): boolean | undefined {
  const content = generatedDescription(schemas, way)
  const document = parseDocument({ content, name: 'x', file: 'x' })
  const message = way === 'request' ? '/requestBody' : '/responses/200'
  const pointer = `/paths/~1x/post${message}/content/application~1json/schema`
  const node = document.at(pointer)
  if (node === undefined) throw new Error(`no schema at ${pointer}`)
  return createSchemaCompiler(document).compile({ node, pointer }, way).accepts(body)
}

const nth = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)]

// Deterministic; run another seed with SPECDRIFT_SEED=… npx vitest run property.
fc.configureGlobal({ seed: Number(process.env.SPECDRIFT_SEED ?? 20_261_120) })

describe('properties of the diff', () => {
  it('is empty between a description and itself', () => {
    fc.assert(
      fc.property(generatedSchemas, fc.constantFrom(...directions), (schemas, way) => {
        expect(diff(schemas, copy(schemas), way)).toEqual([])
      }),
    )
  })

  it('is empty after rewrites that keep the meaning', () => {
    const rewrites = fc.array(fc.tuple(fc.constantFrom(...Object.keys(refactorings)), fc.nat()), {
      minLength: 1,
      maxLength: 3,
    })
    fc.assert(
      fc.property(generatedSchemas, fc.constantFrom(...directions), rewrites, (schemas, way, steps) => {
        const after = copy(schemas)
        for (const [name, index] of steps) {
          const locations = [after.body, ...Object.values(after.components)].flatMap(schemasWithin)
          const location = nth(
            locations.filter((schema) => schema.$ref === undefined),
            index,
          )
          if (location !== undefined) refactorings[name]?.(location, after)
        }
        expect(diff(schemas, after, way)).toEqual([])
        expect(diff(after, schemas, way)).toEqual([])
      }),
      { numRuns: runsOf(inFull(100, 50)) },
    )
  })

  it('finds every seeded body edit, in the right direction, at least 98 of 100 with a proof', () => {
    let [breaking, proven] = [0, 0]
    fc.assert(
      fc.property(generatedSchemas, fc.constantFrom(...edits), fc.nat(), (schemas, { rule, breaks, apply }, index) => {
        const after = copy(schemas)
        const candidates = schemasWithin(after.body).filter((schema) => apply(mutable(schema)))
        const location = nth(candidates, index)
        fc.pre(location !== undefined)
        if (location === undefined) return
        apply(location)
        for (const way of directions) {
          const findings = diff(schemas, after, way)
          expect(findings.map((finding) => finding.ruleId)).toEqual([rule])
          expect(findings[0]?.verdict).toBe(way === breaks ? 'breaking' : 'compatible')
          if (way !== breaks) continue
          const witness = findings[0]?.witness
          breaking++
          if (witness?.proven !== true) continue
          proven++
          const accepted = [schemas, after].map((version) => acceptedWhole(version, way, witness.body ?? null))
          expect(accepted).toEqual([witness.validUnder === 'base', witness.validUnder === 'revision'])
        }
      }),
      { numRuns: runsOf(100) },
    )
    expect(breaking).toBeGreaterThan(runsOf(66))
    expect(proven / breaking).toBeGreaterThanOrEqual(0.98)
  })

  it('is symmetric: an edit that narrows in one direction widens when reversed', () => {
    const mirror = (id: string): string =>
      id.replace(/narrowed|widened|added|removed|required|optional/, (word) => opposite[word] ?? word)
    fc.assert(
      fc.property(generatedSchemas, fc.constantFrom(...edits), fc.nat(), (schemas, { apply }, index) => {
        const after = copy(schemas)
        const location = nth(
          schemasWithin(after.body).filter((schema) => apply(mutable(schema))),
          index,
        )
        fc.pre(location !== undefined)
        if (location === undefined) return
        apply(location)
        const there = diff(schemas, after, 'request').map((finding) => mirror(finding.ruleId))
        expect(diff(after, schemas, 'request').map((finding) => finding.ruleId)).toEqual(there)
      }),
    )
  })
})

const opposite: Readonly<Record<string, string>> = {
  narrowed: 'widened',
  widened: 'narrowed',
  added: 'removed',
  removed: 'added',
  required: 'optional',
  optional: 'required',
}
