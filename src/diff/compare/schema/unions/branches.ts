import { wrappedIn } from '../../../../schema/discriminator/subtypes.ts'
import { typeNames } from '../../../../schema/keywords/atoms.ts'
import { mayState } from '../../../../schema/keywords/hidden.ts'
import type { Conjunction, SchemaReader } from '../../../../schema/normal-form/normal.ts'
import { canonical } from '../../../../util/json.ts'
import { pointerTokens } from '../../../../util/pointer.ts'
import type { SchemaPair } from '../unit.ts'

interface Matches {
  readonly pairs: readonly (readonly [Conjunction, Conjunction])[]
  readonly removed: readonly Conjunction[]
  readonly added: readonly Conjunction[]
}

/** Matches branches by component name, equal text, constant tag, title, and finally by type in order. */
export function matchBranches(pair: SchemaPair, was: readonly Conjunction[], is: readonly Conjunction[]): Matches {
  const pairs: (readonly [Conjunction, Conjunction])[] = []
  let [removed, added] = [[...was], [...is]]
  const labels: ((reader: SchemaReader, branch: Conjunction) => string | undefined)[] = [
    (_, branch) => componentName(branch),
    (_, branch) => canonical(branch.map((part) => part.node)),
    tagOf,
    (reader, branch) => textAnnotation(reader, branch, 'title'),
    (reader, branch) => [...reader.normal(branch).properties.keys()].sort().join() || undefined,
    (reader, branch) => typeNames(reader.normal(branch).types).join(),
  ]
  for (const label of labels) {
    const twins = new Map<string, Conjunction[]>()
    for (const branch of added.toReversed()) {
      const name = label(pair.revision, branch)
      if (name !== undefined) (twins.get(name) ?? twins.set(name, []).get(name))?.push(branch)
    }
    const taken = new Set<Conjunction>()
    removed = removed.filter((branch) => {
      const name = label(pair.base, branch)
      const twin = name === undefined ? undefined : twins.get(name)?.pop()
      if (twin === undefined) return true
      taken.add(twin)
      pairs.push([branch, twin])
      return false
    })
    added = added.filter((branch) => !taken.has(branch))
  }
  return { pairs, removed, added }
}

/** Returns a name for a branch in messages. */
export function branchName(reader: SchemaReader, branch: Conjunction): string {
  const named =
    componentName(branch) ??
    textAnnotation(reader, branch, 'title') ??
    wrappedName(reader, branch) ??
    tagOf(reader, branch)
  if (named !== undefined) return named
  const { types, required } = reader.normal(branch)
  const names = typeNames(types)
  if (names[0] === 'any' && required.size > 0) return `with ${[...required.keys()].join(' and ')}`
  return names.length === 0 && types.has('null') ? 'null' : names.join(' or ')
}

/** Returns the name of the only component that an inline branch extends. */
function wrappedName({ document }: SchemaReader, [part, ...others]: Conjunction): string | undefined {
  const wrapped = part === undefined || others.length > 0 ? undefined : wrappedIn(document, part.node)
  return wrapped && componentName([wrapped])
}

export function componentName(branch: Conjunction): string | undefined {
  const [part] = branch
  const tokens = branch.length === 1 && part !== undefined ? pointerTokens(part.pointer) : []
  if (tokens[0] === 'components' && tokens[1] === 'schemas' && tokens.length === 3) return tokens[2]
  return tokens[0] === 'definitions' && tokens.length === 2 ? tokens[1] : undefined
}

function textAnnotation(reader: SchemaReader, branch: Conjunction, keyword: string): string | undefined {
  const value = reader.normal(branch).annotations.get(keyword)?.value
  return typeof value === 'string' ? value : undefined
}

/** Returns the first required property with a single allowed value, which distinguishes the branch. */
function tagOf(reader: SchemaReader, branch: Conjunction): string | undefined {
  const { properties, required } = reader.normal(branch)
  for (const [name, parts] of properties) {
    if (!required.has(name)) continue
    const entered = parts.flatMap(reader.enter)
    const values = mayState(reader, entered, ['enum', 'const']) ? reader.normal(entered).enum?.value : undefined
    if (values?.length === 1) return `${name}=${canonical(values[0])}`
  }
  return undefined
}
