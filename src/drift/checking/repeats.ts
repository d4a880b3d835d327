import type { Check, DriftDraft } from '../../model/observation.ts'
import { parentOf } from '../../util/pointer.ts'
import { byText } from '../../util/text.ts'
import { isUnnamed, mostViolations } from '../evidence/ceiling.ts'
import { mostExamples } from '../evidence/finding.ts'

/** What a check said about an exchange. */
export interface Said {
  readonly check: Check
  readonly draft: DriftDraft
}

/** What was said, and how often: of more than are shown, the first by text stands for the rest too. */
export interface Counted extends Said {
  readonly samples: number
}

/** Of drafts that make one finding, those that will be shown: fifty thousand wrong items cost three findings. */
export function withoutRepeats(drafts: readonly Said[]): readonly Counted[] {
  const groups = new Map<string, { readonly shown: Said[]; rest: number }>()
  for (const said of drafts) {
    const { direction, part, place, key } = said.draft
    const identity = JSON.stringify([said.check.id, direction, part, place, key])
    const group = groups.get(identity) ?? { shown: [], rest: 0 }
    groups.set(identity, group)
    const { shown } = group
    const after = shown.findIndex((other) => byText(pointerOf(said), pointerOf(other)) < 0)
    shown.splice(after < 0 ? shown.length : after, 0, said)
    if (shown.length <= mostExamples) continue
    shown.pop()
    group.rest += 1
  }
  const counted = [...groups.values()].flatMap(({ shown, rest }) =>
    shown.map((said, at) => ({ ...said, samples: at === 0 ? 1 + rest : 1 })),
  )
  return counted.length <= mostViolations ? counted : withoutSurplus(counted)
}

/**
 * Of what `underCeiling` will fold into one finding, a few that carry the number of all: fifty thousand properties that
 * nobody knows cost no finding each.
 */
function withoutSurplus(all: readonly Counted[]): readonly Counted[] {
  const places = new Map<string, Counted[]>()
  for (const counted of all) {
    const { check, draft } = counted
    const place = draft.place ?? ''
    const at = isUnnamed(check.id, draft.expected) ? parentOf(place) : place
    // What is told as less than the rest must not hide behind it.
    const group = JSON.stringify([check.id, draft.direction, draft.part, at, draft.assumed, draft.allowed])
    const there = places.get(group)
    if (there === undefined) places.set(group, [counted])
    else there.push(counted)
  }
  return [...places.values()].flatMap((there) => {
    if (there.length <= mostViolations + mostExamples) return there
    const violations = new Map<string, Counted[]>()
    for (const counted of there.sort(byViolation)) {
      const key = JSON.stringify([counted.draft.place, counted.draft.key])
      const same = violations.get(key)
      if (same === undefined) violations.set(key, [counted])
      else same.push(counted)
    }
    const sorted = [...violations.values()]
    const surplus = sorted.slice(mostViolations).flat().sort(byPointer)
    const kept = surplus.slice(0, mostExamples)
    const rest = surplus.slice(mostExamples).reduce((sum, { samples }) => sum + samples, 0)
    return [
      ...sorted.slice(0, mostViolations).flat(),
      ...kept.map((counted, at) => (at === 0 ? { ...counted, samples: counted.samples + rest } : counted)),
    ]
  })
}

const byPointer = (a: Said, b: Said): number => byText(pointerOf(a), pointerOf(b))
const byViolation = (a: Said, b: Said): number =>
  byText(a.draft.place ?? '', b.draft.place ?? '') || byText(a.draft.message, b.draft.message) || byPointer(a, b)

const pointerOf = ({ draft }: Said): string => draft.instancePointer ?? ''
