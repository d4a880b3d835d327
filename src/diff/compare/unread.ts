import type { Change, ChangeKind, Use } from '../../model/diff/change.ts'
import type { UnreadPart } from '../../model/operation.ts'

/** Drops changes caused only by a broken `$ref`, which are reported as unchecked. */
export function withoutUnread(
  changes: readonly Change[],
  before: readonly UnreadPart[],
  after: readonly UnreadPart[],
): readonly Change[] {
  const [unreadBefore, unreadAfter] = [before, after].map((parts) => parts.filter(({ inSchema }) => !inSchema))
  return changes.flatMap((change) => {
    const lacking = change.after === undefined ? unreadAfter : change.before === undefined ? unreadBefore : []
    if (lacking === undefined || lacking.length === 0) return [change]
    const uses = change.uses.filter((use) => !lacking.some((part) => hides(part, change.kind, use)))
    return uses.length === 0 ? [] : [{ ...change, uses }]
  })
}

/** Members in which a kind of change can add or remove parts. */
const locations: Partial<Readonly<Record<ChangeKind, readonly string[]>>> = {
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
  const [location, name] = within
  if (location === undefined) return locations[kind] !== undefined
  if (locations[kind]?.includes(location) !== true) return false
  return location !== 'responses' || name === undefined || part === '' || part.split(' ')[0] === name.toUpperCase()
}
