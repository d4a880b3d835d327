import type { GeneratedCase } from '../../../drift/generation/case.ts'
import type { Sources } from '../../../drift/generation/sources.ts'
import { breaksLimit, keepLimit, keepsLimit, type LimitedPart, partOf } from '../../../drift/learning/apply-limit.ts'
import { limitPatch, limitText } from '../../../drift/learning/limit-patch.ts'
import { readRefusal } from '../../../drift/learning/refusal.ts'
import { parsed } from '../../../drift/reach/read-values.ts'
import type { Json } from '../../../model/json.ts'
import type { Observation, Patch } from '../../../model/observation.ts'
import type { OperationKey } from '../../../model/operation.ts'
import type { Hint } from '../../../model/report.ts'
import type { CallRecord } from '../../../suite/calls/record.ts'
import { plural } from '../../../util/text.ts'

/** A limit named by rejections of valid requests. */
interface Lesson {
  readonly part: LimitedPart
  refusals: number
  /** A request that respects it was accepted. */
  isConfirmed: boolean
}

/** Learns from rejected valid requests for later requests of the same operation. */
export interface Learner {
  /** Records the response to a case. */
  hear(one: GeneratedCase, observation: Observation): void
  /** Adjusts a request to the learned limits, except at the locations under test. */
  adapted(one: GeneratedCase): GeneratedCase
  /** Returns whether the simplest request should be resent: to confirm a rejection, or because it has changed. */
  hasMore(key: OperationKey): boolean
  /** Returns edits of the description that document the learned limits. */
  patches(key: OperationKey): Patch
  hints(): readonly Hint[]
}

/**
 * A single rejection may be accidental or caused by the server's state. Missing values are added after the first, because that
 * affects no other value.
 */
const leastRefusals = 2
const enough = ({ refusals, part }: Lesson): boolean =>
  refusals >= (part.limit.keyword === 'required' ? 1 : leastRefusals)

/** Maximum number of resends per request for learning. */
export const mostLessons = 6

interface LearnerParts {
  readonly sources: Sources
  /** Returns whether a listed value may be a secret, which isn't learned. */
  isSecret(text: string): boolean
  /** Returns a value that the API has shown under a name. */
  shown?(name: string): Json | undefined
}

export function createLearner({ sources, isSecret, shown }: LearnerParts): Learner {
  const lessons = new Map<OperationKey, Map<string, Lesson>>()
  const changed = new Set<OperationKey>()
  const learned = (key: OperationKey): readonly Lesson[] =>
    [...(lessons.get(key)?.values() ?? [])].filter((one) => enough(one) && !isSecret(JSON.stringify(one.part.limit)))
  const repeated = (key: OperationKey): readonly Lesson[] =>
    learned(key).filter(({ refusals }) => refusals >= leastRefusals)
  const patchOf = (some: readonly Lesson[]): Patch =>
    limitPatch(
      sources,
      some.map(({ part }) => part),
    )
  return {
    hear({ operation, mode, input }, { status = 0, body }) {
      changed.delete(operation.key)
      if (mode !== 'positive') return
      if (status >= 200 && status <= 299) {
        for (const lesson of learned(operation.key)) if (keepsLimit(lesson.part, input)) lesson.isConfirmed = true
        return
      }
      const refused = status === 400 || status === 422 ? parsed(body) : undefined
      if (refused === undefined) return
      const own = lessons.get(operation.key) ?? new Map<string, Lesson>()
      lessons.set(operation.key, own)
      for (const refusal of readRefusal(refused)) {
        const part = partOf(sources, { operation, input, ...(shown && { shown }) }, refusal)
        if (part === undefined || !breaksLimit(part, input)) continue
        const id = JSON.stringify([part.location, part.limit])
        const lesson = own.get(id) ?? { part, refusals: 0, isConfirmed: false }
        own.set(id, lesson)
        lesson.refusals++
        if (lesson.refusals <= leastRefusals) changed.add(operation.key)
      }
    },
    adapted(one) {
      const { operation, input, location, parts = [] } = one
      const chosen = [location, ...parts.map((each) => each.location)].map((at) => `${at}/`)
      const own = learned(operation.key).filter(
        ({ part }) => !chosen.some((at) => at.startsWith(`${part.location}/`) || `${part.location}/`.startsWith(at)),
      )
      // Missing values first, because they have limits of their own.
      const isAdded = ({ part }: Lesson): boolean => part.limit.keyword === 'required'
      const ordered = [...own.filter(isAdded), ...own.filter((each) => !isAdded(each))]
      const kept = ordered.reduce((under, { part }) => keepLimit(sources, operation, part, under), input)
      return kept === input ? one : { ...one, input: kept }
    },
    hasMore: (key) => changed.has(key),
    patches: (key) => patchOf(repeated(key)),
    hints() {
      // Operations that share a parameter or component share its limits.
      const alike = new Map<string, { readonly operations: OperationKey[]; n: number; isConfirmed: boolean }>()
      for (const operation of lessons.keys())
        for (const lesson of repeated(operation)) {
          const edits = patchOf([lesson]).map(({ op, path, value }) => `${op} ${path} ${JSON.stringify(value)}`)
          const proposal = edits.length === 0 ? '' : `; proposed edit of the description: ${edits.join(', ')}`
          const key = JSON.stringify([limitText(lesson.part), proposal])
          const one = alike.get(key) ?? { operations: [], n: 0, isConfirmed: false }
          alike.set(key, one)
          one.operations.push(operation)
          one.n += lesson.refusals
          one.isConfirmed ||= lesson.isConfirmed
        }
      return [...alike].flatMap(
        ([
          key,
          {
            operations: [operation, ...more],
            n,
            isConfirmed,
          },
        ]) => {
          // The key was created above from two strings.
          const [limit = '', proposal = ''] = JSON.parse(key) as readonly string[]
          const confirmed = isConfirmed ? ', and one that keeps it was accepted' : ''
          const others = more.length === 0 ? '' : `, as are those of ${plural(more.length, 'more operation')}`
          const what = `valid requests are refused unless ${limit} (${n} refusals${confirmed})${others}${proposal}`
          return operation === undefined ? [] : [{ operation, message: what, n }]
        },
      )
    },
  }
}

/** Adds the learned limits as patches to findings about rejected valid requests. */
export function withPatches(calls: readonly CallRecord[], learner: Learner): readonly CallRecord[] {
  return calls.map((call) => {
    const patch = learner.patches(call.operation)
    if (patch.length === 0) return call
    const findings = call.findings.map((one) => (one.ruleId === 'positive-rejected' ? { ...one, patch } : one))
    return { ...call, findings }
  })
}
