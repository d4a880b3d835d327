import type { Change, ChangeKind, Use } from '../../model/change.ts'
import type { UnreadPart } from '../../model/operation.ts'

/**
 * Leaves out what looks added or removed only because the side that lacks it could not be read: nobody knows what stands
 * behind a `$ref` that leads nowhere. What is left out is said as not checked, by the description that could not be read.
 */
export function withoutUnread(
  changes: readonly Change[],
  before: readonly UnreadPart[],
  after: readonly UnreadPart[],
): readonly Change[] {
  const [lostBefore, lostAfter] = [before, after].map((parts) => parts.filter(({ inSchema }) => !inSchema))
  return changes.flatMap((change) => {
    const lacking = change.after === undefined ? lostAfter : change.before === undefined ? lostBefore : []
    if (lacking === undefined || lacking.length === 0) return [change]
    const uses = change.uses.filter((use) => !lacking.some((part) => hides(part, change.kind, use)))
    return uses.length === 0 ? [] : [{ ...change, uses }]
  })
}

/** Where the parts stand that a kind of change can make appear or go. */
const places: Partial<Readonly<Record<ChangeKind, readonly string[]>>> = {
  parameter: ['parameters'],
  'request-body': ['requestBody', 'parameters'],
  'media-type': ['requestBody', 'responses'],
  response: ['responses'],
  header: ['responses'],
  links: ['responses'],
  callback: ['callbacks'],
}

function hides({ operation, within }: UnreadPart, kind: ChangeKind, { operation: key, part }: Use): boolean {
  const [method, path] = operation.split(' ')
  if (method === '*') return kind === 'operation' && key.endsWith(` ${path}`)
  if (operation !== key) return false
  const [place, name] = within
  if (place === undefined) return places[kind] !== undefined
  if (places[kind]?.includes(place) !== true) return false
  return place !== 'responses' || name === undefined || part === '' || part.split(' ')[0] === name.toUpperCase()
}
