import type { Pointer } from '../../../../model/json.ts'
import type { Applicator, NormalSchema } from '../../../../schema/normal-form/normal.ts'
import { canonical } from '../../../../util/json.ts'
import { parentOf } from '../../../../util/pointer.ts'
import { keyOf, pairUp } from '../../pair-up.ts'

type Applicators = NormalSchema['applicators']

/** A keyword that parts of one schema write several times; a condition is one with its `then` and `else`. */
interface Written {
  readonly keyword: string
  readonly members: readonly (readonly [keyword: string, applicator: Applicator])[]
}

const repeatable = /^(not|if|contains|propertyNames)( \d+)?$/
const ofCondition = /^(then|else)( \d+)?$/

/**
 * The subschemas of two versions under names that say which are compared: of keywords that several parts of a schema write, those
 * of the same text, then those with the same condition, then the others in order.
 */
export function alignApplicators(before: Applicators, after: Applicators): readonly [Applicators, Applicators] {
  const isRepeated = [before, after].some((side) =>
    [...side.keys()].some((key) => / \d+$/.test(key) && repeatable.test(key)),
  )
  if (!isRepeated) return [before, after]
  const { pairs, removed, added } = pairUp(
    writtenIn(before),
    writtenIn(after),
    keyOf(textOf),
    keyOf(({ keyword, members }) => `${keyword} ${nodeText(members[0])}`),
    keyOf(({ keyword }) => keyword),
  )
  const [was, is] = [before, after].map((side) => new Map([...side].filter(([key]) => !isAligned(key))))
  let last = 0
  const put = (side: Map<string, Applicator> | undefined, { members }: Written): void => {
    for (const [keyword, applicator] of members) side?.set(last === 1 ? keyword : `${keyword} ${last}`, applicator)
  }
  for (const [one, other] of pairs) {
    last++
    put(was, one)
    put(is, other)
  }
  for (const one of removed) {
    last++
    put(was, one)
  }
  for (const one of added) {
    last++
    put(is, one)
  }
  return [was ?? before, is ?? after]
}

function isAligned(key: string): boolean {
  return repeatable.test(key) || ofCondition.test(key)
}

function writtenIn(side: Applicators): readonly Written[] {
  const follow = new Map<Pointer, Written['members'][number][]>()
  for (const [key, applicator] of side) {
    if (!ofCondition.test(key)) continue
    const owner = parentOf(applicator.pointer)
    const known = follow.get(owner)
    const member = [key.split(' ')[0] ?? '', applicator] as const
    if (known === undefined) follow.set(owner, [member])
    else known.push(member)
  }
  return [...side].flatMap(([key, applicator]) => {
    if (!repeatable.test(key)) return []
    const [keyword = ''] = key.split(' ')
    const members = keyword === 'if' ? (follow.get(parentOf(applicator.pointer)) ?? []) : []
    return [{ keyword, members: [[keyword, applicator] as const, ...members] }]
  })
}

function textOf({ members }: Written): string {
  return members.map((member) => `${member[0]} ${nodeText(member)}`).join('\n')
}

function nodeText(member: Written['members'][number] | undefined): string {
  return canonical(member?.[1].parts.map(({ node }) => node) ?? [])
}
