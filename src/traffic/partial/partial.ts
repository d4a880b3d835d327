import { byText } from '../../util/text.ts'
import type { TrafficResult } from './result.ts'

/** What all slices of one run have in common. */
export interface PartialRun {
  /** The version of specdrift. */
  readonly tool: string
  readonly api: string
  /** Address of the description. */
  readonly description: string
  readonly sha256: string
  readonly policy: string
  readonly failOn: string
  /** All else that decides what is found, as JSON. */
  readonly selection: string
}

/** The result of one slice of traffic or several, self-contained: what `check --partial` prints and `report merge` reads. */
export interface PartialResult {
  readonly specdrift: 'partial'
  readonly version: 1
  readonly run: PartialRun
  /** By the id of the slice: one that is there twice counts once. */
  readonly slices: Readonly<Record<string, TrafficResult>>
  /** Of the state of `check --follow`: how far it has come. */
  readonly follow?: FollowFacts
}

/** What a follower knows besides its result. */
export interface FollowFacts {
  /** The last offset that was counted, by the hash of its source. */
  readonly offsets: Readonly<Record<string, number>>
  /** Records left out because they were counted before. */
  readonly repeated: number
}

/** The name of what two runs differ in; undefined where they are one. */
export function differenceOf(a: PartialRun, b: PartialRun): string | undefined {
  // The names of the facts, which Object.keys only calls strings.
  return (Object.keys(a) as (keyof PartialRun)[]).find((name) => a[name] !== b[name])
}

/**
 * The union of partial results by slice: associative, commutative and idempotent. Of two results of one slice, which only differ when
 * it was not the same, the first by text is kept.
 */
export function uniteSlices(all: readonly PartialResult[]): PartialResult['slices'] {
  const slices = new Map<string, { readonly result: TrafficResult; readonly text: string }>()
  for (const [id, result] of all.flatMap((partial) => Object.entries(partial.slices))) {
    const known = slices.get(id)
    const text = JSON.stringify(result)
    if (known === undefined || byText(text, known.text) < 0) slices.set(id, { result, text })
  }
  return Object.fromEntries(
    [...slices].sort(([a], [b]) => byText(a, b)).map(([id, { result }]) => [id, result] as const),
  )
}
