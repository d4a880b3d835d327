import type { Json } from '../../model/json.ts'
import { isObject } from '../../util/json.ts'
import { parsed } from '../reach/read-values.ts'

/** Maximum length of the returned line. */
const longest = 200
/** Maximum number of messages in the line. */
const mostTexts = 3
/** Maximum nesting of the members to search. */
const deepest = 6

/** Members that contain error messages. `short` ones often contain only an error name and count if there is no other. */
const sentences = new Set(['message', 'detail', 'details', 'msg', 'reason', 'description', 'defaultmessage', 'errors'])
const short = new Set(['error', 'title', 'error_description'])
const others =
  /^(?:loc|type|error_?type|code|ctx|input|url|path|extra|extensions|instance|status|trace|stack|(?:request_?|trace_?|correlation_?)?id|timestamp)$/i

interface Text {
  readonly text: string
  readonly isShort: boolean
}

/** Returns the messages in an error response as one line; undefined if there are none. */
export function serverMessage(body: string | undefined): string | undefined {
  if (body === undefined) return undefined
  const json = parsed(body)
  const texts = json === undefined ? [] : textsIn(json, undefined, 0)
  const long = texts.filter(({ isShort }) => !isShort)
  const chosen = [...new Set((long.length > 0 ? long : texts).map(({ text }) => text))].slice(0, mostTexts)
  const written =
    json === undefined
      ? body.replaceAll(/<(?:style|script)[\s\S]*?<\/(?:style|script)>|<[^>]*>/gi, ' ')
      : chosen.join('; ')
  const line = written.replaceAll(/\s+/g, ' ').trim()
  if (line === '') return undefined
  const characters = [...line]
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : line
}

/** `above`: the enclosing member that contains the message, and the `field` it is about. */
function textsIn(
  node: Json,
  above: (Pick<Text, 'isShort'> & { readonly field?: string }) | undefined,
  depth: number,
): readonly Text[] {
  if (depth > deepest) return []
  if (typeof node === 'string') {
    if (above === undefined ? depth > 0 : node.trim() === '') return []
    const field = above?.field === undefined ? '' : `${above.field}: `
    return [{ text: `${field}${node}`, isShort: above?.isShort ?? true }]
  }
  if (Array.isArray(node))
    return node
      .slice(0, mostTexts)
      .flatMap((item) => textsIn(item, above ?? (depth === 0 ? { isShort: true } : undefined), depth + 1))
  if (!isObject(node)) return []
  return Object.entries(node).flatMap(([name, member]) => {
    const key = name.toLowerCase()
    if (sentences.has(key)) return textsIn(member, { isShort: false }, depth + 1)
    if (short.has(key)) return textsIn(member, { isShort: true }, depth + 1)
    if (others.test(name)) return []
    // Django and marshmallow list messages under the field name; marshmallow nests those of array items.
    const isExplained = above !== undefined || depth === 0
    const isTexts = Array.isArray(member) && member.every((item) => typeof item === 'string')
    const isField = isExplained && (isTexts || (above !== undefined && isObject(member)))
    const field = above?.field === undefined ? name : `${above.field}.${name}`
    return textsIn(member, isField ? { isShort: above?.isShort ?? true, field } : undefined, depth + 1)
  })
}
