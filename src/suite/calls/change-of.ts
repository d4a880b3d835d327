import { identifiersOf } from '../../drift/harm/addressed.ts'
import { parsed } from '../../drift/reach/read-values.ts'
import type { Redactor } from '../../drift/redaction/redact.ts'
import type { Observation } from '../../model/observation.ts'
import type { Description, Operation } from '../../model/operation.ts'
import type { TargetChangeKind } from '../../model/report/target-changes.ts'
import { effectOf } from '../../resources/effect.ts'
import { lastNounOf } from '../../resources/paths.ts'
import { percentDecoded } from '../../util/pointer.ts'

/** Effect of a call on the target's data, according to its response. */
export interface CallChange {
  readonly kind: Exclude<TargetChangeKind, 'left-behind'>
  /** Paths of the resources; empty if a creation returns no path. */
  readonly names: readonly string[]
}

/** Returns undefined for a call that only read or computed. */
export function changeOf(
  operation: Operation,
  description: Description,
  { request, status = 0, headers, body }: Observation,
  redactor: Redactor,
): CallChange | undefined {
  if (status < 200 || status > 299) return undefined
  const effect = effectOf(operation, description, false)
  const path = redactor.text(percentDecoded((request.path.split('?', 1)[0] ?? '').replace(/\/$/, '')))
  if (effect === 'reads') return undefined
  if (operation.method === 'DELETE') return { kind: 'deleted', names: [path] }
  if (status !== 201 && effect !== 'adds') return { kind: 'changed', names: [path] }
  if (operation.method !== 'POST') return { kind: 'created', names: [path] }
  const last = /([^/?#]+)\/?$/.exec(headers.location ?? '')?.[1]
  const ids = identifiersOf(parsed(body), lastNounOf(path))
  const named = ids.length > 0 ? ids : last === undefined ? [] : [last]
  return { kind: 'created', names: named.map((id) => redactor.text(`${path}/${id}`)) }
}
