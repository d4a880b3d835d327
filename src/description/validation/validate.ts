import SwaggerParser from '@apidevtools/swagger-parser'
import { dialects } from '../../model/dialect.ts'
import type { Document, Flaw } from '../../model/document.ts'
import type { Json } from '../../model/json.ts'
import { isObject, own } from '../../util/json.ts'
import { flawsOf } from '../dialects/operations.ts'
import { semanticFlaws } from './semantics.ts'
import { type StructuralError, structuralFlaws } from './structural-errors.ts'
import { structuralFlawsOf } from './structure.ts'

export interface DescriptionCheck {
  readonly errors: readonly Flaw[]
  readonly notes: readonly Flaw[]
}

/** Returns all violations of the OpenAPI specification and notes on unvalidated parts. */
export async function validateDescription(document: Document): Promise<readonly Flaw[]> {
  const { errors, notes } = await checkDescription(document)
  return [...errors, ...notes]
}

/** Like `validateDescription`, with errors and notes separate. */
export async function checkDescription(document: Document): Promise<DescriptionCheck> {
  const structure = await checkStructure(document)
  const semantics = semanticFlaws(document)
  const errors = [...structure.errors]
  const reported = new Set(errors.map(({ pointer }) => pointer))
  for (const flaw of [...semantics, ...flawsOf(document)]) {
    // A skipped part is usually a malformed one that is already reported.
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
      // Without dereferencing, pointers stay valid and memory stays bounded.
      dereference: { excludedPathMatcher: () => true },
      validate: { schema: true, spec: false },
    })
    return { errors: [], notes: [] }
  } catch (error) {
    return { errors: structuralFlaws(detailsOf(error), String(error).replace(/^\w*Error: /, '')), notes: [] }
  }
}

/** Returns a copy, because the parser mutates its input, with a patch version that the parser knows. */
function copyFor({ root, dialect }: Document): Parameters<typeof SwaggerParser.validate>[0] {
  const copy: Record<string, Json> = { ...structuredClone(root) }
  if (!dialects[dialect].isSwagger && typeof copy.openapi === 'string') copy.openapi = `${dialect}.0`
  // The parser's type requires a valid description, which it is about to check.
  return copy as unknown as Parameters<typeof SwaggerParser.validate>[0]
}

function detailsOf(error: unknown): readonly StructuralError[] {
  // The parser stores ajv's errors in the undeclared member `details`.
  const { details } = error as { details?: readonly StructuralError[] }
  return Array.isArray(details) ? details : []
}
