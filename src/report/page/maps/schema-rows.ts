import type { OperationCounts } from '../../../model/live/statistics.ts'
import type { OperationCoverage } from '../../../model/report.ts'
import { byText } from '../../../util/text.ts'

/** One location of a body: how often it was seen, and what was seen there. */
export interface SchemaRow {
  readonly pointer: string
  readonly name: string
  readonly depth: number
  readonly seen: number
  readonly nulls: number
  /** Values of the enumeration that were seen, as JSON, and how often. */
  readonly values: readonly (readonly [value: string, count: number])[]
  /** Values of it that never were. */
  readonly never: readonly string[]
}

/** The bodies of one media type of one response. */
export interface SchemaBody {
  /** `200 application/json`. */
  readonly part: string
  readonly rows: readonly SchemaRow[]
}

/** What `unseen` lists: `property 200 application/json /closedAt`, `value 200 application/json /status "LOST"`. */
const unseenLine = /^(property|value) (\S+ \S+) (\/\S*|)(?: (.+))?$/

/** The bodies of an operation as trees of locations: seen ones from the counts, the others from what coverage misses. */
export function schemaBodies(
  counts: OperationCounts | undefined,
  { unseen }: OperationCoverage,
): readonly SchemaBody[] {
  const parts = new Map<string, Map<string, SchemaRow>>()
  const rowsOf = (part: string) => {
    const known = parts.get(part) ?? new Map<string, SchemaRow>()
    parts.set(part, known)
    return known
  }
  for (const [part, { locations }] of Object.entries(counts?.bodies ?? {}))
    for (const [pointer, { seen, nulls = 0, values = {} }] of Object.entries(locations))
      rowsOf(part).set(pointer, { ...placeOf(pointer), seen, nulls, values: Object.entries(values), never: [] })
  for (const line of unseen) {
    const [, kind, part, pointer, value] = unseenLine.exec(line) ?? []
    if (kind === undefined || part === undefined || pointer === undefined) continue
    const rows = rowsOf(part)
    const row = rows.get(pointer) ?? { ...placeOf(pointer), seen: 0, nulls: 0, values: [], never: [] }
    rows.set(pointer, kind === 'property' || value === undefined ? row : { ...row, never: [...row.never, value] })
  }
  return [...parts]
    .map(([part, rows]) => ({ part, rows: [...rows.values()].filter(({ pointer }) => pointer !== '').sort(inTree) }))
    .filter(({ rows }) => rows.length > 0)
    .sort((a, b) => byText(a.part, b.part))
}

function placeOf(pointer: string): Pick<SchemaRow, 'pointer' | 'name' | 'depth'> {
  const tokens = pointer.split('/').slice(1)
  const named = tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
  const name = named.findLast((token) => token !== '*') ?? ''
  const isList = named.at(-1) === '*'
  const depth = named.filter((token) => token !== '*').length - 1
  return { pointer, name: isList ? `${name}[]` : name, depth: Math.max(0, Math.min(5, depth)) }
}

/** A location comes before what is below it. */
function inTree(a: SchemaRow, b: SchemaRow): number {
  return byText(`${a.pointer}/`, `${b.pointer}/`)
}
