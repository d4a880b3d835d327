import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import { canonical, isObject, own, ownArray } from '../../util/json.ts'
import { parentOf } from '../../util/pointer.ts'
import { constraints } from '../normal-form/branches.ts'
import type { Conjunction, SchemaPart, SchemaReader } from '../normal-form/normal.ts'

/**
 * Names a set by its schemas, equal for the same set wherever it is written: a choice of components alone by these, anything else by
 * its location. Descriptions repeat such choices, and every question about one is a question about all.
 */
export function writtenName(reader: SchemaReader, parts: Conjunction, chosen: readonly Pointer[] = []): string {
  const shared = new Map<Pointer, string>()
  const names = parts.map((part) => {
    const name = choiceName(part)
    if (name !== undefined) shared.set(part.pointer, name)
    return name === undefined ? reader.key([part]) : `${name}${part.nullable ? '?' : ''}`
  })
  const groups = chosen.map((pointer) => shared.get(parentOf(pointer)) ?? pointer)
  return [names.join(' & '), ...groups].join(' ! ')
}

const known = new WeakMap<JsonObject, string>()

function choiceName({ node }: SchemaPart): string | undefined {
  if (!isObject(node)) return undefined
  const name = known.get(node) ?? read(node) ?? 'no choice'
  known.set(node, name)
  return name === 'no choice' ? undefined : name
}

function read(node: JsonObject): string | undefined {
  const [keyword = '', ...others] = constraints(node).filter((key) => key !== 'discriminator')
  if ((keyword !== 'oneOf' && keyword !== 'anyOf') || others.length > 0) return undefined
  const refs = ownArray(node, keyword).map(refOf)
  if (!refs.every((ref) => ref !== undefined)) return undefined
  return `${keyword} ${canonical(own(node, 'discriminator') ?? null)} ${refs.join(' | ')}`
}

function refOf(branch: Json): string | undefined {
  const ref = own(branch, '$ref')
  return isObject(branch) && Object.keys(branch).length === 1 && typeof ref === 'string' && ref.startsWith('#/')
    ? ref
    : undefined
}
