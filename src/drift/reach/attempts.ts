import type { Json } from '../../model/json.ts'
import type { Description, Operation } from '../../model/operation.ts'
import type { Need } from '../../resources/needs.ts'
import { isObject } from '../../util/json.ts'
import { joinPointer, nodeAt, pointerTokens } from '../../util/pointer.ts'
import { inputNames } from '../generation/parameters.ts'
import { withValue } from '../generation/slots.ts'
import { merged } from '../planning/merged.ts'
import type { ParameterValues, RequestInput } from '../planning/plan.ts'
import type { Captures } from './captures.ts'
import { type Choice, typedFor } from './choose.ts'
import { sentValue } from './read-request.ts'
import { configuredInput, type ParameterSettings } from './settings.ts'
import { examplesFor, pathNames, type UnknownValue, unknownIn } from './unknown.ts'

/** One candidate input for an operation. */
export interface Attempt {
  readonly input: RequestInput
  readonly choice: Choice
  /** Values that may not exist. */
  readonly unknown: readonly UnknownValue[]
}

/** Inputs of `attemptsOf`. */
export interface AttemptParts {
  readonly description: Description
  readonly captures: Captures
  readonly operation: Operation
  /** Fallback values: examples and samples. */
  readonly under: RequestInput
  /** Locations whose fallback value is deliberate and must not be replaced, for example `path id`. */
  readonly chosen: ReadonlySet<string>
  readonly parameters?: ParameterSettings
  /** Use only resources created by this run. */
  readonly onlyMade?: boolean
  /** Tests whether a value satisfies the schema at its location. */
  fits?(need: Need, value: Json): boolean
  /** Tests whether a body with captured values satisfies its schema. */
  acceptsBody?(body: Json): boolean
}

/** Yields candidate inputs: configured, captured, examples, else a generated value. After a failure, call `Captures.refuse`. */
export function* attemptsOf(parts: AttemptParts): Generator<Attempt> {
  const { operation, under, chosen, onlyMade = false } = parts
  const config = without(configuredInput(parts.parameters, operation), chosen)
  const base = overlay(under, config)
  const names = pathNames(operation)
  const free = names.filter((name) => !chosen.has(`path ${name}`))
  const chosenPath = picked(
    under.path,
    names.filter((name) => !free.includes(name)),
  )
  const configPath = picked(config.path, free)
  const make = (path: ParameterValues): Attempt => attempt(parts, base, { ...chosenPath, ...path })
  let tried = 0
  if (Object.keys(configPath).length > 0) {
    tried += 1
    yield make(configPath)
  }
  for (let next = make({}); isCaptured(next, free); next = make({})) {
    tried += 1
    yield next
  }
  const examples = onlyMade ? [] : free.map((name) => ({ name, values: examplesFor(parts, name) }))
  const most = Math.max(0, ...examples.map(({ values }) => values.length))
  for (let turn = 0; turn < most; turn++) {
    const values = examples.map(({ name, values: all }) => [name, all[Math.min(turn, all.length - 1)]] as const)
    tried += 1
    yield make(Object.fromEntries(values.map(([name, value]) => [name, value ?? under.path?.[name]])))
  }
  if (tried === 0) yield make(picked(under.path, free))
  // After a value was not found, tries values captured from responses.
  for (let next = make({}); next.choice.used.some(({ need }) => need.isGuess); next = make({})) yield next
}

/** Tests whether the path, or any location if the path has no parameters, uses a captured value. */
function isCaptured({ choice }: Attempt, path: readonly string[]): boolean {
  return choice.used.some(({ need }) => path.length === 0 || need.in === 'path')
}

/** Builds an attempt with the given path parameters; the others are captured or fallback values. */
function attempt(parts: AttemptParts, base: RequestInput, path: ParameterValues): Attempt {
  const { captures, operation, onlyMade = false, fits } = parts
  const wanted = wantedNeeds(parts, base)
  const choice = captures.choose(operation, {
    given: { path },
    onlyMade,
    fits: (need, value) => wanted.has(need) && (fits?.(need, typedFor(need, value)) ?? true),
  })
  const { body, ...rest } = base
  const full = withoutUnknown(parts, bodyWith(parts, body, choice), choice)
  const input = merged(
    merged({ ...rest, path: { ...base.path, ...path } }, choice.input),
    full === undefined ? {} : { body: full },
  )
  return { input, choice, unknown: unknownIn(parts, input, choice) }
}

/** Returns the needs to fill: path parameters, required values, and values sent anyway. */
function wantedNeeds({ captures, operation, chosen }: AttemptParts, base: RequestInput): ReadonlySet<Need> {
  return new Set(
    captures.needsOf(operation).filter((need) => {
      if (chosen.has(need.location)) return false
      return need.in === 'path' || need.required || sentValue(base, need) !== undefined
    }),
  )
}

function bodyWith({ acceptsBody }: AttemptParts, body: Json | undefined, { used }: Choice): Json | undefined {
  let changed = body
  for (const { need, value } of used) {
    if (changed === undefined || need.in !== 'body' || need.pointer === undefined) continue
    const typed = typedFor(need, value)
    const next = withValue(changed, pointerTokens(need.pointer), need.isList ? [typed] : typed)
    if (next !== undefined && (acceptsBody?.(next) ?? true)) changed = next
  }
  return changed
}

/** Removes optional identifiers without a known existing value from a body, because they would cause a rejection. */
function withoutUnknown(
  { captures, operation, chosen, acceptsBody }: AttemptParts,
  body: Json | undefined,
  { used }: Choice,
): Json | undefined {
  if (body === undefined || acceptsBody === undefined || chosen.has('body')) return body
  const known = new Set(used.filter(({ isCertain }) => isCertain).map(({ need }) => need))
  let left: Json = body
  for (const need of captures.graph.needs.get(operation.key) ?? []) {
    const { in: location, required, pointer } = need
    if (location !== 'body' || required || pointer === undefined || known.has(need)) continue
    const tokens = pointerTokens(pointer)
    if (tokens.includes('*') || nodeAt(left, pointer) === undefined) continue
    if ([...chosen].some((at) => need.location.startsWith(`${at}/`))) continue
    // If the identifier is required in an object, the whole object may be optional.
    for (let depth = tokens.length; depth > 0; depth--) {
      const path = tokens.slice(0, depth)
      const location = `body ${joinPointer('', ...path)}`
      if ([...chosen].some((at) => at === location || at.startsWith(`${location}/`))) break
      const next = withValue(left, path, undefined)
      if (next === undefined || !acceptsBody(next)) continue
      left = next
      break
    }
  }
  return left
}

/** Merges two inputs; the second takes precedence. Bodies are merged per member. */
function overlay(under: RequestInput, over: RequestInput): RequestInput {
  const both = merged(under, over)
  return isObject(under.body) && isObject(over.body) ? { ...both, body: { ...under.body, ...over.body } } : both
}

function picked(values: ParameterValues = {}, names: readonly string[]): ParameterValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))
}

function without(input: RequestInput, chosen: ReadonlySet<string>): RequestInput {
  const { body, ...rest } = input
  const values = (['path', 'query', 'header', 'cookie'] as const).flatMap((location) => {
    const name = inputNames[location]
    const left = Object.entries(input[name] ?? {}).filter(([key]) => !chosen.has(`${location} ${key}`))
    return left.length === 0 ? [] : [[name, Object.fromEntries(left)] as const]
  })
  const others = Object.entries(rest).filter(([key]) => !Object.values(inputNames).some((name) => name === key))
  return { ...Object.fromEntries([...others, ...values]), ...bodyWithout(body, chosen) }
}

/** Removes the members in `chosen` from a body, or the whole body. */
function bodyWithout(body: Json | undefined, chosen: ReadonlySet<string>): Pick<RequestInput, 'body'> {
  const members = [...chosen].flatMap((location) =>
    location.startsWith('body') ? [pointerTokens(location.slice(5))[0]] : [],
  )
  if (body === undefined || members.includes(undefined)) return {}
  if (!isObject(body)) return members.length > 0 ? {} : { body }
  return { body: Object.fromEntries(Object.entries(body).filter(([name]) => !members.includes(name))) }
}
