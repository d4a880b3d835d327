import type { Document, Flaw, Located } from '../../model/document.ts'
import type { Json } from '../../model/json.ts'
import type { CompiledSchema, ExactValue, SchemaCompiler, Violation } from '../../model/observation.ts'
import type { Way } from '../../model/operation.ts'
import { described, exactNumbers, readJson, spelled, withExact } from '../../util/numbers/exact.ts'
import { createSchemaBuilder, type SchemaBuilder } from '../compiling/build.ts'
import { createEngine, type Engine, NotCompiled } from '../compiling/engine.ts'
import { type Component, type Reading, reachable } from '../compiling/generated.ts'
import type { Shared } from '../compiling/sharing.ts'
import { isAssumed } from '../keywords/marks.ts'
import { explain } from './explain.ts'
import { createPropertyWalker, type PropertyWalker } from './undocumented.ts'

/** Keywords for which close numbers differ at any location. */
const exacting: ReadonlySet<string> = new Set(['multipleOf', 'uniqueItems'])

interface Side {
  readonly engine: Engine
  readonly builder: SchemaBuilder
  readonly walker: PropertyWalker
}

/**
 * Creates a compiler from schemas to validators, each compiled once per direction on first use. `readOnly` properties aren't required in
 * requests; `writeOnly` ones aren't required in responses and are violations there. Schemas that can't be compiled are listed in `flaws`.
 * `shared` makes compiling cheap and validation slower: schemas are read only as far as values reach, and so are `flaws`, `isUnited` and
 * `mislabelled`. `reading`: how to read value lists and `oneOf`.
 */
export function createSchemaCompiler(
  document: Document,
  shared?: Shared,
  reading: Reading = {},
  isExact = described.digits.size > 0,
): SchemaCompiler {
  const sides = new Map<Way, Side>()
  const compiled = new Map<Component, CompiledSchema>()
  // The same response schema is requested repeatedly.
  const requested = {
    request: [new WeakMap<Located, CompiledSchema>(), new WeakMap<Located, CompiledSchema>()] as const,
    response: [new WeakMap<Located, CompiledSchema>(), new WeakMap<Located, CompiledSchema>()] as const,
  }
  const requestedAs = (way: Way, assumed: boolean): WeakMap<Located, CompiledSchema> => requested[way][assumed ? 1 : 0]
  let closing: SchemaCompiler | undefined
  const closed = (): SchemaCompiler => {
    closing ??= createSchemaCompiler(document, shared, { ...reading, closed: true }, isExact)
    return closing
  }
  let exacting: SchemaCompiler | undefined
  const exact = (): SchemaCompiler => {
    exacting ??= createSchemaCompiler(document, shared, reading, true)
    return exacting
  }
  const sideOf = (way: Way): Side => {
    const known = sides.get(way)
    if (known !== undefined) return known
    const side = createSide(document, way, shared, reading, isExact)
    sides.set(way, side)
    return side
  }
  return {
    compile(schema: Located, direction: Way, assumed = false) {
      const before = requestedAs(direction, assumed).get(schema)
      if (before !== undefined) return before
      const side = sideOf(direction)
      const component = side.builder.component(schema, assumed)
      const made =
        compiled.get(component) ??
        compileComponent(side, component, {
          closed: () => closed().compile(schema, direction, assumed),
          ...(!isExact && { exacting: () => exact().compile(schema, direction, assumed) }),
        })
      compiled.set(component, made)
      requestedAs(direction, assumed).set(schema, made)
      return made
    },
  }
}

/** ajv validators by assertion text. They are few, so they are kept for the process lifetime. */
const assertions: Shared = new Map()
const occasional = new WeakMap<Document, SchemaCompiler>()
const unions = new WeakMap<Document, SchemaCompiler>()

/** Returns a document's compiler for schemas that check few values. */
export function occasionalCompiler(document: Document): SchemaCompiler {
  const compiler = occasional.get(document) ?? createSchemaCompiler(document, assertions)
  occasional.set(document, compiler)
  return compiler
}

/** Like `occasionalCompiler`, with `oneOf` as a union unless it is exclusive. */
export function unionCompiler(document: Document): SchemaCompiler {
  const compiler = unions.get(document) ?? createSchemaCompiler(document, assertions, { union: true })
  unions.set(document, compiler)
  return compiler
}

function createSide(
  document: Document,
  way: Way,
  shared: Shared | undefined,
  reading: Reading,
  isExact: boolean,
): Side {
  const engine = createEngine({ shared, isExact, target: (id) => builder.target(id) })
  const builder = createSchemaBuilder(document, way, { reading, isLazy: shared !== undefined, onBuilt: engine.add })
  return { engine, builder, walker: createPropertyWalker(builder) }
}

interface Others {
  readonly closed: () => CompiledSchema
  /** Compares all digits; absent if this schema already does. */
  readonly exacting?: () => CompiledSchema
}

function compileComponent(side: Side, component: Component, { closed, exacting }: Others): CompiledSchema {
  const { engine, walker } = side
  const uncompiled: Flaw[] = []
  const summary = createSummary(component, side.builder)
  let needsDigits: boolean | undefined
  let isUsable = true
  /** Compilation is lazy, so any use can throw `NotCompiled`. Other errors are reported by the caller. */
  const note = (error: unknown): undefined => {
    if (!(error instanceof NotCompiled)) throw error
    isUsable = false
    uncompiled.push({ pointer: component.pointer, message: `the schema cannot be compiled: ${error.message}` })
    return undefined
  }
  const attempt = <T>(use: () => T): T | undefined => {
    try {
      return isUsable ? use() : undefined
    } catch (error) {
      return note(error)
    }
  }
  // Not shared with `isValid`, because it runs for every body.
  const validated = (value: Json): readonly Violation[] => {
    if (!isUsable) return none
    try {
      return violationsOf(side, component, value)
    } catch (error) {
      return note(error) ?? none
    }
  }
  attempt(() => engine.prepare(component.schema))
  return {
    get flaws() {
      const { flaws } = summary()
      return uncompiled.length === 0 ? flaws : [...flaws, ...uncompiled]
    },
    get isUnited() {
      return summary().isUnited
    },
    get mislabelled() {
      return summary().mislabelled
    },
    validate: (value, exact) => {
      if (exact === undefined || exact.size === 0) return validated(value)
      return exacting?.().validate(value, exact) ?? withExact(exact, () => validated(value).map(withDigits))
    },
    get needsDigits() {
      needsDigits ??= digitsMatter(component)
      return needsDigits
    },
    readExact,
    accepts: (value) => attempt(() => engine.firstError(component.schema, value) === undefined),
    undocumented: (value) => walker.undocumented(component.schema, value),
    unlisted: (value, exact) =>
      summary().hasOpenList
        ? closed()
            .validate(value, exact)
            .filter(({ keyword }) => keyword === 'x-extensible-enum')
        : none,
  }
}

const none: readonly never[] = Object.freeze([])

function withDigits(violation: Violation): Violation {
  const { observed } = violation
  if (typeof observed !== 'number') return violation
  const written = spelled(observed)
  return typeof written === 'string' ? { ...violation, digits: written } : { ...violation, observed: written }
}

function violationsOf(side: Side, { schema, pointer }: Component, value: Json): readonly Violation[] {
  const verdict = side.engine.firstError(schema, value)
  if (verdict === undefined) return none
  const found = explain(side, schema, value)
  if (found.length > 0) return found
  // ajv decides: an invalid value without an explanation still is a violation.
  const { keyword, instancePath } = verdict
  const assumed = isAssumed(side.builder.origin(schema), keyword, value)
  const location = instancePath.replaceAll(/\/\d+(?=\/|$)/g, '/*')
  return [
    {
      keyword,
      instancePointer: instancePath,
      location,
      schemaPointer: pointer,
      observed: value,
      expected: true,
      assumed,
    },
  ]
}

/** Creates a summary of a component and its references, as far as they are built. */
function createSummary(component: Component, builder: SchemaBuilder) {
  const read = () => {
    const all = reachable(component)
    return {
      built: builder.built(),
      flaws: all.flatMap((one) => one.flaws),
      hasOpenList: all.some((one) => one.hasOpenList),
      isUnited: all.some((one) => one.isUnited),
      mislabelled: [...new Set(all.flatMap((one) => [...one.mislabelled]))],
    }
  }
  let known: ReturnType<typeof read> | undefined
  return () => {
    if (known?.built !== builder.built()) known = read()
    return known
  }
}

/** Returns whether digits beyond a double's precision affect a component or its references. */
function digitsMatter(component: Component): boolean {
  let matter = false
  // Explicit stack, because `enum` values can be nested arbitrarily deep.
  const open: Json[] = reachable(component).map(({ schema }) => schema)
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value === 'number') matter ||= !Number.isSafeInteger(value)
    if (typeof value !== 'object' || value === null) continue
    for (const [key, child] of Object.entries(value)) {
      matter ||= exacting.has(key) || (key === 'format' && (child === 'int64' || child === 'uint64'))
      open.push(child as Json)
    }
  }
  return matter
}

/** Parses JSON. Numbers that don't fit a double become distinct doubles (`exact` returns their digits) or are listed in `lost`. */
function readExact(text: string): ExactValue {
  const table = exactNumbers(described)
  const { value, lost } = readJson(text, table)
  return { value, exact: table.digits, lost }
}
