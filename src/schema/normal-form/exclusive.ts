import type { Document } from '../../model/document.ts'
import type { Json } from '../../model/json.ts'
import { canonical, own, ownArray } from '../../util/json.ts'
import { parentOf } from '../../util/pointer.ts'
import { modernSchema } from '../keywords/dialect.ts'
import { constraints, isNullOnly } from './branches.ts'
import type { SchemaReader, VariantGroup } from './normal.ts'

/**
 * Returns whether a `oneOf` is meant to be exclusive: it has no discriminator, and its branches differ only in `required` or `not`. Others
 * count as unions, because branches of published descriptions overlap and servers accept that.
 */
export function isExclusive(reader: SchemaReader, group: VariantGroup): boolean {
  if (reader.unions === 'exact') return group.keyword === 'oneOf'
  const isKnown = known.get(group) ?? readExclusive(reader, group)
  known.set(group, isKnown)
  return isKnown
}

const known = new WeakMap<VariantGroup, boolean>()

function readExclusive(reader: SchemaReader, { keyword, pointer, branches }: VariantGroup): boolean {
  if (keyword !== 'oneOf') return false
  const owner = reader.document.at(parentOf(pointer))
  // The branches belong to a nested choice.
  if (ownArray(owner, 'oneOf').length === 1) return false
  const nodes = branches.map((branch) => branch.map(({ node }) => node))
  return own(owner, 'discriminator') === undefined && differInPresence(reader.document, nodes)
}

/** Like `isExclusive`, for a schema object as written. */
export function isExclusiveSchema(document: Document, schema: Json): boolean {
  const nodes = ownArray(schema, 'oneOf').map((node) => [node])
  return own(schema, 'discriminator') === undefined && differInPresence(document, nodes)
}

function differInPresence(document: Document, listed: readonly (readonly Json[])[]): boolean {
  if (listed.length < 2) return false
  // A null branch doesn't count.
  const branches = listed.filter(([node, ...others]) => others.length > 0 || !isNull(document, node ?? true))
  if (branches.length < 2) return false
  // Cheap check first: few schemas pass it, and building the text is slow.
  if (!branches.every((nodes) => speaksOfPresence(document, nodes, 0))) return false
  const [first, ...others] = branches
  const frame = frameOf(document, first ?? [], 0)
  return others.every((nodes) => frameOf(document, nodes, 0) === frame)
}

function isNull(document: Document, node: Json): boolean {
  return isNullOnly(modernSchema(node, document.dialect))
}

/** Returns whether a schema uses `required` or `not`. */
function speaksOfPresence(document: Document, nodes: readonly Json[], depth: number): boolean {
  return nodes.some((node) => {
    const schema = modernSchema(follow(document, node), document.dialect)
    return constraints(schema).some(
      (keyword) =>
        keyword === 'required' ||
        keyword === 'not' ||
        (keyword === 'allOf' && depth < 5 && speaksOfPresence(document, ownArray(schema as Json, keyword), depth + 1)),
    )
  })
}

/** Returns everything except `required`, `not` and annotations as text. */
function frameOf(document: Document, nodes: readonly Json[], depth: number): string {
  const texts: string[] = []
  for (const node of nodes) {
    const schema = modernSchema(follow(document, node), document.dialect)
    // Different titles mean different variants, not just alternative `required` lists.
    texts.push(
      ...[own(schema as Json, 'title')]
        .filter((title) => title !== undefined)
        .map((title) => `title: ${canonical(title)}`),
    )
    for (const keyword of constraints(schema)) {
      const value = own(schema as Json, keyword) ?? true
      if (keyword === 'required' || keyword === 'not') continue
      if (keyword === 'allOf' && depth < 5) {
        const inner = frameOf(document, ownArray(schema as Json, keyword), depth + 1)
        if (inner !== '') texts.push(inner)
      } else texts.push(`${keyword}: ${canonical(value)}`)
    }
  }
  return [...new Set(texts)].sort().join('\n')
}

function follow(document: Document, node: Json): Json {
  const ref = own(node, '$ref')
  return (typeof ref === 'string' ? document.resolve(ref)?.node : undefined) ?? node
}
