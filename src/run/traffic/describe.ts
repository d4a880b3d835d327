import { describe } from '../../description/dialects/operations.ts'
import { loadDocument } from '../../description/reading/load.ts'
import { createRouter } from '../../drift/routing/route.ts'
import type { Document } from '../../model/document.ts'
import { toolError } from '../../model/errors.ts'
import type { PatchOperation } from '../../model/finding.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Description, Operation } from '../../model/operation.ts'
import { toObservation } from '../../traffic/checking/to-observation.ts'
import { createAdditions } from '../../traffic/drafting/additions.ts'
import { canBeDrafted, draftDocument } from '../../traffic/drafting/draft-document.ts'
import { createKnownOperations } from '../../traffic/drafting/known-operations.ts'
import { addExchange } from '../../traffic/drafting/operation-facts.ts'
import { createPathTree, type PathTree } from '../../traffic/drafting/path-tree.ts'
import type { Budget } from '../../traffic/drafting/shape.ts'
import { type Alias, addressOf, createLocator } from '../../traffic/matching/locate.ts'
import type { RecordedExchange } from '../../traffic/recording.ts'
import { plural } from '../../util/text.ts'
import { readSource } from './reading/read-source.ts'
import { sourcesOf } from './reading/sources.ts'
import { readHere } from './taker.ts'
import { isForeign } from './unmatched.ts'

export interface DescribeOptions {
  /** Paths, folders, globs, or `-`. */
  readonly recordings: readonly string[]
  readonly stdin: AsyncIterable<Uint8Array | string>
  readonly cwd: string
  readonly specsDir: string
  /** Any address accepted by `loadDocument`. Without it, all recorded operations are drafted. */
  readonly description?: string
  readonly format?: string
  readonly aliases?: readonly Alias[]
  readonly baseUrls?: readonly string[]
  /** Minimum number of values as evidence for `required`, a format or a map. */
  readonly evidence: number
}

export interface Drafted {
  /** Draft of all undescribed operations. */
  readonly document: JsonObject
  readonly operations: number
  /** With a description: the missing parts. */
  readonly patch?: readonly PatchOperation[]
  readonly base?: Document
  /** Parts that weren't drafted, with the reason. */
  readonly left: readonly string[]
}

/** Memory limits while reading. */
const most = { shapes: 60_000, hosts: 50 }

/**
 * Drafts operations that the description lacks. Throws NO_RECORDING, UNKNOWN_FORMAT, NOTHING_RECORDED, or USAGE for Swagger 2.0.
 */
export async function describeTraffic(options: DescribeOptions): Promise<Drafted> {
  const { cwd, specsDir, baseUrls = [] } = options
  const description =
    options.description === undefined ? undefined : describe(await loadDocument(options.description, { cwd, specsDir }))
  if (description?.document.dialect === '2.0')
    throw toolError('USAGE', ['A Swagger 2.0 description cannot be added to: draft a document of its own.'])
  const known = description && createKnownOperations(description)
  const additions = createAdditions(description)
  const router = createRouter(description?.operations ?? [])
  const bases = basesOf(description?.operations ?? [])
  const locate = createLocator(options)
  const budget: Budget = { shapes: most.shapes, exchange: 0 }
  const trees = new Map<string, HostFacts>()
  const hosts: Record<string, number> = Object.create(null)
  const counts = { records: 0, broken: 0, elsewhere: 0, noResponse: 0, tooMany: 0 }
  const sink = {
    record: () => void counts.records++,
    broken: () => void counts.broken++,
    check(exchange: RecordedExchange): void {
      const reason = take(exchange)
      if (reason !== undefined) counts[reason]++
    },
  }
  const take = (exchange: RecordedExchange): 'elsewhere' | 'noResponse' | 'tooMany' | undefined => {
    const address = locate(exchange.request.url)
    if (address === undefined) return 'elsewhere'
    const observation = toObservation(exchange, address.path)
    if (observation.status === undefined) return 'noResponse'
    budget.exchange++
    const { method } = observation.request
    const operation = router.match(method, address.path)
    if (operation !== undefined) {
      hosts[address.host] = (hosts[address.host] ?? 0) + 1
      known?.add(operation, observation, budget)
      return undefined
    }
    const [neighbour] = router.at(address.path)
    if (neighbour !== undefined) {
      additions.add(neighbour, observation, budget)
      return undefined
    }
    const seen = hostOf(trees, baseUrls.length > 0 ? '' : address.host, exchange.request.url)
    const facts = seen?.tree.at(method, withoutBase(address.path, bases), budget.exchange)
    if (seen === undefined || facts === undefined) return 'tooMany'
    seen.exchanges++
    if (/json/i.test(observation.headers['content-type'] ?? '')) seen.json++
    addExchange(facts, observation, budget)
    return undefined
  }
  for (const source of await sourcesOf(options.recordings, cwd, options.stdin))
    await readSource(source, readHere(sink), options)

  const own = ownHosts(trees, description, hosts)
  const operations = additions.united(own)
  const drafted = operations.filter(canBeDrafted)
  const left = [
    ...(counts.broken > 0 ? [`${counts.broken} of ${plural(counts.records, 'record')}: could not be read`] : []),
    ...(counts.noResponse > 0 ? [`${plural(counts.noResponse, 'request')}: no response was recorded`] : []),
    ...(counts.elsewhere > 0 ? [`${plural(counts.elsewhere, 'request')}: not by HTTP, or not below --base-url`] : []),
    ...(counts.tooMany > 0 ? [`${plural(counts.tooMany, 'request')}: there are too many operations`] : []),
    ...[...trees]
      .filter(([, each]) => !own.includes(each))
      .map(
        ([host, { exchanges }]) =>
          `${plural(exchanges, 'request')} to ${host}: taken for another API; --base-url names this one`,
      ),
    ...refused(operations.length - drafted.length),
  ]
  if (description === undefined && drafted.length === 0)
    throw toolError('NOTHING_RECORDED', ['no request was accepted by a server'])
  const [first] = own
  const servers = baseUrls.length > 0 ? baseUrls : first?.origin === undefined ? [] : [first.origin]
  const title = description ? `${description.document.name}, undocumented` : titleOf(servers[0])
  const document = draftDocument(drafted, { title, servers: description ? [] : servers }, options)
  if (description === undefined) return { document, operations: drafted.length, left }
  const dialect = description.document.dialect === '3.0' ? '3.0' : '3.1'
  const draft = { evidence: options.evidence, dialect, hasSchemes: false } as const
  const patch = [...additions.patch(own, draft), ...(known?.patch(draft) ?? [])]
  return { document, operations: drafted.length, patch, base: description.document, left }
}

function refused(count: number): readonly string[] {
  return count > 0 ? [`${plural(count, 'operation')}: no request was accepted`] : []
}

interface HostFacts {
  readonly tree: PathTree
  readonly origin?: string
  exchanges: number
  json: number
}

function hostOf(trees: Map<string, HostFacts>, host: string, url: string): HostFacts | undefined {
  const known = trees.get(host)
  if (known !== undefined || trees.size >= most.hosts) return known
  const origin = /^(https?):\/\//i.exec(url)?.[1]
  const made = {
    ...{ tree: createPathTree(), exchanges: 0, json: 0 },
    ...(origin !== undefined && addressOf(url).host === host && { origin: `${origin.toLowerCase()}://${host}` }),
  }
  trees.set(host, made)
  return made
}

/** Without a description, chooses the host with the most JSON responses. */
function ownHosts(
  trees: ReadonlyMap<string, HostFacts>,
  description: Description | undefined,
  hosts: Readonly<Record<string, number>>,
): readonly HostFacts[] {
  const all = [...trees]
  if (description !== undefined)
    return all.filter(([host]) => !isForeign({ host }, hosts, description.operations)).map(([, each]) => each)
  const named = all.filter(([host]) => host !== '').map(([, each]) => each)
  const ranked = named.toSorted((a, b) => b.json - a.json || b.exchanges - a.exchanges)
  const pathsOnly = trees.get('')
  return [...ranked.slice(0, 1), ...(pathsOnly ? [pathsOnly] : [])]
}

function basesOf(operations: readonly Operation[]): readonly string[] {
  const bases = new Set(operations.flatMap(({ basePaths }) => basePaths.map((base) => base.replace(/\/+$/, ''))))
  return [...bases].filter((base) => base !== '' && !base.includes('{')).sort((a, b) => b.length - a.length)
}

function withoutBase(path: string, bases: readonly string[]): string {
  const base = bases.find((each) => path.startsWith(`${each}/`))
  return base === undefined ? path : path.slice(base.length)
}

function titleOf(server: string | undefined): string {
  const host = server === undefined ? '' : addressOf(server).host
  return host === '' ? 'Recorded API' : host
}
