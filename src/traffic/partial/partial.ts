import { byText } from '../../util/text.ts'
import type { TrafficResult } from './result.ts'

/** Facts that all slices of a run share. */
export interface PartialRun {
  readonly tool: string
  readonly api: string
  /** Address of the description. */
  readonly description: string
  readonly sha256: string
  readonly policy: string
  readonly failOn: string
  /** All other options that affect the findings, as JSON. */
  readonly selection: string
}

/** Self-contained result of one or more slices of traffic. `check --partial` writes it and `report merge` reads it. */
export interface PartialResult {
  readonly specdrift: 'partial'
  readonly version: 1
  readonly run: PartialRun
  /** By slice id, so that a repeated slice counts once. */
  readonly slices: Readonly<Record<string, TrafficResult>>
  /** Progress of `check --follow`. */
  readonly follow?: FollowFacts
}

export interface FollowFacts {
  /** Last counted offset, by the source's hash. */
  readonly offsets: Readonly<Record<string, number>>
  /** Records skipped because an earlier start counted them. */
  readonly repeated: number
}

/** Returns the name of a fact that differs between two runs; undefined if they are the same run. */
export function differenceOf(a: PartialRun, b: PartialRun): string | undefined {
  // `Object.keys` returns plain strings, but these are the names of the facts.
  return (Object.keys(a) as (keyof PartialRun)[]).find((name) => a[name] !== b[name])
}

/** Associative, commutative and idempotent. If a slice id was reused, keeps the first result in sort order. */
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
