import { sightingOf } from '../../drift/sighting.ts'
import { observe } from '../../learn/observe.ts'
import type { Document } from '../../model/document.ts'
import type { Observation } from '../../model/observation.ts'
import type { Operation } from '../../model/operation.ts'
import type { Statistics } from '../../model/statistics.ts'
import { shapeOf } from '../../schema/shape.ts'

/** What an answer of the application shows of the contract; undefined when no answer came. */
export function countAnswer(
  document: Document,
  operation: Operation,
  observation: Observation,
): Statistics | undefined {
  const sighting = sightingOf(operation, observation)
  if (sighting === undefined) return undefined
  const schema = sighting.mediaType?.schema
  return observe(sighting, schema && shapeOf(document, schema))
}
