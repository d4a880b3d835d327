import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readText } from '../../files/read-regular.ts'
import { writeWhole } from '../../files/write-whole.ts'
import { toolError } from '../../model/errors.ts'
import type { Json } from '../../model/json.ts'
import type { ConsumerUse, OperationUse, Seen, UseSource } from '../../model/report/consumer.ts'
import { isObject, own, ownEntries, ownString } from '../../util/json.ts'
import { byText } from '../../util/text.ts'

export function useFile(folder: string, consumer: string): string {
  return join(folder, `${consumer.replace(/[^\p{L}\p{N}._-]+/gu, '-')}.json`)
}

/** Reads the uses of all consumers in a folder, sorted by name. Throws FILE_UNREADABLE, STORE_BROKEN. */
export async function readUses(folder: string): Promise<readonly ConsumerUse[]> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw toolError('FILE_UNREADABLE', [folder, cause instanceof Error ? cause.message : String(cause)], cause)
  })
  const files = names.filter((name) => name.endsWith('.json')).sort(byText)
  const uses = await Promise.all(files.map((name) => readUse(join(folder, name))))
  return uses.sort((a, b) => byText(a.consumer, b.consumer))
}

/** Reads the uses of one consumer. Throws FILE_UNREADABLE, STORE_BROKEN. */
export async function readUse(file: string): Promise<ConsumerUse> {
  const text = await readText(file).catch((cause: unknown) => {
    throw toolError('FILE_UNREADABLE', [file, cause instanceof Error ? cause.message : String(cause)], cause)
  })
  let value: Json
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw toolError('STORE_BROKEN', [file, 'it is not JSON'], cause)
  }
  const flaw = flawOf(value)
  if (flaw !== undefined) throw toolError('STORE_BROKEN', [file, flaw])
  return value as unknown as ConsumerUse
}

/** Describes why a value isn't a valid use file; undefined if it is valid. */
function flawOf(value: Json): string | undefined {
  if (!isObject(value)) return 'it is not a JSON object'
  if (own(value, 'v') !== 1) return '`v` is not 1'
  if (ownString(value, 'consumer') === '') return '`consumer` is missing'
  if (!Array.isArray(own(value, 'sources'))) return '`sources` is not a list'
  if (!isObject(own(value, 'operations'))) return '`operations` is not an object'
  const [wrong] = ownEntries(value, 'operations').flatMap(([key, use]) => {
    if (!isObject(use)) return [`\`operations\` has no object at ${JSON.stringify(key)}`]
    const lists = [
      own(use, 'sends') ?? [],
      own(use, 'unseen') ?? [],
      ...statusLists(use, 'given'),
      ...statusLists(use, 'reads'),
    ]
    return lists.every(isTexts) ? [] : [`what it says of ${JSON.stringify(key)} is not made of lists of texts`]
  })
  return wrong
}

function statusLists(use: Json, name: string): readonly unknown[] {
  const lists = own(use, name)
  if (lists === undefined) return []
  return isObject(lists) ? Object.values(lists) : [undefined]
}

function isTexts(list: unknown): boolean {
  return Array.isArray(list) && list.every((item) => typeof item === 'string')
}

/** Writes the uses of a consumer. Keys are sorted, so equal uses produce equal files. Throws WRITE_FAILED. */
export async function writeUse(file: string, use: ConsumerUse): Promise<void> {
  await writeWhole(file, `${JSON.stringify(use, null, 2)}\n`)
}

/** Adds the counts of one consumer's uses. For two APIs, the result names no API and applies to all. */
export function mergeUses(a: ConsumerUse, b: ConsumerUse): ConsumerUse {
  const keys = [...new Set([...Object.keys(a.operations), ...Object.keys(b.operations)])].sort(byText)
  const { api } = a
  return {
    v: 1,
    consumer: a.consumer,
    ...(api !== undefined && api === b.api && { api }),
    sources: mergeSources([...a.sources, ...b.sources]),
    ...optional('added', united(a.added, b.added)),
    operations: Object.fromEntries(keys.map((key) => [key, mergeOperation(a.operations[key], b.operations[key])])),
  }
}

function mergeSources(all: readonly UseSource[]): readonly UseSource[] {
  const kinds = [...new Set(all.map(({ kind }) => kind))].sort(byText)
  return kinds.map((kind) => {
    const same = all.filter((one) => one.kind === kind)
    const [from, to] = [
      same.flatMap((one) => one.from ?? []).sort()[0],
      same
        .flatMap((one) => one.to ?? [])
        .sort()
        .at(-1),
    ]
    const exchanges = same.reduce((sum, one) => sum + (one.exchanges ?? 0), 0)
    return { kind, from, to, ...(exchanges > 0 && { exchanges }) }
  })
}

function mergeOperation(a: OperationUse = {}, b: OperationUse = {}): OperationUse {
  const { calls, ...days } = mergeSeen(a, b)
  const names = [...new Set([...Object.keys(a.seen ?? {}), ...Object.keys(b.seen ?? {})])].sort(byText)
  const seen = names.map((name): [string, Seen] => [name, mergeSeen(a.seen?.[name], b.seen?.[name])])
  return {
    ...(calls > 0 && { calls }),
    ...days,
    ...optional('sends', united(a.sends, b.sends)),
    ...optional('unseen', united(a.unseen, b.unseen)),
    ...optional('given', givenBoth(a.given, b.given)),
    ...optional('reads', unitedBy(a.reads, b.reads)),
    ...(seen.length > 0 && { seen: Object.fromEntries(seen) }),
  }
}

function mergeSeen(a: Partial<Seen> = {}, b: Partial<Seen> = {}): Seen {
  const [first] = [a.first, b.first].filter((day) => day !== undefined).sort()
  const last = [a.last, b.last]
    .filter((day) => day !== undefined)
    .sort()
    .at(-1)
  return { calls: (a.calls ?? 0) + (b.calls ?? 0), ...optional('first', first), ...optional('last', last) }
}

/** Merges received parts. The name `headers` stays only if both recorded the headers for the status. */
function givenBoth(a: ByStatus, b: ByStatus): ByStatus {
  const all = Object.entries(unitedBy(a, b) ?? {}).map(([status, names]): [string, readonly string[]] => {
    const lists = [a?.[status], b?.[status]].filter((list) => list !== undefined)
    return [
      status,
      lists.every((list) => list.includes('headers')) ? names : names.filter((name) => name !== 'headers'),
    ]
  })
  return a === undefined && b === undefined ? undefined : Object.fromEntries(all)
}

function optional<K extends string, T>(name: K, value: T | undefined): { readonly [key in K]?: T } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [key in K]: T })
}

function united<T extends string>(a: readonly T[] | undefined, b: readonly T[] | undefined): readonly T[] | undefined {
  return a === undefined && b === undefined ? undefined : [...new Set([...(a ?? []), ...(b ?? [])])].sort(byText)
}

type ByStatus = Readonly<Record<string, readonly string[]>> | undefined

function unitedBy(a: ByStatus, b: ByStatus): ByStatus {
  if (a === undefined && b === undefined) return undefined
  const statuses = [...new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})])].sort(byText)
  return Object.fromEntries(statuses.map((status) => [status, united(a?.[status], b?.[status]) ?? []]))
}
