import type { Document, Flaw, Located } from '../../model/document.ts'
import type { Json } from '../../model/json.ts'
import type { CompiledSchema, ExactValue, SchemaCompiler, Violation } from '../../model/observation.ts'
import type { Way } from '../../model/operation.ts'
import { described, exactNumbers, readJson, spelled, withExact } from '../../numbers/exact.ts'
import { createSchemaBuilder, type SchemaBuilder } from '../compiling/build.ts'
import { createEngine, type Engine, NotCompiled } from '../compiling/engine.ts'
import { type Component, type Reading, reachable } from '../compiling/generated.ts'
import type { Shared } from '../compiling/sharing.ts'
import { isAssumed } from '../keywords/marks.ts'
import { explain } from './explain.ts'
import { createPropertyWalker, type PropertyWalker } from './undocumented.ts'

/** Keywords that distinguish neighbouring numbers at any location. */
const exacting: ReadonlySet<string> = new Set(['multipleOf', 'uniqueItems'])

/** What one way of a document needs. */
interface Side {
  readonly engine: Engine
  readonly builder: SchemaBuilder
  readonly walker: PropertyWalker
}

/**
 * Compiles the schemas of a description to validators: lazily, each once per direction. ajv decides what
 * is valid; `explain` reports why not. `readOnly` properties are not required in requests, `writeOnly` ones
 * not in responses, where they are violations. What could not be compiled is in `flaws` and costs only itself.
 * `shared` is for schemas that validate few values: it makes them cheap to compile and slower to run.
 * `reading`: how lists of values and `oneOf` are read; default: as they are written.
 */
export function createSchemaCompiler(
  document: Document,
  shared?: Shared,
  reading: Reading = {},
  isExact = described.digits.size > 0,
): SchemaCompiler {
  const sides = new Map<Way, Side>()
  const compiled = new Map<Component, CompiledSchema>()
  // The same schema of the same response is requested repeatedly.
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

/** By the text of assertions, of which there are few: kept for as long as the process runs. */
const assertions: Shared = new Map()
const occasional = new WeakMap<Document, SchemaCompiler>()
const unions = new WeakMap<Document, SchemaCompiler>()

/** The compiler of a document for schemas that validate few values: one per document. */
export function occasionalCompiler(document: Document): SchemaCompiler {
  const compiler = occasional.get(document) ?? createSchemaCompiler(document, assertions)
  occasional.set(document, compiler)
  return compiler
}

/** The same with `oneOf` read as a union, where it is not exclusive: one per document. */
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
  const engine = createEngine(shared, isExact)
  const builder = createSchemaBuilder(document, way, engine.add, reading)
  return { engine, builder, walker: createPropertyWalker(builder) }
}

/** The same schema compiled otherwise. */
interface Others {
  readonly closed: () => CompiledSchema
  /** By all digits; absent where this one is. */
  readonly exacting?: () => CompiledSchema
}

function compileComponent(side: Side, component: Component, { closed, exacting }: Others): CompiledSchema {
  const { engine, walker } = side
  const all = reachable(component)
  const flaws: Flaw[] = all.flatMap((one) => one.flaws)
  const hasOpenList = all.some((one) => one.hasOpenList)
  const isUnited = all.some((one) => one.isUnited)
  let needsDigits: boolean | undefined
  let isUsable = true
  /** Any use may be the one that meets a schema ajv cannot compile; other errors are reported by the caller. */
  const note = (error: unknown): undefined => {
    if (!(error instanceof NotCompiled)) throw error
    isUsable = false
    flaws.push({ pointer: component.pointer, message: `the schema cannot be compiled: ${error.message}` })
    return undefined
  }
  const attempt = <T>(use: () => T): T | undefined => {
    try {
      return isUsable ? use() : undefined
    } catch (error) {
      return note(error)
    }
  }
  // Written out: it is called for every body.
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
    flaws,
    isUnited,
    mislabelled: [...new Set(all.flatMap((one) => [...one.mislabelled]))],
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
      hasOpenList
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
  // ajv decides: a refused value without an explanation is still a violation.
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

/** Whether digits that a double does not hold make a difference to a component and all it refers to. */
function digitsMatter(component: Component): boolean {
  let matter = false
  // A stack of its own: what an `enum` lists may be nested as deep as JSON can be.
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

/**
 * Reads JSON text like `JSON.parse`, but for numbers that no double holds: each is read as a double of its own, and
 * `exact` gives the digits back. What finds no such double is read as usual and listed as `lost`.
 */
function readExact(text: string): ExactValue {
  const table = exactNumbers(described)
  const { value, lost } = readJson(text, table)
  return { value, exact: table.digits, lost }
}
