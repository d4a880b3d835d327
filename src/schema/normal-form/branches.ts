import type { Json, JsonObject } from '../../model/json.ts'
import { canonical, isObject, own, ownArray } from '../../util/json.ts'
import { type Atom, atomsOf } from '../keywords/atoms.ts'

const annotations = new Set(['title', 'description', 'example', 'examples', 'deprecated', '$comment'])

/** Returns the keywords that constrain a value, without annotations. */
export function constraints(schema: JsonObject | boolean): string[] {
  if (typeof schema === 'boolean') return ['boolean schema']
  const found = Object.keys(schema)
  let count = 0
  for (let index = 0; index < found.length; index++) {
    const key = found[index] ?? ''
    if (!annotations.has(key) && !key.startsWith('x-')) found[count++] = key
  }
  found.length = count
  return found
}

/** Returns whether a schema rejects every value: `false` or an equivalent `not`. */
export function refusesAll(schema: JsonObject | boolean): boolean {
  if (typeof schema === 'boolean') return !schema
  const not = own(schema, 'not')
  return not === true || (isObject(not) && constraints(not).length === 0)
}

/** Returns the inner schema of a double negation. */
export function deniedTwice(schema: JsonObject): Json | undefined {
  const not = own(schema, 'not')
  return isObject(not) && constraints(not).join() === 'not' ? own(not, 'not') : undefined
}

export function isNullOnly(schema: JsonObject | boolean): boolean {
  if (typeof schema === 'boolean') return false
  const type = own(schema, 'type')
  const values = own(schema, 'enum')
  const nullType = type === 'null' || (Array.isArray(type) && type.length === 1 && type[0] === 'null')
  const nullValue =
    own(schema, 'const') === null || (Array.isArray(values) && values.length === 1 && values[0] === null)
  return nullType || nullValue
}

/** Returns the values of a group whose branches are all constants or lists. */
export function listedValues(schemas: readonly (JsonObject | boolean)[]): Json[] | undefined {
  const values: Json[] = []
  for (const schema of schemas) {
    const keys = constraints(schema)
    if (typeof schema === 'boolean' || !keys.every((key) => key === 'const' || key === 'enum' || key === 'type')) return
    if (keys.includes('const')) values.push(own(schema, 'const') ?? null)
    else if (keys.includes('enum')) values.push(...ownArray(schema, 'enum'))
    else return
  }
  const distinct = new Map(values.map((value) => [canonical(value), value]))
  return distinct.size === values.length ? values : undefined
}

/** Returns the types of a group whose branches are all bare types; with `oneOf` they must not overlap. */
export function listedTypes(
  schemas: readonly (JsonObject | boolean)[],
  keyword: 'oneOf' | 'anyOf',
): Set<Atom> | undefined {
  const union = new Set<Atom>()
  for (const schema of schemas) {
    if (typeof schema === 'boolean' || constraints(schema).join() !== 'type') return
    const type = own(schema, 'type') ?? null
    for (const atom of atomsOf(Array.isArray(type) ? type : [type])) {
      if (keyword === 'oneOf' && union.has(atom)) return
      union.add(atom)
    }
  }
  return union
}
