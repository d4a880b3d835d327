import type { Change } from '../model/diff/change.ts'
import type { Json } from '../model/json.ts'
import type { Description } from '../model/operation.ts'
import { minus } from '../util/json.ts'
import { type Aspect, isGuessAt } from '../util/marks.ts'

/** Returns whether a change affects a part that is marked `x-assumed` on either side (docs/assumed.md). */
export function isAssumedChange(change: Change, base: Description, revision: Description): boolean {
  const aspect = aspectOf(change)
  if (aspect === undefined) return false
  const isPresent = { base: change.before !== undefined, revision: change.after !== undefined }
  const sides = [
    { document: base.document, pointer: change.site.base, isOwn: isPresent.base },
    { document: revision.document, pointer: change.site.revision, isOwn: isPresent.revision },
  ]
  return sides.some(({ document, pointer, isOwn }) => {
    // A side without the part points at its parent, which has a different key.
    if (pointer === undefined || (aspect.keyword === 'key' && !isOwn)) return false
    return isGuessAt(document, pointer, aspect)
  })
}

/** Documentation and facts about a whole operation are never assumed. */
function aspectOf(change: Change): Aspect | undefined {
  const { kind, before, after } = change
  if (kind === 'documentation' || kind === 'deprecation') return undefined
  if (kind === 'schema.enum') return { keyword: 'enum', values: changed(before, after) }
  if (kind === 'schema.type') return { keyword: 'type', values: changed(before, after) }
  if (kind === 'schema.extensible-enum') return { keyword: 'x-extensible-enum', values: changed(before, after) }
  if (kind === 'schema.required') return { keyword: 'required', values: [before ?? after ?? ''] }
  if (kind === 'schema.bound' || kind === 'schema.keyword' || kind === 'schema.variant') {
    return { keyword: before?.keyword ?? after?.keyword ?? '' }
  }
  if (kind === 'schema.closed') return { keyword: before ?? after ?? '' }
  if (kind === 'schema.access')
    return { keyword: after === 'readWrite' || after === undefined ? (before ?? '') : after }
  return { keyword: keywords[kind] ?? 'key' }
}

const keywords: Partial<Readonly<Record<Change['kind'], string>>> = {
  'schema.nullable': 'nullable',
  'schema.format': 'format',
  'schema.pattern': 'pattern',
  'schema.multiple-of': 'multipleOf',
  'schema.unique-items': 'uniqueItems',
  'schema.discriminator': 'discriminator',
  'schema.default': 'default',
  'parameter.required': 'required',
  'request-body.required': 'required',
  'header.required': 'required',
}

function changed<T extends Json>(before: readonly T[] = [], after: readonly T[] = []): readonly Json[] {
  return [...minus(before, after), ...minus(after, before)]
}
