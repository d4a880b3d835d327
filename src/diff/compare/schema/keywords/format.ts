import type { Effect } from '../../../../model/diff/change.ts'
import {
  isContainedFormat,
  numberRange,
  numbersOf,
  restrictingFormats,
} from '../../../../schema/formats/format-sets.ts'
import type { NormalSchema } from '../../../../schema/normal-form/normal.ts'
import { equalJson } from '../../../../util/json.ts'
import { byText } from '../../../../util/text.ts'
import { setEffect } from '../blame/effect.ts'
import type { SchemaPair } from '../unit.ts'

/** States a change of format: by the values it removes or allows, or as documentation when it refuses none. */
export function compareFormat(pair: SchemaPair): void {
  const { before, after, emit } = pair
  const names = ({ formats }: NormalSchema): string[] => formats.map(({ value }) => value).sort(byText)
  const [was, is] = [names(before), names(after)]
  if (equalJson(was, is)) return
  const spot = {
    base: before.formats[0]?.pointer ?? before.pointer,
    revision: after.formats[0]?.pointer ?? after.pointer,
  }
  const effect = formatEffect(before, after)
  const written = (list: readonly string[]): string | undefined => list.join(' and ') || undefined
  if (effect !== 'none') emit('schema.format', written(was), written(is), effect, spot)
  // Dialects express some formats with other keywords.
  else if (pair.base.document.dialect === pair.revision.document.dialect) {
    const facts = (list: readonly string[]) => (list.length === 0 ? undefined : { format: list.join(' and ') })
    emit('documentation', facts(was), facts(is), 'none', spot)
  }
}

function formatEffect(before: NormalSchema, after: NormalSchema): Effect {
  const [was, is] = [before, after].map((normal) => restrictingFormats(normal).map(({ value }) => value))
  const refuses = (inside: NormalSchema, held: readonly string[], wanted: string): boolean => {
    const numbers = numbersOf(wanted)
    if (numbers === undefined) return !held.some((format) => isContainedFormat(format, wanted))
    const range = numberRange(inside)
    const isOutside = range.least < numbers.least || range.most > numbers.most
    return isOutside || (numbers.isWhole && !range.isWhole)
  }
  return setEffect(
    (is ?? []).some((format) => refuses(before, was ?? [], format)),
    (was ?? []).some((format) => refuses(after, is ?? [], format)),
  )
}
