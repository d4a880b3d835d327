import type { Json, Pointer } from '../../model/json.ts'
import type {
  CompiledSchema,
  ExactValue,
  NotChecked,
  UndocumentedProperty,
  Violation,
} from '../../model/observation.ts'
import {
  type Budget,
  createBudget,
  mostKept,
  mostUnnamed,
  OverBudget,
  withBudget,
} from '../../schema/validation/budget.ts'

export type Read = Partial<ExactValue> & { readonly json?: Json; readonly text?: string; readonly malformed?: string }

/** Parses JSON. Reports only the error position, because the parser's message quotes the body. */
export function readJson(body: string, compiled: CompiledSchema | undefined): Read {
  const text = body.charCodeAt(0) === byteOrderMark ? body.slice(1) : body
  try {
    if (compiled?.needsDigits !== true) return { json: JSON.parse(text) as Json, text }
    const { value, ...rest } = compiled.readExact(text)
    return { json: value, text, ...rest }
  } catch (error) {
    const position = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
    return { malformed: position === undefined ? 'it is not JSON' : `it is not JSON from character ${position} on` }
  }
}

const byteOrderMark = 0xfeff

/** The result of validating a body against its schema. */
export interface ValidatedBody {
  readonly violations: readonly Violation[]
  /** Values missing from an extensible enum, unless they violate another keyword. */
  readonly unlisted: readonly Violation[]
  readonly undocumented: readonly UndocumentedProperty[]
  readonly notChecked: readonly NotChecked[]
}

export const nothing: ValidatedBody = { violations: [], unlisted: [], undocumented: [], notChecked: [] }

/** Validates a value within the limits of a body. */
export function validateInBudget(compiled: CompiledSchema, read: Read): ValidatedBody {
  const budget = createBudget()
  const validated = withBudget(budget, () => validate(compiled, read))
  return isKept(budget) ? validated : { ...validated, notChecked: [...validated.notChecked, ...leftOut(budget)] }
}

export function isKept({ cut, steps }: Budget): boolean {
  return cut === 0 && steps >= 0
}

/** Returns rows for the parts that the limits and the budget excluded. */
export function leftOut({ cut, steps }: Budget): NotChecked[] {
  const because = `only the first ${mostUnnamed} properties of an object that are not named and ${mostKept} violations are counted`
  return [
    ...(cut > 0 ? [{ what: `${cut} more violations and undocumented properties in the body`, because }] : []),
    ...(steps < 0 ? [{ what: 'the rest of the body', because: 'checking all of it takes too many steps' }] : []),
  ]
}

/** Validates a value within the current budget. */
export function validate(compiled: CompiledSchema, read: Read): ValidatedBody {
  const { json = null, exact, lost = [], text = '' } = read
  // Read last: some schema flaws appear only during validation.
  const notChecked = (): NotChecked[] => [
    ...compiled.flaws.map(({ pointer, message }) => ({ what: `#${pointer}`, because: message })),
    ...(lost.length > 0
      ? [{ what: 'numbers in the body', because: 'some of their digits are lost when they are read' }]
      : []),
  ]
  try {
    const violations = compiled.validate(json, exact)
    if (violations.length === 0) {
      const undocumented = compiled.undocumented(json)
      const unlisted = compiled.unlisted(json, exact)
      if (undocumented.length + unlisted.length + compiled.flaws.length + lost.length === 0) return nothing
      return { violations, unlisted, undocumented, notChecked: notChecked() }
    }
    if (isDeeper(json, deepest) && violations.some(({ observed }) => isDeeper(observed, deepest)))
      throw new RangeError(`over ${deepest} levels`)
    // Findings print all digits even if validation doesn't need them.
    if (exact === undefined && /\d{16}/.test(text)) {
      const { value, ...rest } = compiled.readExact(text)
      return validate(compiled, { json: value, ...rest })
    }
    const refused = new Set(violations.map(({ instancePointer }) => instancePointer))
    const isNew = ({ instancePointer }: { readonly instancePointer: Pointer }): boolean => !refused.has(instancePointer)
    const undocumented = compiled.undocumented(json).filter(isNew)
    const unlisted = compiled.unlisted(json, exact).filter(isNew)
    return { violations, unlisted, undocumented, notChecked: notChecked() }
  } catch (error) {
    // RangeError: call stack. ReferenceError: invalid code from ajv for rare schemas with unevaluatedProperties.
    if (error instanceof OverBudget) return { ...nothing, notChecked: notChecked() }
    if (!(error instanceof RangeError || error instanceof ReferenceError)) throw error
    const { message } = error
    const because = error instanceof RangeError ? tooDeep(message) : `ajv cannot validate it (${message})`
    const row = { what: 'the body', because }
    return { ...nothing, notChecked: [...notChecked(), row] }
  }
}

/** Replaces the engine's message about its call stack. */
const tooDeep = (message: string): string =>
  `it is nested too deeply${message.includes('call stack') ? ', or its schema' : ` (${message})`}`

/** Maximum nesting depth, because printing and hashing values is recursive. */
const deepest = 1000

function isDeeper(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((child: Json) => isDeeper(child, levels - 1))
}
