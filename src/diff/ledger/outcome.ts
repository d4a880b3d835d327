import type { EffectReason, NotComparedReason } from '../../model/diff/ledger.ts'
import type { Pointer } from '../../model/json.ts'
import { parentOf } from '../../util/pointer.ts'
import type { Doubt } from '../compare/schema/unexplained.ts'
import { isClaimed } from './claims.ts'
import type { Difference } from './differences.ts'
import { type Context, componentOf, isAt, nearest, type Side, sides, targetOf } from './side.ts'
import { meaninglessReason, type OwnedDifference, sameMeaning } from './without-effect.ts'

/** What an edit belongs to. */
export type Outcome =
  | { readonly kind: 'finding' }
  | { readonly kind: 'without-effect'; readonly reason: EffectReason }
  | { readonly kind: 'not-compared'; readonly reason: NotComparedReason }

const finding: Outcome = { kind: 'finding' }

/** Returns what an edit belongs to; undefined if the comparison lost it. */
export function outcomeOf(context: Context, entry: OwnedDifference): Outcome | undefined {
  if (isInFinding(context, entry)) return finding
  const unread = unreadReason(context, entry)
  if (unread !== undefined) return { kind: 'not-compared', reason: unread }
  const reason = ineffectiveReason(context, entry) ?? meaninglessReason(context, entry)
  if (reason !== undefined) return { kind: 'without-effect', reason }
  if (isBesideFinding(context, entry)) return finding
  const doubt = doubtAt(context, entry)
  if (doubt === 'lost') return undefined
  if (doubt === 'open') return { kind: 'not-compared', reason: { kind: 'unproven' } }
  const same = sameMeaning(context, entry)
  return same === undefined ? ofComponent(context, entry) : { kind: 'without-effect', reason: same }
}

function isInFinding(context: Context, entry: Difference): boolean {
  // An object that becomes something else is one location.
  const isLeaf = entry.kind === undefined && entry.base !== undefined && entry.revision !== undefined
  return isAt(context, entry, (pointer, { above, document, findings }) => {
    if ((isLeaf && above.has(pointer)) || isClaimed(findings, pointer)) return true
    const target = targetOf(document, document.at(pointer.endsWith('/$ref') ? parentOf(pointer) : pointer))
    return target !== undefined && (isClaimed(findings, target) || above.has(target))
  })
}

function unreadReason(context: Context, entry: Difference): NotComparedReason | undefined {
  for (const name of sides) {
    const pointer = entry[name]
    const flaw = context[name].flaws.find((one) => one.pointer !== '' && isWithin(pointer, one.pointer))
    if (flaw !== undefined) return { kind: 'unread', message: flaw.message }
  }
  const isDropped = isAt(context, entry, (pointer, { unread }) => isClaimed(unread, pointer))
  return isDropped ? { kind: 'unread', message: 'a part of the other description could not be read' } : undefined
}

function ineffectiveReason(context: Context, entry: Difference): EffectReason | undefined {
  for (const name of sides) {
    const { whole, exact } = context[name].ineffective
    const pointer = entry[name]
    if (pointer === undefined || whole.size + exact.size === 0) continue
    const reason = exact.get(pointer) ?? whole.get(nearest(pointer, (one) => whole.has(one)) ?? '')
    if (reason !== undefined) return reason
  }
  return undefined
}

/** Whether a finding is about what uses the component, or sums up several keywords of the schema. */
function isBesideFinding(context: Context, entry: OwnedDifference): boolean {
  const isOfOne = entry.base === undefined || entry.revision === undefined
  // Examples and links are read by what uses them.
  if ((isOfOne || ['example', 'link'].includes(entry.owner.kind)) && reachesFinding(context, entry)) return true
  return isAt(context, entry, (pointer, { inPlace, joint }) => {
    const schema = nearest(parentOf(pointer), (one) => inPlace().has(one))
    return schema !== undefined && !isOfMember(pointer.slice(schema.length)) && joint().has(schema)
  })
}

/** Whether a location below a schema is about a property or an item rather than the value itself. */
function isOfMember(below: Pointer): boolean {
  return /^\/(properties|patternProperties|items|prefixItems|additionalProperties)\//.test(`${below}/`)
}

function reachesFinding(context: Context, entry: Difference): boolean {
  return isReached(context, entry, 'findings')
}

/** Whether references lead to the component around an edit. */
function isReached(context: Context, entry: Difference, from: keyof Side['reached']): boolean {
  return isAt(
    context,
    entry,
    (pointer, { reached }) => nearest(pointer, (one) => reached[from]().has(one)) !== undefined,
  )
}

/** Keywords that containment doesn't compare. */
const beyondValues = /\b(format|default|deprecated|readOnly|writeOnly|content\w+|xml|discriminator)\b/

/** What is wrong with the claim that an edit of a compared schema means nothing. */
function doubtAt(context: Context, entry: Difference): Doubt | undefined {
  const found = sides.map((name) => {
    const { compared, inPlace, unexplained, reached, document } = context[name]
    const pointer = entry[name]
    if (pointer === undefined || unexplained().size === 0) return undefined
    const schema = nearest(pointer, (one) => compared.has(one) || inPlace().has(one))
    if (schema === undefined) return nearest(pointer, (one) => reached.unexplained().has(one)) && 'open'
    const doubt = unexplained().get(schema)
    if (doubt !== 'values') return doubt
    const text = `${pointer.slice(schema.length)} ${JSON.stringify(document.at(pointer))}`
    return beyondValues.test(text) ? 'open' : undefined
  })
  return found.includes('lost') ? 'lost' : found.find((one) => one === 'open')
}

/** An edit of a component that was not compared: what uses it is in one version only, or nothing uses it. */
function ofComponent(context: Context, entry: Difference): Outcome | undefined {
  if (reachesFinding(context, entry)) return finding
  const component = componentOf(entry.revision ?? entry.base ?? '')
  if (component !== undefined) {
    if (!isReached(context, entry, 'operations')) return { kind: 'not-compared', reason: { kind: 'unused', component } }
    // The comparison had no reason to look at it: the schema around it allows no value.
    if (isReached(context, entry, 'compared'))
      return { kind: 'without-effect', reason: { kind: 'allowed-around', at: component } }
  }
  const flaw = sides.flatMap((name) => context[name].flaws).find(({ message }) => message.includes('$ref'))
  return flaw && { kind: 'not-compared', reason: { kind: 'unread', message: flaw.message } }
}

function isWithin(pointer: Pointer | undefined, owner: Pointer): boolean {
  return pointer === owner || pointer?.startsWith(`${owner}/`) === true
}
