import { describe } from '../../description/dialects/operations.ts'
import { loadDocument } from '../../description/reading/load.ts'
import type { Located } from '../../model/document.ts'
import type { Json, JsonObject } from '../../model/json.ts'
import type { Description, MediaType, Operation, Way } from '../../model/operation.ts'
import type { ConsumerUse, OperationUse } from '../../model/report/consumer.ts'
import { sample } from '../../schema/sampling/sample.ts'
import { receivedBy } from '../../traffic/consumers/used-locations.ts'
import { isObject, own, ownString } from '../../util/json.ts'
import { joinPointer } from '../../util/pointer.ts'

export interface PactExport {
  readonly use: ConsumerUse
  /** Any address accepted by `loadDocument`. */
  readonly description: string
  readonly cwd: string
  /** Default: the title of the description. */
  readonly provider?: string
}

/** A Pact file, and the parts that it can't express. */
export interface ExportedPact {
  readonly pact: JsonObject
  readonly interactions: number
  readonly left: readonly string[]
}

/** Creates a version 3 Pact file with an interaction per operation and status: sampled values, and rules that match only types. */
export async function exportPact({ use, description: address, cwd, provider }: PactExport): Promise<ExportedPact> {
  const description = describe(await loadDocument(address, { cwd }))
  const left: string[] = []
  const interactions = Object.entries(use.operations).flatMap(([key, used]) => {
    const operation = description.operations.find((one) => one.key === key)
    if (operation === undefined) left.push(`${key}: the description does not have it`)
    const statuses = [...new Set([...Object.keys(used.given ?? {}), ...Object.keys(used.reads ?? {})])].sort()
    return operation === undefined
      ? []
      : statuses.flatMap((status) => {
          if (/^\d{3}$/.test(status)) return [interactionOf(description, operation, used, status)]
          left.push(`${key}: responses ${status} have no status of their own`)
          return []
        })
  })
  const pact = {
    consumer: { name: use.consumer },
    provider: { name: provider ?? (ownString(own(description.document.root, 'info'), 'title') || 'API') },
    interactions,
    metadata: { pactSpecification: { version: '3.0.0' } },
  }
  return { pact, interactions: interactions.length, left }
}

const byType = { matchers: [{ match: 'type' }] }

function interactionOf(description: Description, operation: Operation, use: OperationUse, status: string): JsonObject {
  const { key, method, path, requestBody, responses } = operation
  const { sends = [] } = use
  const exampleOf = (schema: Located | undefined, direction: Way): Json =>
    (schema && sample(description.document, schema, { direction, full: true })) ?? 'text'
  const sampled = (name: string): string => {
    const one = operation.parameters.find((each) => `${each.in} ${each.name}` === name)
    return String([exampleOf(one?.schema, 'request')].flat()[0] ?? '')
  }
  const named = (location: string): [string, string][] =>
    sends.flatMap((one): [string, string][] => {
      const [, name] = new RegExp(`^${location} ([^=]+)$`).exec(one) ?? []
      return name === undefined ? [] : [[name, sampled(one)]]
    })
  const mediaOf = (content: readonly MediaType[] = [], types: Iterable<string>): MediaType | undefined => {
    const known = [...types]
    return content.find(({ type }) => known.includes(`type ${type}`))
  }
  const received = receivedBy(use, status)
  const media = mediaOf(responses.find((one) => one.status === status)?.content, received.keys())
  const sent = sends.includes('body') ? mediaOf(requestBody?.content, sends) : undefined
  const body =
    media === undefined ? undefined : within(exampleOf(media.schema, 'response'), '', new Set(received.keys()))
  return {
    description: `${key} responds ${status}`,
    providerStates: [{ name: `${key} can respond ${status}` }],
    request: {
      method: method.toUpperCase(),
      path: path.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => encodeURIComponent(sampled(`path ${name}`))),
      query: Object.fromEntries(named('query').map(([name, value]) => [name, [value]])),
      headers: Object.fromEntries([...named('header'), ...(sent ? [['Content-Type', sent.type] as const] : [])]),
      ...(sent && { body: exampleOf(sent.schema, 'request') }),
    },
    response: {
      status: Number(status),
      ...(media && { headers: { 'Content-Type': media.type } }),
      ...(body !== undefined && { body, matchingRules: { body: { $: byType } } }),
    },
  }
}

function within(value: Json, at: string, used: ReadonlySet<string>): Json | undefined {
  if (Array.isArray(value)) {
    const items = value.flatMap((item) => within(item, joinPointer(at, '*'), used) ?? [])
    return items.length > 0 || used.has(at) ? items : undefined
  }
  if (!isObject(value)) return used.has(at) ? value : undefined
  const kept = Object.entries(value).flatMap(([name, member]): [string, Json][] => {
    const child = within(member, joinPointer(at, name), used) ?? within(member, joinPointer(at, '*'), used)
    return child === undefined ? [] : [[name, child]]
  })
  return kept.length > 0 || used.has(at) ? Object.fromEntries(kept) : undefined
}
