import SwaggerParser from '@apidevtools/swagger-parser'
import { dialects } from '../../model/dialect.ts'
import type { Document, Flaw } from '../../model/document.ts'
import type { Json } from '../../model/json.ts'
import { isObject, own } from '../../util/json.ts'
import { flawsOf } from '../dialects/operations.ts'
import { semanticFlaws } from './semantics.ts'
import { type StructuralError, structuralFlaws } from './structural-errors.ts'
import { structuralFlawsOf } from './structure.ts'

/** What is wrong with a description, and what could not be checked. */
export interface DescriptionCheck {
  readonly errors: readonly Flaw[]
  readonly notes: readonly Flaw[]
}

/** Everything wrong with a description by the OpenAPI specification, and what was not validated. */
export async function validateDescription(document: Document): Promise<readonly Flaw[]> {
  const { errors, notes } = await checkDescription(document)
  return [...errors, ...notes]
}

/** As `validateDescription`, with what is wrong apart from what could not be validated. */
export async function checkDescription(document: Document): Promise<DescriptionCheck> {
  const structure = await checkStructure(document)
  const semantics = semanticFlaws(document)
  const errors = [...structure.errors]
  const reported = new Set(errors.map(({ pointer }) => pointer))
  for (const flaw of [...semantics, ...flawsOf(document)]) {
    // A part that was skipped is mostly one that is malformed.
    if (flaw.message.startsWith('skipped') && reported.has(flaw.pointer)) continue
    reported.add(flaw.pointer)
    errors.push(flaw)
  }
  return { errors, notes: structure.notes }
}

async function checkStructure(document: Document): Promise<DescriptionCheck> {
  const { root, dialect } = document
  const { hasJsonSchema } = dialects[dialect]
  const hasMore = hasJsonSchema && (isObject(own(root, 'webhooks')) || isObject(own(root, 'components')))
  if (own(root, 'paths') === undefined && !hasMore)
    return { errors: [{ pointer: '', message: 'must have required property paths' }], notes: [] }
  if (hasJsonSchema) return { errors: structuralFlawsOf(root, dialect), notes: [] }
  try {
    await SwaggerParser.validate(copyFor(document), {
      resolve: { external: false },
      // As written: every pointer stays true, and nothing grows by dereferencing.
      dereference: { excludedPathMatcher: () => true },
      validate: { schema: true, spec: false },
    })
    return { errors: [], notes: [] }
  } catch (error) {
    return { errors: structuralFlaws(detailsOf(error), String(error).replace(/^\w*Error: /, '')), notes: [] }
  }
}

/** A copy, because the parser changes what it is given; of a patch version that it knows. */
function copyFor({ root, dialect }: Document): Parameters<typeof SwaggerParser.validate>[0] {
  const copy: Record<string, Json> = { ...structuredClone(root) }
  if (!dialects[dialect].isSwagger && typeof copy.openapi === 'string') copy.openapi = `${dialect}.0`
  // It asks for its own type of a valid description; whether it is one is the question.
  return copy as unknown as Parameters<typeof SwaggerParser.validate>[0]
}

function detailsOf(error: unknown): readonly StructuralError[] {
  // The errors of ajv, which the parser leaves in `details` without declaring it.
  const { details } = error as { details?: readonly StructuralError[] }
  return Array.isArray(details) ? details : []
}
