import type { Change, Trail, Use } from '../../model/diff/change.ts'
import type { Located } from '../../model/document.ts'
import type { Witness } from '../../model/finding.ts'
import type { Description } from '../../model/operation.ts'
import { spelled } from '../../numbers/exact.ts'
import { createEffort } from './effort.ts'
import { createExhausted } from './exhausted.ts'
import type { Plan } from './messages.ts'
import { requestLine } from './request-line.ts'
import { allSpent, checksOf, search } from './search.ts'
import { sideOf, type Way } from './side.ts'
import { createVerdicts } from './verdicts.ts'

/** Looks for a message that one version allows and the other refuses. */
export type Prover = (change: Change, use: Use) => Witness

/**
 * Builds whole messages around the changed location and validates them with ajv under both versions. A request that
 * breaks was valid in the base and is refused now; a response that breaks is valid now and was not before.
 */
export function createProver(base: Description, revision: Description): Prover {
  const effort = createEffort()
  const refining = createEffort(mostForRefining)
  const descriptions = { base, revision }
  const sides = { base: sideOf(base.document, effort), revision: sideOf(revision.document, effort) }
  const exhausted = { compiler: createExhausted(), unions: createExhausted() }
  const verdicts = createVerdicts()
  const planFor = (change: Change, trail: Trail, valid: 'base' | 'revision', way: Way): Plan => {
    const [side, other] = valid === 'base' ? [sides.base, sides.revision] : [sides.revision, sides.base]
    const { reader } = side
    const around = { valid, reader, sampleOf: (parts: readonly Located[]) => side.sampleOf(parts, way) }
    const root = reader.enter(trail[valid] ?? anything)
    const normal = reader.normal(valid === 'base' ? trail.before : trail.after)
    const description = descriptions[valid]
    return { effort, refining, description, change, trail, valid, side, other, way, around, root, normal }
  }
  return (change, use) => {
    const subject = { operation: use.operation, part: use.part }
    const unproven = (reason: string): Witness => ({ ...subject, proven: false, reason })
    if (isPresence(change)) return provePresence(use, revision)
    const { trail, direction } = use
    if (trail === undefined || direction === 'none') return unproven('no schema leads there')
    if (effort.isSpent()) return unproven(allSpent)
    if (trail.steps.length > maxSteps) return unproven(`the location is more than ${maxSteps} levels deep`)
    const [valid, invalid] = direction === 'request' ? (['base', 'revision'] as const) : (['revision', 'base'] as const)
    // How many branches match is a finding of its own: no other may depend on it.
    const reading = change.kind === 'schema.exclusivity' ? 'compiler' : 'unions'
    const allow = sides[valid][reading].compile(trail[valid] ?? anything, direction)
    const accept = allow.isUnited ? sides[valid].compiler.compile(trail[valid] ?? anything, direction) : allow
    const refuse = sides[invalid][reading].compile(trail[invalid] ?? anything, direction)
    const reject = refuse.isUnited ? sides[invalid].compiler.compile(trail[invalid] ?? anything, direction) : refuse
    const unread = accept.flaws.find(({ message }) => /cannot be followed|is not followed: behind/.test(message))
    if (unread !== undefined) return unproven(`${unread.message}: what it requires is not known`)
    const plan = planFor(change, trail, valid, direction)
    const checks = checksOf(plan, { allow, accept, refuse, reject }, verdicts)
    const found = search(plan, use, checks, exhausted[reading])
    if ('reason' in found) return unproven(found.reason)
    const request = requestLine(revision, use, found.body, descriptions[valid])
    const body = spelled(found.body)
    return { ...subject, body, ...request, validUnder: valid, invalidUnder: invalid, proven: true }
  }
}

/** Levels of schemas to which messages are built: each costs an instance around the one inside it. */
const maxSteps = 100
/** Values of messages that are tried to make proofs simpler. */
const mostForRefining = 50_000

/** Whether a change is about the presence of a part. */
function isPresence({ kind }: Change): boolean {
  return /^(parameter|request-body)(\.required)?$/.test(kind)
}

/** What must be sent now and need not have been: the call without it, which needs no validator. */
function provePresence(use: Use, revision: Description): Witness {
  const request = requestLine(revision, { ...use, part: `without ${use.part}` }, undefined, revision)
  const { operation, part } = use
  return { operation, part, ...request, validUnder: 'base', invalidUnder: 'revision', proven: true }
}

/** What a part without a schema allows. */
const anything: Located = { node: true, pointer: '' }
