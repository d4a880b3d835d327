import { describe, expect, it } from 'vitest'
import { loadDocument } from '../../description/reading/load.ts'
import { inFull } from '../../testing/runs.ts'
import { builds } from '../builds/index.ts'
import { type GoodRequest, goodRequestsOf } from '../good-requests.ts'
import { testClient } from '../test-client.ts'

type Path = readonly (string | number)[]
type Schema = Readonly<Record<string, unknown>> & {
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
}
interface Member {
  readonly in: 'path' | 'query' | 'body'
  readonly path: Path
  readonly schema: Schema
  /** Additional members that select the variant in which the member is read. */
  readonly variant: Readonly<Record<string, unknown>>
}

const dates = [
  ...['2026-02-30', '2026-02-29', '2100-02-29', '2026-04-31', '2026-13-01', '2026-00-10', '2026-01-00', '2026-01-32'],
  ...['2026-1-5', '20260105', '26-01-05', '2026-W03', '2026-015', '15.01.2026', '01/15/2026', 'today', '1768435200000'],
  ...[' 2026-01-15', '2026-01-15 ', '2026-01-15\n', '２０２６-01-15', '2026-01-15T', '2026-01-15T10:00:00'],
  ...['2026-01-15T24:00:00Z', '2026-01-15T25:00:00Z', '2026-01-15T10:60:00Z', '2026-01-15T10:00:60Z'],
  ...['2026-02-30T10:00:00Z', '2026-01-15T10:00:00+24:00', '2026-01-15 10:00:00Z', '2026-01-15T10:00:00,5Z'],
  ...['2026-01-15T10:00Z', '2026-01-15t10:00:00z', '+002026-01-15', '-2026-01-15'],
]
const noTexts = ['null', '0', '20260115', 'true', '[]', '["2026-01-15"]', '{}', '1e400']
const noNumbers = ['null', 'true', '""', '"1"', '"1.5"', '"1,5"', '"1e3"', '"NaN"', '"ten"', '[]', '[1]', '{}', '1e400']

/** Returns invalid values of a member as JSON text. */
function badValues({ in: place, path, schema }: Member): readonly string[] {
  const { minimum = 0, maximum = 1e12, pattern, type } = schema
  if (schema.enum !== undefined) {
    const first = String(schema.enum.find((value) => value !== ''))
    const texts = [first.toLowerCase(), ` ${first}`, `${first} `, first.slice(0, -1), `${first},${first}`]
    const wrong = [...texts, '', 'NONSENSE', 'constructor', '__proto__'].filter((each) => !schema.enum?.includes(each))
    if (place !== 'body') return wrong.filter((each) => each.trim() !== '').map((each) => JSON.stringify(each))
    return [
      ...wrong.map((each) => JSON.stringify(each)),
      ...['null', '0', 'true', '{}', `["${first}"]`, `[["${first}"]]`],
    ]
  }
  const numbers = ['-1', '-0.000000001', '1000000000000.01', ...(type === 'integer' ? ['1.5'] : [])]
  if (place === 'query') {
    const texts = ['', ' 1', '1 ', '+1', '0x1', '1e1', '1,0', '1.0', 'ten', '１', 'null', '2147483648', ...numbers]
    const own = String(path[0]) === 'pageSize' ? ['0', '101', '010'] : []
    return [...texts, ...own].map((each) => JSON.stringify(each))
  }
  if (/^date/.test(String(path.at(-1)))) return [...dates.map((each) => JSON.stringify(each)), ...noTexts]
  expect([type, pattern]).toEqual([expect.stringMatching(/^(number|integer)$/), undefined])
  const bounds = [Number(minimum) * 0.99, Number(maximum) * 1.01].map(String)
  return [...noNumbers, ...numbers, ...bounds]
}

/** Returns every date, number and enumeration in the parameters and body of each operation of a build. */
async function membersOf(build: string): Promise<ReadonlyMap<string, readonly Member[]>> {
  const document = await loadDocument(`lending@${build}`)
  // All references in the snapshots resolve.
  const follow = (value: unknown): Schema => {
    const { $ref } = Object(value)
    return typeof $ref === 'string' ? follow(document.resolve($ref)?.node) : Object(value)
  }
  function* walk(value: unknown, path: Path, variant: Member['variant']): Generator<Member> {
    const schema = follow(value)
    const isText = /^date/.test(String(path.at(-1))) || path[0] === 'pageNumber' || path[0] === 'pageSize'
    const isRead = schema.enum !== undefined || schema.type === 'number' || schema.type === 'integer' || isText
    if (isRead) yield { in: 'body', path, schema, variant }
    const single = Object.entries(schema.properties ?? {}).filter(([, each]) => follow(each).enum?.length === 1)
    const own = Object.fromEntries(single.map(([name, each]) => [name, follow(each).enum?.[0]]))
    const chosen = path.length === 0 ? own : variant
    for (const [name, each] of Object.entries(schema.properties ?? {})) yield* walk(each, [...path, name], chosen)
    if (schema.items !== undefined) yield* walk(schema.items, [...path, 0], variant)
    for (const branch of [schema.allOf ?? [], schema.oneOf ?? [], schema.anyOf ?? []].flat())
      yield* walk(branch, path, variant)
  }
  const members = new Map<string, Member[]>()
  for (const [path, item] of Object.entries(Object(document.root.paths))) {
    for (const [method, operation] of Object.entries(Object(item))) {
      if (!/^(get|post|patch)$/.test(method)) continue
      const { parameters = [], requestBody } = Object(operation)
      const [content] = Object.values(Object(follow(requestBody).content))
      const given = [...(Object(item).parameters ?? []), ...parameters]
        .map(follow)
        .flatMap(({ in: place, name, schema }) =>
          [...walk(schema, [String(name)], {})].map(
            (each): Member => ({ ...each, in: place === 'path' ? 'path' : 'query' }),
          ),
        )
      members.set(`${method.toUpperCase()} ${path}`, [...given, ...walk(Object(content).schema, [], {})])
    }
  }
  return members
}

/** Returns a copy with a value at a path, creating missing parents. */
function put(value: unknown, [name, ...rest]: Path, inner: unknown): unknown {
  if (name === undefined) return inner
  if (typeof name === 'number') return [put(Object(value)[name], rest, inner)]
  return { ...Object(value), [name]: put(Object(value)[name], rest, inner) }
}

const marked = '<bad>'

/** Returns a valid request with one invalid value: what to call, and the body as JSON text. */
function spoiled([operation, target, body]: GoodRequest, { in: place, path, variant }: Member, bad: string) {
  const [method = '', template = ''] = operation.split(' ')
  const [name = ''] = path
  const url = new URL(target, 'http://localhost')
  if (place === 'query') url.searchParams.set(String(name), JSON.parse(bad))
  const segments = template.split('/').map((each, index) => {
    return place === 'path' && each === `{${name}}`
      ? encodeURIComponent(JSON.parse(bad))
      : url.pathname.split('/')[index]
  })
  const wrong = JSON.stringify(put({ ...body, ...variant }, path, marked)).replace(`"${marked}"`, () => bad)
  return { call: `${method} ${segments.join('/')}${url.search}`, ...(place === 'body' && { rawBody: wrong }) }
}

/** Conditions for the documented error body of a rejected field. */
const documented: readonly ((body: Readonly<Record<string, unknown>>) => boolean)[] = [
  ({ code }) => code === 'INVALID_FIELD' || code === 'LIMIT_EXCEEDED',
  ({ message, traceId }) => typeof message === 'string' && typeof traceId === 'string',
  ({ field, fields }) => Array.isArray(fields) && fields[0] === field,
]

const cases = await Promise.all(
  inFull(builds, ['b01', 'b04', 'b07']).map(async (build) => {
    const members = await membersOf(build)
    const all = goodRequestsOf(build).flatMap((request) =>
      (members.get(request[0]) ?? []).map((member) => ({ request, member, values: badValues(member) })),
    )
    return {
      build,
      all,
      members: all.length,
      count: all.flatMap(({ values }) => values).length,
      operations: members.size,
    }
  }),
)

describe('every date, number and enumeration of the description', () => {
  it.each(cases)(
    '$build, $operations operations: rejects $members members with $count invalid values',
    async ({ build, all }) => {
      const client = testClient({ build })
      const accepted: string[] = []
      for (const { request, member, values } of all) {
        const field = member.path.filter((each) => typeof each === 'string').join('.')
        for (const bad of values) {
          const { call, ...sent } = spoiled(request, member, bad)
          const { status, body } = await client.call(call, sent)
          // Infinity is rejected before members are read, naming the outermost one.
          const named = String(body.field).replace(/\[\d+\]/g, '')
          const isShown = body.rejectedValue !== undefined || bad === 'null' || bad === '1e400'
          const isDocumented = documented.every((each) => each(body)) && isShown && (bad === '1e400' || named === field)
          if (status !== 400 || !isDocumented)
            accepted.push(`${call} ${field} ${bad}: ${status} ${JSON.stringify(body)}`)
        }
      }
      expect(accepted).toEqual([])
    },
  )

  it('are found in 49 operations of the latest description', () => {
    expect(cases.at(-1)).toMatchObject({ operations: 49 })
    expect(cases.at(-1)?.members).toBeGreaterThan(50)
  })
})
