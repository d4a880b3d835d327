import { dialects } from '../../model/dialect.ts'
import type { Json } from '../../model/json.ts'
import type { Patch } from '../../model/observation.ts'
import { isObject, own } from '../../util/json.ts'
import { joinPointer } from '../../util/pointer.ts'
import type { Sources } from '../generation/sources.ts'
import type { LimitedPart } from './apply-limit.ts'

type WithValue = Patch[number] & { readonly value: Json }

/** Returns the edits that add these limits to the description; none for parts without an editable schema. */
export function limitPatch(sources: Sources, parts: readonly LimitedPart[]): Patch {
  const edits = new Map<string, WithValue>()
  for (const edit of parts.flatMap((part) => editsOf(sources, part))) {
    const id = edit.path.endsWith('/-') ? JSON.stringify(edit) : edit.path
    const before = edits.get(id)
    // A later bound of the same keyword was learned under the earlier one and replaces it; `required` lists are joined.
    const value = [before?.value, edit.value].filter(Array.isArray).flat()
    edits.set(id, edit.path.endsWith('/required') ? { ...edit, value: [...new Set(value)] } : edit)
  }
  return [...edits.values()]
}

function editsOf({ document }: Sources, { limit, schema, property }: LimitedPart): readonly WithValue[] {
  const part = schema.find(({ node }) => own(node, 'type') !== undefined) ?? schema[0]
  const node = part && document.at(part.pointer)
  if (part === undefined || !isObject(node) || own(node, '$ref') !== undefined) return []
  const edit = (keyword: string, value: Json): WithValue => ({
    op: own(node, keyword) === undefined ? 'add' : 'replace',
    path: joinPointer(part.pointer, keyword),
    value,
  })
  if (limit.keyword === 'required') {
    if (property === undefined) return []
    const path = joinPointer(part.pointer, 'required')
    return Array.isArray(own(node, 'required'))
      ? [{ op: 'add', path: `${path}/-`, value: property }]
      : [edit('required', [property])]
  }
  const { keyword, value } = limit
  const isLegacy = !dialects[document.dialect].hasJsonSchema
  // JSON Schema draft 4 has a boolean flag in addition to the bound.
  if (isLegacy && keyword === 'exclusiveMinimum') return [edit('minimum', value), edit(keyword, true)]
  if (isLegacy && keyword === 'exclusiveMaximum') return [edit('maximum', value), edit(keyword, true)]
  return [edit(keyword, value)]
}

/** Describes the condition, for example `body /amount is at most 150`. */
export function limitText({ location, limit }: LimitedPart): string {
  switch (limit.keyword) {
    case 'required':
      return `${location} is there`
    case 'enum':
      return `${location} is one of ${limit.value.map((one) => JSON.stringify(one)).join(', ')}`
    case 'pattern':
    case 'format':
      return `${location} ${limit.keyword === 'pattern' ? 'matches' : 'has the format'} ${JSON.stringify(limit.value)}`
    default:
      return `${location} ${words[limit.keyword]} ${limit.value}${/Items$/.test(limit.keyword) ? ' items' : limit.keyword.endsWith('Length') ? ' characters' : ''}`
  }
}

const words = {
  ...{ minimum: 'is at least', maximum: 'is at most', exclusiveMinimum: 'is above', exclusiveMaximum: 'is below' },
  ...{ minLength: 'has at least', maxLength: 'has at most', minItems: 'has at least', maxItems: 'has at most' },
  multipleOf: 'is a multiple of',
} as const
