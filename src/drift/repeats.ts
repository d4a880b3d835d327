import type { Check, DriftDraft } from '../model/observation.ts'
import { byText } from '../util/text.ts'
import { mostExamples } from './finding.ts'

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
  return [...groups.values()].flatMap(({ shown, rest }) =>
    shown.map((said, at) => ({ ...said, samples: at === 0 ? 1 + rest : 1 })),
  )
}

const pointerOf = ({ draft }: Said): string => draft.instancePointer ?? ''
