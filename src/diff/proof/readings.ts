import type { ListForm } from '../../model/diff/change.ts'
import type { Json } from '../../model/json.ts'
import { plainText, readDescribed } from '../../numbers/exact.ts'
import { canonical, isObject } from '../../util/json.ts'

/**
 * What the text of a parameter or header can be read as: `5` is a string, a number and a list of one, `a,b` a string and,
 * where commas part items, a list of two. `written` and `read` are the forms of the version that sends and of the one that
 * receives it.
 */
export function readings(value: Json, written: ListForm, read: ListForm): readonly Json[] {
  if (Array.isArray(value)) {
    const lists = [value, ...listReadings(value)]
    // A list of at most one value is written as that value alone.
    if (value.length < 2) return [...lists, ...listReadings([value[0] ?? '']), ...oneReadings(scalar(value[0] ?? ''))]
    if (written === 'repeated') return lists
    const text = value.map(scalar).join(written)
    return [...lists, ...oneReadings(text), ...listReadings(itemsOf(text, read))]
  }
  if (isObject(value)) {
    const isEmpty = Object.keys(value).length === 0
    return [
      value,
      eachMember(value, scalarsAsText),
      eachMember(value, closest),
      ...(isEmpty ? readings('', written, read) : []),
    ]
  }
  // Null is written as an empty text.
  if (value === null) return [value, ...readings('', written, read)]
  const text = scalar(value)
  // A delimiter within one value may have been escaped, and an empty text may be a list of nothing.
  const lists = [[text], itemsOf(text, read), ...(text === '' ? [[]] : [])]
  return [...oneReadings(text), ...lists.flatMap(listReadings)]
}

function itemsOf(text: string, form: ListForm): string[] {
  return form === 'repeated' ? [text] : text.split(form)
}

function listReadings(list: readonly Json[]): Json[] {
  const texts = list.map((item) => (item === null ? '' : scalar(item)))
  return [list.map(scalarsAsText), list.map(closest), texts]
}

/** A text as itself, and as the number or boolean it looks like. */
function oneReadings(text: string): Json[] {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  if (!Number.isNaN(number)) return [text, /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? readDescribed(text) : number]
  return text === 'true' || text === 'false' ? [text, text === 'true'] : [text]
}

function eachMember(value: Json, change: (member: Json) => Json): Json {
  if (Array.isArray(value)) return value.map((item) => eachMember(item, change))
  if (!isObject(value)) return change(value)
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, eachMember(member, change)]))
}

function scalarsAsText(value: Json): Json {
  return typeof value === 'object' ? value : scalar(value)
}

function closest(value: Json): Json {
  return typeof value === 'object' ? value : (oneReadings(scalar(value)).at(-1) ?? value)
}

function scalar(value: Json): string {
  if (typeof value === 'number') return plainText(value)
  return typeof value === 'string' ? value : canonical(value)
}
