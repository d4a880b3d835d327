import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withSettings } from '../description/references/edited.ts'
import type { EffectReason } from '../model/diff/ledger.ts'
import type { Json, JsonObject } from '../model/json.ts'
import type { GeneratedSchemas } from '../testing/cases/arbitrary.ts'
import { editedPair } from '../testing/cases/oracle-schemas.ts'
import { descriptionOf } from '../testing/rule-tester.ts'
import { inFull, runsOf } from '../testing/runs.ts'
import { parentOf, pointerTokens } from '../util/pointer.ts'
import { traceComparison } from './compare/descriptions.ts'

fc.configureGlobal({ seed: Number(process.env.SPECDRIFT_SEED ?? 20_261_126) })

/** Wraps the body schema in an operation, with `anyOf` instead of `oneOf`, because branches count as a union. */
function written({ body, components }: GeneratedSchemas): JsonObject {
  const paths = {
    '/x': { post: { requestBody: { content: { 'application/json': { schema: body } } }, responses: {} } },
  }
  const info = { title: 'Generated', version: '1' }
  const text = JSON.stringify({ openapi: '3.1.0', info, paths, components: { schemas: components } })
  // The text is a JSON object.
  return JSON.parse(text.replaceAll('"oneOf":', '"anyOf":')) as JsonObject
}

const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false, messages: false })

/** Returns whether stock ajv accepts a value at a location of a description. */
function accepts(description: JsonObject, pointer: string, value: Json): boolean {
  const schema = { $id: 'https://example.org/description', ...description, $ref: `#${encodeURI(pointer)}` }
  const validate = ajv.compile(schema)
  ajv.removeSchema('https://example.org/description')
  return validate(value) === true
}

/** Returns how stock ajv contradicts a reason, or `undefined` if it confirms it. */
function flaw(base: JsonObject, revision: JsonObject, reason: EffectReason): string | undefined {
  if (!('shown' in reason)) return undefined
  const { schema, value } = reason.shown
  const [owner, keyword] = [parentOf(reason.at), pointerTokens(reason.at).at(-1)]
  const isIn = accepts(base, schema, value)
  if (reason.kind === 'allowed-by-branch')
    return accepts(base, reason.at, value) || !isIn ? undefined : 'the branch refuses the value'
  if (reason.kind === 'compensated') return isIn === accepts(revision, schema, value) ? undefined : 'the value differs'
  if (isIn) return 'no keyword excludes the value'
  const without = withSettings(base, [{ pointer: reason.at, value: undefined }])
  if (accepts(without, schema, value) || owner !== schema) return undefined
  // The base rejects the value for two reasons, because the edit isn't applied yet. Keep the keyword only.
  const beside = new Set([keyword, 'properties', 'prefixItems'])
  const node = Object.entries(at(base, schema)).map(([key, held]) => (beside.has(key) ? [[key, held]] : []))
  const alone = withSettings(base, [{ pointer: schema, value: Object.fromEntries(node.flat()) as JsonObject }])
  return accepts(alone, schema, value) ? 'the keyword allows the value' : undefined
}

/** Returns the object at a location. */
function at(description: JsonObject, pointer: string): object {
  const node = pointerTokens(pointer).reduce<unknown>((held, token) => Object(held)[token], description)
  return Object(node)
}

describe('the reason for an edit without effect', () => {
  it('is confirmed by stock ajv', () => {
    const counts = { 'allowed-by-branch': 0, 'excluded-by': 0, compensated: 0 }
    fc.assert(
      fc.property(editedPair, (pair) => {
        const [base, revision] = pair.map(written)
        if (base === undefined || revision === undefined) return
        const [was, is] = [base, revision].map((one) => descriptionOf(JSON.stringify(one)))
        if (was === undefined || is === undefined) return
        for (const { reason } of traceComparison(was, is).ineffective) {
          if (!('shown' in reason)) continue
          counts[reason.kind]++
          expect([reason, flaw(base, revision, reason)]).toEqual([reason, undefined])
        }
      }),
      { numRuns: runsOf(inFull(1000, 300)) },
    )
    // Ensures that specific reasons occur, which can be checked.
    expect(counts['allowed-by-branch']).toBeGreaterThan(0)
    expect(counts['excluded-by'] + counts.compensated).toBeGreaterThan(0)
  })
})
