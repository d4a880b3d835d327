import { closest } from 'fastest-levenshtein'
import { SandboxUsageError } from '../usage-error.ts'
import type { DriftKind, Outgoing } from './drift-kind.ts'
import enumKind from './enum.ts'
import { errorStatuses } from './error-status.ts'
import extra from './extra.ts'
import format from './format.ts'
import nullKind from './null.ts'
import required from './required.ts'
import reset from './reset.ts'
import slow from './slow.ts'
import truncated from './truncated.ts'
import type from './type.ts'
import { wholeResponses } from './whole-response.ts'

/** An active drift of one operation. */
export interface Drift {
  readonly kind: DriftKind
  readonly operation: string
}

/** The active drifts, which can change while the service runs. */
export interface DriftSwitch {
  /** `<kind>@<METHOD path>`, in order of activation. */
  readonly list: () => readonly string[]
  /** Replaces the active drifts. Throws SandboxUsageError, without changes, if one is invalid. */
  readonly set: (texts: readonly string[]) => void
  readonly apply: (outgoing: Outgoing) => Promise<Response>
}

const kinds: readonly DriftKind[] = [
  nullKind,
  enumKind,
  required,
  type,
  format,
  extra,
  ...wholeResponses,
  ...errorStatuses,
  slow,
  truncated,
  reset,
]

export const driftKinds: readonly string[] = kinds.map(({ kind }) => kind)

/** Returns whether a kind can occur in responses of an operation. Throws SandboxUsageError for an unknown kind. */
export function isApplicable(kind: string, operation: string): boolean {
  return findKind(kind).appliesTo(operation)
}

/** Creates the switch with these active drifts. Throws SandboxUsageError if one is invalid. */
export function createDriftSwitch(operations: readonly string[], texts: readonly string[]): DriftSwitch {
  const parse = (some: readonly string[]) => some.map((text) => parseDrift(text, operations))
  let drifts = parse(texts)
  return {
    list: () => drifts.map(({ kind, operation }) => `${kind.kind}@${operation}`),
    set: (others) => {
      drifts = parse(others)
    },
    apply: (outgoing) => applyDrifts(outgoing, drifts),
  }
}

/**
 * Parses `<kind>@<METHOD path template>`, such as 'null@GET /main-account/balances/crypto'. Throws SandboxUsageError for an
 * unknown kind or operation, or if the kind can't occur there.
 */
export function parseDrift(text: string, operations: readonly string[]): Drift {
  const at = text.indexOf('@')
  if (at < 0) throw new SandboxUsageError(`Drift '${text}' is not of the form <kind>@<METHOD path>. ${listKinds()}`)
  const kind = findKind(text.slice(0, at).trim())
  const operation = findOperation(text.slice(at + 1), operations)
  if (!kind.appliesTo(operation)) throw cannotHappen(kind, operation, operations)
  return { kind, operation }
}

/** Applies the active drifts of an operation to its response, the final one last. */
async function applyDrifts(outgoing: Outgoing, drifts: readonly Drift[]): Promise<Response> {
  const here = drifts.filter(({ operation }) => operation === outgoing.operation).map(({ kind }) => kind)
  const ending = here.find(({ isLast }) => isLast)
  let { response } = outgoing
  for (const kind of [...here.filter(({ isLast }) => !isLast), ...(ending ? [ending] : [])]) {
    response = await kind.alter({ ...outgoing, response })
  }
  return response
}

function findKind(name: string): DriftKind {
  const found = kinds.find(({ kind }) => kind === name)
  if (found === undefined) throw new SandboxUsageError(`There is no drift kind '${name}'. ${listKinds()}`)
  return found
}

/** Finds the operation; accepts a lower-case method and any spaces before the path. */
function findOperation(text: string, operations: readonly string[]): string {
  const name = text.trim().replace(/^(\S+)\s+/, (_, method: string) => `${method.toUpperCase()} `)
  if (operations.includes(name)) return name
  const suggestion = closest(name, operations)
  throw new SandboxUsageError(`There is no operation '${name}'. Did you mean '${suggestion}'?`)
}

function cannotHappen({ kind, appliesTo }: DriftKind, operation: string, operations: readonly string[]): Error {
  const possible = operations.filter(appliesTo)
  const listed = [...new Set([closest(operation, possible), ...possible])].slice(0, 5)
  const more = possible.length > listed.length ? ` and ${possible.length - listed.length} more` : ''
  return new SandboxUsageError(
    `Drift '${kind}' cannot happen at '${operation}'. It can at: ${listed.join(', ')}${more}.`,
  )
}

function listKinds(): string {
  return `Kinds: ${driftKinds.join(', ')}.`
}
