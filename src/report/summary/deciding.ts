import type { Finding, Witness } from '../../model/finding.ts'
import type { Json } from '../../model/json.ts'
import { pointerTokens } from '../../util/pointer.ts'
import { brief } from '../labels.ts'

/** Returns pointers to the parts of a body that decide its validity: the property that a finding names, otherwise the values added or removed. */
export function decidingPointers({ site, after, before }: Finding, body: Json): readonly string[] {
  const name = lastProperty(site.pointer)
  const fresh = added(before, after)
  const found: string[] = []
  const walk = (value: Json, pointer: string): void => {
    if (found.length >= 20) return
    if (typeof value !== 'object' || value === null) {
      if (name === undefined && fresh.includes(JSON.stringify(value))) found.push(pointer)
      return
    }
    for (const [key, each] of Object.entries(value)) {
      const below = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
      if (key === name && !Array.isArray(value)) found.push(below)
      else walk(each as Json, below)
    }
  }
  walk(body, '')
  return found
}

function lastProperty(pointer: string): string | undefined {
  const tokens = pointerTokens(pointer)
  const at = tokens.lastIndexOf('properties')
  return at < 0 ? undefined : tokens[at + 1]
}

function added(before: Json | undefined, after: Json | undefined): readonly string[] {
  const list = (value: Json | undefined) => (Array.isArray(value) ? value.map((each) => JSON.stringify(each)) : [])
  const [old, now] = [list(before), list(after)]
  return [...now.filter((each) => !old.includes(each)), ...old.filter((each) => !now.includes(each))]
}

/** Formats a proof: `200 application/json {"status":"LOST"}`, `GET /loans?page=0`. A long body is cut to its deciding part. */
export function proofWords(finding: Finding, { part, request, body }: Witness, limit: number): string {
  // The request line already contains the value of the parameter.
  if (request !== undefined) return request
  if (body === undefined) return part
  return `${part} ${JSON.stringify(body).length <= limit ? brief(body, limit) : decidingPart(finding, body, limit)}`
}

/** Returns `… "permissions":"read" …` for a long body, or `… without "permissions"` if its absence is decisive. */
function decidingPart(finding: Finding, body: Json, limit: number): string {
  const [pointer] = decidingPointers(finding, body)
  const name = lastProperty(finding.site.pointer)
  if (pointer !== undefined) {
    const tokens = pointerTokens(pointer)
    const value = tokens.reduce<Json | undefined>((node, token) => (node as Record<string, Json> | null)?.[token], body)
    return `… ${brief(tokens.at(-1) ?? '', limit)}:${brief(value, limit)} …`
  }
  return name === undefined ? brief(body, limit) : `… without ${brief(name, limit)}`
}
