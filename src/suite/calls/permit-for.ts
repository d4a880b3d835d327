import { decide, type Intent, needsOwn, type Ownership } from '../../drift/harm/gate.ts'
import type { Permit } from '../../drift/harm/permit.ts'
import type { MadeResource } from '../../drift/reach/made.ts'
import { isConsistent } from '../../drift/reach/pool.ts'
import type { SentRequest } from '../../model/observation.ts'
import type { Description, Operation } from '../../model/operation.ts'
import type { SuiteContext } from '../api/context.ts'

/** Thrown when the gate does not let a request through; the message is the reason. */
export class NotPermitted extends Error {
  override readonly name = 'NotPermitted'
  /** Set where a read may show that nothing is at the path, so that nothing can be changed there. */
  readonly mayBeAbsent?: true

  constructor({ because, mayBeAbsent }: { readonly because: string; readonly mayBeAbsent?: true }) {
    super(because)
    if (mayBeAbsent) this.mayBeAbsent = mayBeAbsent
  }
}

/** Run state that the gate needs to decide about a request. */
export interface PermitParts {
  readonly context: SuiteContext
  readonly description: Description
  readonly captures: Ownership
  readonly author?: Intent['author']
}

/** Asks the gate for the permit of a request. Throws NotPermitted. */
export function permitFor(
  performer: PermitParts,
  operation: Operation,
  request: SentRequest,
  owned?: Pick<MadeResource, 'id' | 'value' | 'parents'>,
): Permit {
  const { captures } = performer
  const isOwned = (id: string, value: string, parents: MadeResource['parents']): boolean =>
    owned?.id === id && String(owned.value) === value && isConsistent(owned.parents, parents)
  const ownership = {
    isOurs: (...one: Parameters<typeof isOwned>) => isOwned(...one) || captures.isOurs(...one),
    isOurHolder: captures.isOurHolder,
    isOwnName: captures.isOwnName,
    isAbsent: captures.isAbsent,
  }
  const decision = decide({ ...situationOf(performer, operation), request, ownership })
  if ('permit' in decision) return decision.permit
  throw new NotPermitted(decision)
}

/** Whether specdrift has to choose a resource that this run created. */
export function mustBeOwn(performer: PermitParts, operation: Operation): boolean {
  return needsOwn(situationOf(performer, operation))
}

function situationOf(
  { context, description, author = 'specdrift' }: PermitParts,
  operation: Operation,
): Omit<Intent, 'request' | 'ownership'> {
  return {
    ...{ operation, description, author },
    settings: context,
    isThrowaway: context.target.label === 'sandbox',
  }
}
