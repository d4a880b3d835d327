import type { Json } from '../../../../model/json.ts'
import type { NormalSchema } from '../../../../schema/normal-form/normal.ts'
import { equalJson, minus } from '../../../../util/json.ts'
import { byText } from '../../../../util/text.ts'
import type { SchemaPair } from '../unit.ts'
import { setEffect } from '../whole/effect.ts'

/** Subschemas of the remaining applicators, and the keywords compared for equality only. */
export function compareKeywords(pair: SchemaPair): void {
  const { before, after, emit } = pair
  // A condition is added and removed as one.
  const isConditionKept = before.applicators.has('if') === after.applicators.has('if')
  for (const keyword of new Set([...before.applicators.keys(), ...after.applicators.keys()])) {
    if (!isConditionKept && /^(then|else)\b/.test(keyword)) continue
    const [was, is] = [before.applicators.get(keyword), after.applicators.get(keyword)]
    if (was !== undefined && is !== undefined) {
      pair.child({ kind: 'other', keyword }, was.parts, is.parts, was.polarity)
      continue
    }
    const value = { keyword, value: (was ?? is)?.parts[0]?.node ?? true }
    const spot = { base: was?.pointer ?? before.pointer, revision: is?.pointer ?? after.pointer }
    // One more constraint narrows, whatever is below it; but it names properties that a closed object then lets in.
    const alone = is === undefined ? 'widened' : 'narrowed'
    const effect = namesMore(pair, keyword) ? 'incomparable' : alone
    emit('schema.keyword', was && value, is && value, effect, spot)
  }
  compareDependentRequired(pair)
  for (const keyword of new Set([...before.opaque.keys(), ...after.opaque.keys()])) {
    const [was, is] = [before.opaque.get(keyword), after.opaque.get(keyword)]
    if (equalJson(was?.value, is?.value)) continue
    const effect = was === undefined ? 'narrowed' : is === undefined ? 'widened' : 'incomparable'
    const spot = { base: was?.pointer ?? before.pointer, revision: is?.pointer ?? after.pointer }
    emit('schema.keyword', was && { keyword, value: was.value }, is && { keyword, value: is.value }, effect, spot)
  }
}

/**
 * Whether what a keyword holds counts for `unevaluatedProperties: false` of the same schema, which leaves alone what conditions
 * and dependent schemas name (JSON Schema 2020-12 §11.3).
 */
function namesMore({ before, after }: SchemaPair, keyword: string): boolean {
  // Only `additionalProperties` has a counterpart there.
  const isClosed = [before, after].some(({ closed, additionalPointer }) => closed && additionalPointer === undefined)
  return isClosed && /^(if|then|else|dependentSchemas)\b/.test(keyword)
}

/** Dependencies `a → b` as the keyword lists them: `{ a: [b] }`. */
function asWritten(dependencies: readonly string[]): Json {
  const written = new Map<string, string[]>()
  for (const [name = '', needed = ''] of dependencies.map((text) => text.split(' → '))) {
    written.set(name, [...(written.get(name) ?? []), needed])
  }
  return Object.fromEntries(written)
}

/** One more dependency narrows, one fewer widens. */
function compareDependentRequired({ before, after, emit }: SchemaPair): void {
  const [was, is] = [
    [...before.dependentRequired.keys()].sort(byText),
    [...after.dependentRequired.keys()].sort(byText),
  ]
  const effect = setEffect(minus(is, was).length > 0, minus(was, is).length > 0)
  if (effect === 'none') return
  const value = (list: readonly string[]) =>
    list.length === 0 ? undefined : { keyword: 'dependentRequired', value: asWritten(list) }
  const location = (normal: NormalSchema) => [...normal.dependentRequired.values()][0] ?? normal.pointer
  emit('schema.keyword', value(was), value(is), effect, {
    base: location(before),
    revision: location(after),
    location: after.pointer,
  })
}
