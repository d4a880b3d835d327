import type { Json } from '../../model/json.ts'
import { defineCheck } from '../../model/observation.ts'
import { isObject } from '../../util/json.ts'

/** A list of at least this length may have further pages. */
const onePage = 10

export default defineCheck({
  id: 'list-lacks-created',
  title: 'A list lacks a created resource',
  why: "A client that lists its resources doesn't find the created one, and creates it again.",
  fix: 'Show a resource in the list as soon as its creation is confirmed.',
  severity: 'warning',
  generated: 'stateful',
  judge({ generated, observation: { status, headers }, json }) {
    const after = generated?.after
    if (after?.kind !== 'to-be-listed' || status < 200 || status > 299 || json === undefined) return undefined
    const list = listIn(json)
    if (list === undefined || list.length >= onePage || goesOn(json) || headers.link !== undefined) return undefined
    if (holds(json, String(after.id))) return undefined
    return { message: `lacks what ${after.by} made`, key: after.by }
  },
})

function listIn(body: Json): readonly Json[] | undefined {
  if (Array.isArray(body)) return body
  return isObject(body) ? Object.values(body).find((member): member is Json[] => Array.isArray(member)) : undefined
}

/** Tests whether a page announces a next page in any common form. */
function goesOn(body: Json): boolean {
  if (!isObject(body)) return false
  const members = Object.entries(body).flatMap(([name, member]): [string, Json][] =>
    isObject(member) ? Object.entries(member) : [[name, member]],
  )
  return members.some(
    ([name, value]) => /next|more|cursor/i.test(name) && value !== null && value !== false && value !== '',
  )
}

function holds(body: Json, id: string): boolean {
  const open: Json[] = [body]
  for (const node of open) {
    if (String(node) === id) return true
    if (Array.isArray(node)) open.push(...node)
    else if (isObject(node)) open.push(...Object.values(node))
  }
  return false
}
