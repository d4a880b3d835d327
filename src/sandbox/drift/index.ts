import { nearest } from '../nearest.ts'
import { SandboxUsageError } from '../usage-error.ts'
import type { DriftKind } from './drift-kind.ts'
import enumKind from './enum.ts'
import nullKind from './null.ts'
import requiredKind from './required.ts'

/** A drift that is switched on for one operation. */
export interface Drift {
  readonly kind: DriftKind
  readonly operation: string
}

const kinds: readonly DriftKind[] = [nullKind, enumKind, requiredKind]

/** The kinds of drift there are. */
export const driftKinds: readonly string[] = kinds.map(({ kind }) => kind)

/**
 * Reads `<kind>@<METHOD path template>`, such as 'null@GET /main-account/balances/crypto'. Throws a
 * SandboxUsageError if the kind or the operation does not exist, or the one cannot happen at the other.
 */
export function parseDrift(text: string, operations: readonly string[]): Drift {
  const at = text.indexOf('@')
  if (at < 0) throw new SandboxUsageError(`Drift '${text}' is not of the form <kind>@<METHOD path>. ${listKinds()}`)
  const kind = findKind(text.slice(0, at).trim())
  const operation = findOperation(text.slice(at + 1), operations)
  if (!kind.appliesTo(operation)) throw cannotHappen(kind, operation, operations)
  return { kind, operation }
}

/** Lets an answer drift in every way that is switched on for its operation. */
export async function applyDrifts(answer: Response, operation: string, drifts: readonly Drift[]): Promise<Response> {
  let altered = answer
  for (const drift of drifts) {
    if (drift.operation === operation) altered = await drift.kind.alter(altered, operation)
  }
  return altered
}

function findKind(name: string): DriftKind {
  const found = kinds.find(({ kind }) => kind === name)
  if (found === undefined) throw new SandboxUsageError(`There is no drift kind '${name}'. ${listKinds()}`)
  return found
}

/** Finds the operation; the method may be in lower case and parted from the path by any spaces. */
function findOperation(text: string, operations: readonly string[]): string {
  const name = text.trim().replace(/^(\S+)\s+/, (_, method: string) => `${method.toUpperCase()} `)
  if (operations.includes(name)) return name
  const guess = nearest(name, operations)
  throw new SandboxUsageError(`There is no operation '${name}'. Did you mean '${guess}'?`)
}

function cannotHappen({ kind, appliesTo }: DriftKind, operation: string, operations: readonly string[]): Error {
  const possible = operations.filter(appliesTo)
  const closest = nearest(operation, possible)
  const listed = [...new Set([closest, ...possible])].slice(0, 5)
  const more = possible.length > listed.length ? ` and ${possible.length - listed.length} more` : ''
  return new SandboxUsageError(
    `Drift '${kind}' cannot happen at '${operation}'. It can at: ${listed.join(', ')}${more}.`,
  )
}

function listKinds(): string {
  return `Kinds: ${driftKinds.join(', ')}.`
}
