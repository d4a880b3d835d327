import { dump } from 'js-yaml'
import type { Json } from '../../model/json.ts'

/** Text that js-yaml doesn't escape but that could act: format characters that reorder or hide text, and workflow commands. */
const acting = /[\p{Cf}\p{Zl}\p{Zp}]|(?<=^\s*):(?=:)|(?<=#)#(?=\w*\[)/gmu
/** js-yaml puts text with a control character into double quotes, where an escape has a meaning. */
const mark = '\u0001'
const marked = /\\x01\{([0-9a-f]+)\}/g

/** Returns YAML that parses to the same value, with acting text escaped. */
export function yamlText(value: Json): string {
  return dump(held(value), { lineWidth: -1, noRefs: true }).replace(marked, (_, hex: string) =>
    hex.length > 4 ? `\\U${hex.padStart(8, '0')}` : `\\u${hex.padStart(4, '0')}`,
  )
}

function held(value: Json): Json {
  if (typeof value === 'string')
    return value.replace(acting, (found) => `${mark}{${(found.codePointAt(0) ?? 0).toString(16)}}`)
  if (Array.isArray(value)) return value.map(held)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [String(held(key)), held(one)]))
}
