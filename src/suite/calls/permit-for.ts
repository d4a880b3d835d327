import { decide, type Intent, needsOwn, type Refusal } from '../../drift/harm/gate.ts'
import type { Permit } from '../../drift/harm/permit.ts'
import type { Captures } from '../../drift/reach/captures.ts'
import type { SentRequest } from '../../model/observation.ts'
import type { Description, Operation } from '../../model/operation.ts'
import type { SuiteContext } from '../api/context.ts'

/** Thrown when the gate rejects a request; the message is the reason. */
export class NotPermitted extends Error {
  override readonly name = 'NotPermitted'
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.because)
    this.refusal = refusal
  }
}

export interface PermitParts {
  readonly context: SuiteContext
  readonly description: Description
  readonly captures: Pick<Captures, 'owned'>
  readonly author?: Intent['author']
}

/** Throws NotPermitted. */
export function permitFor(performer: PermitParts, operation: Operation, request: SentRequest): Permit {
  const { captures } = performer
  const decision = decide({ ...situationOf(performer, operation), request, captures })
  if ('permit' in decision) return decision.permit
  throw new NotPermitted(decision)
}

/** Returns whether specdrift must use a resource that this run created. */
export function mustBeOwn(performer: PermitParts, operation: Operation): boolean {
  return needsOwn(situationOf(performer, operation))
}

function situationOf(
  { context, description, author = 'specdrift' }: PermitParts,
  operation: Operation,
): Omit<Intent, 'request' | 'captures'> {
  return {
    ...{ operation, description, author },
    settings: context,
    isThrowaway: context.target.label === 'sandbox',
  }
}
