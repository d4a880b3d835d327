import { own, ownArray, ownString } from '../../util/json.ts'
import { modernSchema } from '../keywords/dialect.ts'
import { constraints, refusesAll } from '../normal-form/branches.ts'
import { follow } from '../normal-form/follow.ts'
import type { Conjunction, NormalSchema, SchemaReader } from '../normal-form/normal.ts'
import { lengthPatterns } from '../patterns/length.ts'
import { patternFlaw } from '../patterns/patterns.ts'
import { matchesPattern } from '../sampling/scalar.ts'

/** Names allowed by `propertyNames`: a list or a pattern. */
type Names = { readonly listed: ReadonlySet<string> } | { readonly pattern: string } | 'all' | 'none'

/** Rewrites `propertyNames` as a closed object with these names (JSON Schema 2020-12 §10.3.2.4) if that is exact. */
export function spellOutNames({ document }: SchemaReader, normal: NormalSchema): NormalSchema {
  const [part, ...others] = normal.applicators.get('propertyNames')?.parts ?? []
  if (part === undefined || others.length > 0 || normal.applicators.has('propertyNames 2')) return normal
  const names = namesOf(modernSchema(follow(document, part).node, document.dialect), part.pointer)
  if (names === undefined) return normal
  const applicators = new Map([...normal.applicators].filter(([keyword]) => keyword !== 'propertyNames'))
  const rest = { ...normal, applicators }
  if (names === 'all') return rest
  if (names === 'none')
    return { ...rest, bounds: new Map(normal.bounds).set('maxProperties', { value: 0, pointer: part.pointer }) }
  if (normal.patternProperties.size > 0) return normal
  const isAllowed = (name: string): boolean =>
    'listed' in names ? names.listed.has(name) : matchesPattern(names.pattern, name, true)
  // The result is closed: it rejects all other names.
  const properties = new Map<string, Conjunction>([...normal.properties].filter(([name]) => isAllowed(name)))
  // A closed object allows no further names.
  if (normal.closed) return { ...rest, properties }
  if ('pattern' in names) {
    // The pattern applies to declared names as well, but `additionalProperties` doesn't.
    if (normal.additional.length > 0 && properties.size > 0) return normal
    return { ...rest, properties, closed: true, patternProperties: new Map([[names.pattern, normal.additional]]) }
  }
  const anything = [{ node: true, pointer: part.pointer }]
  const valueParts = normal.additional.length > 0 ? normal.additional : anything
  for (const name of names.listed) if (!properties.has(name)) properties.set(name, valueParts)
  return { ...rest, properties, closed: true }
}

function namesOf(schema: ReturnType<typeof modernSchema>, pointer: string): Names | undefined {
  if (schema === true) return 'all'
  if (typeof schema === 'boolean' || refusesAll(schema)) return 'none'
  const keywords = constraints(schema).filter((key) => key !== 'type' || own(schema, key) !== 'string')
  const [keyword = ''] = keywords
  if (keywords.length === 0) return 'all'
  if (keywords.join() === 'enum' || keywords.join() === 'const') {
    const listed = keyword === 'enum' ? ownArray(schema, 'enum') : [own(schema, 'const') ?? null]
    return { listed: new Set(listed.filter((name) => typeof name === 'string')) }
  }
  const sized = (size: 'minLength' | 'maxLength') => {
    const value = own(schema, size)
    return typeof value === 'number' ? [[size, { value, pointer }] as const] : []
  }
  const isSize = keywords.every((key) => key === 'minLength' || key === 'maxLength')
  const lengths = lengthPatterns({ bounds: new Map([...sized('minLength'), ...sized('maxLength')]) })
  const [pattern] = isSize ? lengths : keywords.join() === 'pattern' ? [ownString(schema, 'pattern')] : []
  return pattern === undefined || patternFlaw(pattern) !== undefined ? undefined : { pattern }
}
