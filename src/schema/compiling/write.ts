import type { Document, Located } from '../../model/document.ts'
import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import type { Mark } from '../../model/mark.ts'
import { isObject, own, ownArray, ownEntries } from '../../util/json.ts'
import { isGuess, isSilentWithin } from '../../util/marks.ts'
import { joinPointer } from '../../util/pointer.ts'
import { formats } from '../formats/formats.ts'
import type { Access } from '../keywords/access.ts'
import { droppedKeywords, isSynthetic, isUnordered, mislabelledKeywords, modernSchema } from '../keywords/dialect.ts'
import { schemaMark } from '../keywords/marks.ts'
import { extensibleValues } from '../keywords/open-enum.ts'
import { copied, listed, mapped, namesIn, sameValue, single, unread } from '../keywords/vocabulary.ts'
import { writtenAs } from '../keywords/written-as.ts'
import { type Alternatives, alternativesOf, type Choice } from '../normal-form/alternatives.ts'
import { isExclusiveSchema } from '../normal-form/exclusive.ts'
import { patternFlaw } from '../patterns/patterns.ts'
import { extendsBase } from './extends-base.ts'
import type { Component, Generated, Origin, Reading, Scope, Way } from './generated.ts'

/** What writing the schemas of one component needs. */
export interface Writer {
  readonly document: Document
  readonly way: Way
  readonly access: Access
  readonly origins: WeakMap<Generated, Origin>
  readonly into: Component
  readonly reading: Reading
  /** The component of a `$ref` target; it is written later. */
  enter(schema: Located, scope: Scope): Component
}

/** A schema object while its keywords are written. */
interface Site {
  readonly writer: Writer
  readonly node: Json
  readonly modern: JsonObject
  readonly pointer: Pointer
  readonly schema: Generated
  readonly mark: Mark
  /** For schemas that apply to the same value. */
  readonly scope: Scope
}

/** Writes one schema object and everything written inside it, known keywords only. */
export function writeSchema(writer: Writer, node: Json, pointer: Pointer, scope: Scope): Generated {
  const { document, access, into } = writer
  for (const message of droppedKeywords(node, document.dialect)) into.flaws.push({ pointer, message })
  for (const message of mislabelledKeywords(node, document.dialect)) into.mislabelled.add(message)
  const modern = modernSchema(node, document.dialect)
  const own = schemaMark(node, document.dialect)
  const mark = own === undefined || isSilentWithin(own) ? scope.assumed : own
  const assumed = mark === true
  const marks = typeof mark !== 'boolean' && { marks: mark }
  if (modern === false) return make(writer, { pointer, assumed, label: 'false' }, { not: {} })
  const open = modern === true ? undefined : extensibleValues(modern)
  const schema = make(writer, { pointer, assumed, ...marks, ...(open && { label: 'x-extensible-enum' as const }) }, {})
  if (modern === true) return schema

  const names = access.hiddenNames(node)
  const hidden = names.size === 0 ? scope.hidden : new Set([...scope.hidden, ...names])
  const site: Site = { writer, node, modern, pointer, schema, mark, scope: { ...scope, assumed, hidden } }
  const alternatives = Object.hasOwn(modern, 'discriminator') ? alternativesOf(document, { node, pointer }) : undefined
  for (const keyword of Object.keys(modern)) {
    if (keyword !== alternatives?.keyword) writeKeyword(site, keyword, modern[keyword] ?? null)
  }
  if (schema.oneOf !== undefined && isUnited(site)) uniteBranches(site)
  if (alternatives !== undefined && !scope.plain) writeSwitch(site, alternatives)
  if (open !== undefined) writeOpen(site, open)
  return schema
}

function make(writer: Writer, origin: Origin, schema: Generated): Generated {
  writer.origins.set(schema, origin)
  return schema
}

const lose = ({ writer, pointer }: Site, message: string): unknown => writer.into.flaws.push({ pointer, message })

/** Other values are allowed, so the list is written only where other values are searched. */
function writeOpen({ writer, schema }: Site, values: readonly Json[]): void {
  writer.into.isUnaccepted = true
  if (writer.reading.closed) schema.enum = [...values]
  else delete schema.enum
}

function writeKeyword(site: Site, keyword: string, value: Json): void {
  const { schema, writer, pointer } = site
  const { flaws, refs, needs } = writer.into
  if (namesIn(keyword, value).some((name) => name in Object.prototype)) needs.ownProperties = true
  if (keyword.startsWith('unevaluated')) needs.unevaluated = true
  if (keyword === 'unevaluatedItems' && site.modern.contains !== undefined)
    lose(site, 'unevaluatedItems is not checked beside contains')
  const before = { flaws: flaws.length, refs: refs.length, hides: writer.into.hides }
  if (copied.has(keyword)) schema[keyword] = value
  else if (keyword === '$ref') writeRef(site, String(value))
  else if (Object.hasOwn(unread, keyword)) lose(site, unread[keyword] ?? '')
  else if (keyword === 'required') schema.required = existing(site, ownArray(site.modern, keyword))
  else if (keyword === 'dependentRequired') {
    const lists = ownEntries(site.modern, keyword).map(([name]) => [name, ownArray(value, name)] as const)
    schema[keyword] = Object.fromEntries(lists.map(([name, list]) => [name, existing(site, list)]))
  } else if (keyword === 'format' && formats.has(String(value))) schema.format = value
  else if (keyword === 'pattern' && isCheckable(site, String(value))) schema.pattern = value
  else if (single.has(keyword) || listed.has(keyword) || mapped.has(keyword)) writeChildren(site, keyword, value)
  const isUnion = keyword === 'oneOf' && isUnited(site)
  if (!isUnion && (keyword === 'not' || keyword === 'if' || keyword === 'oneOf' || keyword === 'contains')) {
    const loss = flaws.length > before.flaws ? 'unchecked' : writer.into.hides > before.hides ? 'hidden' : 'none'
    writer.into.sensitive.push({ schema, keyword, pointer, loss, refs: refs.slice(before.refs) })
  }
}

/** Of required properties those that exist this way. */
function existing({ writer, scope }: Site, names: readonly Json[]): Json[] {
  const kept = names.filter((name) => !scope.hidden.has(String(name)))
  if (kept.length < names.length) writer.into.hides++
  return kept
}

function isUnited({ writer, modern }: Site): boolean {
  return writer.reading.union === true && !isExclusiveSchema(writer.document, modern)
}

/** A value may match several branches. */
function uniteBranches({ writer, schema, pointer, scope }: Site): void {
  const { oneOf = [] } = schema
  writer.into.isUnited = true
  delete schema.oneOf
  const any = make(writer, { pointer, assumed: scope.assumed === true }, { anyOf: oneOf })
  schema.allOf = [...ownArray(schema, 'allOf'), any]
}

function writeChildren(site: Site, keyword: string, value: Json): void {
  const { schema } = site
  if (single.has(keyword)) {
    const isFlag = typeof value === 'boolean' && !sameValue.has(keyword)
    schema[keyword] = isFlag ? value : writeChild(site, keyword, value)
  } else if (Array.isArray(value)) {
    const written = value.map((node: Json, index) => writeChild(site, keyword, node, index))
    const origin = { pointer: joinPointer(site.pointer, 'items'), assumed: site.scope.assumed === true }
    const any = (): Generated => make(site.writer, origin, { anyOf: [...written] })
    schema[keyword] = keyword === 'prefixItems' && isUnordered(site.modern) ? written.map(any) : written
  } else if (isObject(value)) {
    const names = Object.keys(value).filter((name) => keyword !== 'patternProperties' || isCheckable(site, name))
    // ajv leaves it out, so that its generated code does not assign a prototype.
    if (keyword === 'properties' && names.includes('__proto__')) lose(site, 'the property __proto__ is not checked')
    const entries = names.map((name) => [name, writeChild(site, keyword, value[name] ?? true, name)] as const)
    // From entries, because assignment of a property called __proto__ would be lost.
    schema[keyword] = Object.fromEntries(entries)
  }
}

function writeChild(site: Site, keyword: string, node: Json, token?: string | number): Generated {
  const { writer, scope } = site
  const assumed = isGuess(site.mark, writtenAs(keyword, site.node))
  const at = joinPointer(site.pointer, writtenAs(keyword, site.node))
  const pointer = isSynthetic(node) ? site.pointer : token === undefined ? at : joinPointer(at, token)
  if (keyword === 'properties' && writer.way === 'response' && writer.access.isHidden(node)) {
    return make(writer, { pointer, assumed, label: 'writeOnly' }, { not: {} })
  }
  const inside = { ...scope, assumed }
  if (!sameValue.has(keyword)) return writeSchema(writer, node, pointer, below(inside))
  const isPart = keyword === 'allOf' && scope.plain && own(node, '$ref') === undefined
  const plain =
    isPart || (keyword === 'allOf' && extendsBase(site.writer.document, site.writer.into.pointer, site.modern, node))
  return writeSchema(writer, node, pointer, { ...inside, plain })
}

const nothingHidden: ReadonlySet<string> = new Set()
const below = (scope: Scope): Scope => ({ ...scope, hidden: nothingHidden, plain: false, inPlace: false })

function isCheckable(site: Site, pattern: string): boolean {
  const flaw = patternFlaw(pattern)
  if (flaw !== undefined) lose(site, `pattern cannot be checked: ${flaw}`)
  return flaw === undefined
}

function writeRef(site: Site, ref: string): void {
  const target = site.writer.document.resolve(ref)
  if (target === undefined) lose(site, `$ref ${ref} cannot be followed`)
  else refer(site, site.schema, target, '$ref')
}

function refer({ writer, scope, mark }: Site, schema: Generated, target: Located, keyword: string): void {
  const to = writer.enter(target, { ...scope, assumed: isGuess(mark, keyword) })
  schema.$ref = to.id
  writer.into.refs.push(to)
  if (scope.inPlace) writer.into.edges.push({ schema, to })
}

/** The tag decides which alternative applies; a value without one is validated against all of them. */
function writeSwitch(site: Site, alternatives: Alternatives): void {
  const { property, list, keyword, fallback, untagged, lost, lostFallback } = alternatives
  const { writer, schema, pointer } = site
  const origin: Origin = { pointer, assumed: isGuess(site.mark, 'discriminator') }
  for (const tag of lost) lose(site, `the mapping of ${JSON.stringify(tag)} leads nowhere; its values are not checked`)
  if (lostFallback !== undefined) lose(site, `defaultMapping ${JSON.stringify(lostFallback)} leads nowhere`)
  const nodes = keyword === undefined ? [] : ownArray(site.modern, keyword)
  const branches = keyword === undefined ? [] : nodes.map((node, index) => writeChild(site, keyword, node, index))
  const written = ({ schema: target, index }: Choice): Generated => {
    const branch = index === undefined ? undefined : branches[index]
    if (branch !== undefined) return branch
    const made = make(writer, origin, {})
    refer(site, made, target, 'discriminator')
    return made
  }
  const anyOf = (choices: readonly Choice[]): Generated => {
    const [only = {}, ...others] = choices.map(written)
    return others.length === 0 ? only : make(writer, origin, { anyOf: [only, ...others] })
  }
  const tagged = (tags: readonly Json[], from = origin): Generated =>
    make(writer, origin, { properties: { [property]: make(writer, from, { enum: tags.flatMap(asReceived) }) } })
  const cases = list.map(({ tags, choices }) => when(writer, origin, tagged(tags), 'then', anyOf(choices)))
  const known = [...list.flatMap(({ tags }) => tags), ...lost]
  const others = fallback === undefined ? untagged : [fallback]
  if (others.length > 0 && lostFallback === undefined) {
    const isKnown = known.length === 0 ? make(writer, origin, { not: {} }) : tagged(known)
    cases.push(when(writer, origin, isKnown, 'else', anyOf(others)))
  } else if (lostFallback === undefined && (keyword !== undefined || writer.reading.union !== true)) {
    cases.push(tagged([...known, ...alternatives.own], { ...origin, label: 'discriminator' }))
  }
  const hasTag = make(writer, origin, { type: 'object', required: [property] })
  const choose = when(writer, origin, hasTag, 'then', make(writer, origin, { allOf: cases }))
  const withoutTag = keyword === undefined ? make(writer, origin, {}) : make(writer, origin, { anyOf: branches })
  if (fallback === undefined) choose.else = withoutTag
  else {
    // Null, say, which a branch of its own allows, has no tag to lack.
    const byDefault = when(writer, origin, make(writer, origin, { type: 'object' }), 'then', written(fallback))
    choose.else = Object.assign(byDefault, { else: withoutTag })
  }
  schema.allOf = [...ownArray(schema, 'allOf'), choose]
}

/** A key of a mapping is text; a tag that is a number or a boolean is compared as text (OpenAPI 3.1.1 §4.8.25.3). */
function asReceived(tag: Json): Json[] {
  if (tag === 'true' || tag === 'false') return [tag, tag === 'true']
  return typeof tag === 'string' && /^-?[1-9]\d{0,14}$|^0$/.test(tag) ? [tag, Number(tag)] : [tag]
}

function when(
  writer: Writer,
  origin: Origin,
  condition: Generated,
  keyword: 'then' | 'else',
  consequence: Generated,
): Generated {
  return make(writer, origin, { if: condition, [keyword]: consequence })
}
