import type { EffectReason, NotComparedReason } from '../../model/diff/ledger.ts'
import type { Pointer } from '../../model/json.ts'
import { parentOf } from '../../util/pointer.ts'
import type { Doubt } from '../compare/schema/unexplained.ts'
import { ancestorsOf, type Context, isClaimed, isClaimedBy, sides, targetsOf } from './context.ts'
import type { Difference } from './differences.ts'
import { componentOf, fallbackReason, neutralReason, ownerOf } from './without-effect.ts'

/** What an edit belongs to. */
export type Outcome =
  | { readonly kind: 'finding' }
  | { readonly kind: 'without-effect'; readonly reason: EffectReason }
  | { readonly kind: 'not-compared'; readonly reason: NotComparedReason }

const finding: Outcome = { kind: 'finding' }

function ineffectiveReason({ ineffective }: Context, entry: Difference): EffectReason | undefined {
  for (const side of sides) {
    const { whole, exact } = ineffective[side]
    const pointer = entry[side]
    if (pointer === undefined || whole.size + exact.size === 0) continue
    const owner = ancestorsOf(pointer).find((one) => whole.has(one))
    const reason = exact.get(pointer) ?? (owner === undefined ? undefined : whole.get(owner))
    if (reason !== undefined) return reason
  }
  return undefined
}

/** Returns what an edit belongs to; undefined if the comparison lost it. */
export function outcomeOf(context: Context, entry: Difference): Outcome | undefined {
  const outcome =
    ofFinding(context, entry) ??
    ofUnread(context, entry) ??
    ofReason(ineffectiveReason(context, entry)) ??
    ofReason(neutralReason(context, entry)) ??
    ofNewComponent(context, entry) ??
    ofJointEdit(context, entry)
  if (outcome !== undefined) return outcome
  const doubt = doubtAt(context, entry)
  if (doubt === 'lost') return undefined
  if (doubt === 'open') return { kind: 'not-compared', reason: { kind: 'unproven' } }
  return ofReason(fallbackReason(context, entry)) ?? ofComponent(context, entry)
}

/** Keywords that containment doesn't compare. */
const beyondValues = /\b(format|default|deprecated|readOnly|writeOnly|content\w+|xml|discriminator)\b/

/** What is wrong with the claim that an edit of a compared schema means nothing. */
function doubtAt(context: Context, entry: Difference): Doubt | undefined {
  const found = sides.map((side) => {
    const { compared, inPlace, unexplained, belowUnexplained, document } = context[side]
    const pointer = entry[side]
    if (pointer === undefined || unexplained().size === 0) return undefined
    const around = ancestorsOf(pointer)
    const schema = around.find((one) => compared.has(one) || inPlace().has(one))
    const isBelow = around.some((one) => belowUnexplained().has(one))
    const doubt = schema === undefined ? (isBelow ? 'open' : undefined) : unexplained().get(schema)
    if (doubt !== 'values') return doubt
    const text = `${pointer.slice(schema?.length ?? 0)} ${JSON.stringify(document.at(pointer))}`
    return beyondValues.test(text) ? 'open' : undefined
  })
  return found.includes('lost') ? 'lost' : found.find(Boolean)
}

function ofReason(reason: EffectReason | undefined): Outcome | undefined {
  return reason && { kind: 'without-effect', reason }
}

function ofFinding(context: Context, entry: Difference): Outcome | undefined {
  // An object that becomes something else is one location.
  const isLeaf = entry.kind === undefined && entry.base !== undefined && entry.revision !== undefined
  if (isLeaf && sides.some((side) => context[side].above.has(entry[side] ?? ''))) return finding
  if (isClaimedBy({ base: context.base.findings, revision: context.revision.findings }, entry)) return finding
  const isReference = sides.some((side) => {
    const { findings, above } = context[side]
    return targetsOf(context[side].document, entry[side]).some(
      (target) => findings.exact.has(target) || isClaimed(findings, target) || above.has(target),
    )
  })
  return isReference ? finding : undefined
}

function ofUnread(context: Context, entry: Difference): Outcome | undefined {
  for (const side of sides) {
    const pointer = entry[side]
    if (pointer === undefined) continue
    const flaw = context[side].flaws.find((one) => one.pointer !== '' && isWithin(pointer, one.pointer))
    if (flaw !== undefined) return { kind: 'not-compared', reason: { kind: 'unread', message: flaw.message } }
  }
  const isDropped = isClaimedBy({ base: context.base.unread, revision: context.revision.unread }, entry)
  return isDropped ? { kind: 'not-compared', reason: { kind: 'unread', message: unreadMessage } } : undefined
}

const unreadMessage = 'a part of the other description could not be read'

/** A keyword beside others that a finding sums up. */
function ofJointEdit(context: Context, entry: Difference): Outcome | undefined {
  const isJoint = sides.some((side) => {
    const pointer = entry[side]
    if (pointer === undefined) return false
    const schema = ancestorsOf(parentOf(pointer)).find((one) => context[side].inPlace().has(one))
    return schema !== undefined && !isOfMember(pointer.slice(schema.length)) && context[side].joint().has(schema)
  })
  return isJoint ? finding : undefined
}

/** Whether a location below a schema is about a property or an item rather than the value itself. */
function isOfMember(below: Pointer): boolean {
  return /^\/(properties|patternProperties|items|prefixItems|additionalProperties)\//.test(`${below}/`)
}

/** A component that one version has alone, where a finding is about what uses it. */
function ofNewComponent(context: Context, entry: Difference): Outcome | undefined {
  const isOfBoth = entry.base !== undefined && entry.revision !== undefined
  // Examples and links are read by what uses them.
  if (isOfBoth && !['example', 'link'].includes(ownerOf(entry).kind)) return undefined
  return reachesFinding(context, entry) ? finding : undefined
}

function reachesFinding(context: Context, entry: Difference): boolean {
  return sides.some((side) => {
    const pointer = entry[side]
    return pointer !== undefined && ancestorsOf(pointer).some((one) => context[side].ofFindings().has(one))
  })
}

/** An edit of a component that was not compared: what uses it is in one version only, or nothing uses it. */
function ofComponent(context: Context, entry: Difference): Outcome | undefined {
  if (reachesFinding(context, entry)) return finding
  const pointer = entry.revision ?? entry.base ?? ''
  const component = componentOf(pointer)
  if (component !== undefined) {
    const isUsed = sides.some((side) => {
      const at = entry[side]
      return at !== undefined && ancestorsOf(at).some((one) => context[side].used().has(one))
    })
    if (!isUsed) return { kind: 'not-compared', reason: { kind: 'unused', component } }
    if (isBelowCompared(context, entry))
      return { kind: 'without-effect', reason: { kind: 'allowed-around', at: component } }
  }
  const flaw = [...context.base.flaws, ...context.revision.flaws].find(({ message }) => message.includes('$ref'))
  return flaw && { kind: 'not-compared', reason: { kind: 'unread', message: flaw.message } }
}

/** Whether a compared schema uses the component, and the comparison had no reason to look at it: the schema allows no value. */
function isBelowCompared(context: Context, entry: Difference): boolean {
  return sides.some((side) => {
    const pointer = entry[side]
    return pointer !== undefined && ancestorsOf(pointer).some((one) => context[side].belowCompared().has(one))
  })
}

function isWithin(pointer: Pointer, owner: Pointer): boolean {
  return pointer === owner || pointer.startsWith(`${owner}/`)
}
