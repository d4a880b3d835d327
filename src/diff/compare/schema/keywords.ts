import type { Effect } from '../../../model/change.ts'
import type { Polarity } from '../../../schema/normal.ts'
import { equalJson } from '../../../util/json.ts'
import type { SchemaPair } from './unit.ts'

/** Subschemas of the remaining applicators, and the keywords compared for equality only. */
export function compareKeywords(pair: SchemaPair): void {
  const { before, after, emit } = pair
  for (const keyword of new Set([...before.applicators.keys(), ...after.applicators.keys()])) {
    const [was, is] = [before.applicators.get(keyword), after.applicators.get(keyword)]
    if (was !== undefined && is !== undefined) {
      pair.child({ kind: 'other', keyword }, was.parts, is.parts, was.polarity)
      continue
    }
    const value = { keyword, value: (was ?? is)?.parts[0]?.node ?? true }
    const spot = { base: was?.pointer ?? before.pointer, revision: is?.pointer ?? after.pointer }
    const effect = presenceEffect(is !== undefined, (was ?? is)?.polarity ?? 'undecided')
    emit('schema.keyword', was && value, is && value, effect, spot)
  }
  for (const keyword of new Set([...before.opaque.keys(), ...after.opaque.keys()])) {
    const [was, is] = [before.opaque.get(keyword), after.opaque.get(keyword)]
    if (equalJson(was?.value, is?.value)) continue
    const effect = was === undefined ? 'narrowed' : is === undefined ? 'widened' : 'incomparable'
    const spot = { base: was?.pointer ?? before.pointer, revision: is?.pointer ?? after.pointer }
    emit('schema.keyword', was && { keyword, value: was.value }, is && { keyword, value: is.value }, effect, spot)
  }
}

/** One more constraint narrows, whatever is below it; a lone `then` or `if` is not decided. */
function presenceEffect(added: boolean, polarity: Polarity): Effect {
  if (polarity === 'undecided') return 'incomparable'
  return added ? 'narrowed' : 'widened'
}
