import { randomUUID } from 'node:crypto'
import { readText } from '../../../files/read-regular.ts'
import { writeWhole } from '../../../files/write-whole.ts'
import { toolError } from '../../../model/errors.ts'
import {
  differenceOf,
  type FollowFacts,
  type PartialResult,
  type PartialRun,
} from '../../../traffic/partial/partial.ts'
import type { TrafficResult } from '../../../traffic/partial/result.ts'
import { readPartials } from '../merge-partials.ts'

/** State of a follower: a partial result of one slice, readable by `report merge`, and the offsets. */
export interface FollowState extends FollowFacts {
  readonly slice: string
  /** Absent at the first start. */
  readonly result?: TrafficResult
}

/** Path of a state file, and its name in messages. */
export interface StateFile {
  readonly path: string
  readonly name: string
}

/** Reads the state of a run. `slice`: id of a new one. Throws FILE_UNREADABLE, REPORT_BROKEN, and USAGE for the state of another run. */
export async function readState({ path, name }: StateFile, run: PartialRun, slice?: string): Promise<FollowState> {
  const text = await readText(path).catch((cause: unknown) => {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined
    throw toolError('FILE_UNREADABLE', [name, cause instanceof Error ? cause.message : String(cause)], cause)
  })
  if (text === undefined) return { slice: slice ?? randomUUID(), offsets: {}, repeated: 0 }
  const [partial, ...others] = readPartials(text, name) ?? []
  const slices = Object.entries(partial?.slices ?? {})
  const [id, result] = slices[0] ?? []
  if (partial === undefined || id === undefined || result === undefined || slices.length + others.length > 1)
    throw toolError('REPORT_BROKEN', [name, 'it is no state of `check --follow`'])
  const difference = differenceOf(partial.run, run)
  if (difference !== undefined)
    throw toolError('USAGE', [
      `${name} is the state of another run: its ${difference} differs. Give another --state; \`specdrift report merge\` still reads this one.`,
    ])
  if (slice !== undefined && slice !== id)
    throw toolError('USAGE', [`${name} is the state of the slice ${id}, not of ${slice}.`])
  const { offsets, repeated } = partial.follow ?? { offsets: {}, repeated: 0 }
  return { slice: id, result, offsets, repeated }
}

/** Writes a state atomically. Throws WRITE_FAILED. */
export async function writeState(
  { path, name }: StateFile,
  run: PartialRun,
  { slice, result, offsets, repeated }: Required<FollowState>,
): Promise<void> {
  const follow = { offsets, repeated }
  const partial: PartialResult = { specdrift: 'partial', version: 1, run, slices: { [slice]: result }, follow }
  await writeWhole(path, `${JSON.stringify(partial)}\n`, name)
}
