import type { Document } from '../../model/document.ts'
import type { Json } from '../../model/json.ts'
import { canonical, own, ownArray } from '../../util/json.ts'
import { parentOf } from '../../util/pointer.ts'
import { modernSchema } from '../keywords/dialect.ts'
import { constraints, isNullOnly } from './branches.ts'
import type { SchemaReader, VariantGroup } from './normal.ts'

/**
 * Whether a `oneOf` is meant as exclusive: no discriminator, and branches that differ in `required`
 * or `not` alone ("either `id` or `name`"). Every other `oneOf` is read as a union, because branches of published descriptions overlap
 * and servers accept that.
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
  // Its branches are those of a choice inside it.
  if (ownArray(owner, 'oneOf').length === 1) return false
  const nodes = branches.map((branch) => branch.map(({ node }) => node))
  return own(owner, 'discriminator') === undefined && differInPresence(reader.document, nodes)
}

/** The same of a schema object as it is written. */
export function isExclusiveSchema(document: Document, schema: Json): boolean {
  const nodes = ownArray(schema, 'oneOf').map((node) => [node])
  return own(schema, 'discriminator') === undefined && differInPresence(document, nodes)
}

function differInPresence(document: Document, listed: readonly (readonly Json[])[]): boolean {
  if (listed.length < 2) return false
  // Null beside them is of none of them.
  const branches = listed.filter(([node, ...others]) => others.length > 0 || !isNull(document, node ?? true))
  if (branches.length < 2) return false
  // Few do, and texts cost more to write than keywords to look up.
  if (!branches.every((nodes) => speaksOfPresence(document, nodes, 0))) return false
  const [first, ...others] = branches
  const frame = frameOf(document, first ?? [], 0)
  return others.every((nodes) => frameOf(document, nodes, 0) === frame)
}

function isNull(document: Document, node: Json): boolean {
  return isNullOnly(modernSchema(node, document.dialect))
}

/** Whether there is a `required` or a `not`. */
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

/** All but `required`, `not` and annotations, as one text. */
function frameOf(document: Document, nodes: readonly Json[], depth: number): string {
  const texts: string[] = []
  for (const node of nodes) {
    const schema = modernSchema(follow(document, node), document.dialect)
    // A title names a variant, and a variant is more than a way to be present.
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
