import type { Document, Located } from '../../model/document.ts'
import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import type { Mark } from '../../model/mark.ts'
import type { Way } from '../../model/operation.ts'
import { isObject, own, ownArray, ownEntries, ownString } from '../../util/json.ts'
import { isGuess, isSilentWithin } from '../../util/marks.ts'
import { joinPointer } from '../../util/pointer.ts'
import { asReceived } from '../discriminator/tag-values.ts'
import { formats } from '../formats/formats.ts'
import type { Access } from '../keywords/access.ts'
import { isSynthetic, isUnordered, rewritten } from '../keywords/dialect.ts'
import { schemaMark } from '../keywords/marks.ts'
import { extensibleValues } from '../keywords/open-enum.ts'
import { copied, listed, mapped, namesIn, sameValue, single, unread, written } from '../keywords/vocabulary.ts'
import { writtenAs } from '../keywords/written-as.ts'
import { type Alternatives, alternativesOf, type Choice, discriminatorSite } from '../normal-form/alternatives.ts'
import { isExclusiveSchema } from '../normal-form/exclusive.ts'
import { patternFlaw } from '../patterns/patterns.ts'
import type { Component, Generated, Origin, Reading, Scope } from './generated.ts'

/** State for writing the schemas of one component. */
export interface Writer {
  readonly document: Document
  readonly way: Way
  readonly access: Access
  readonly origins: WeakMap<Generated, Origin>
  readonly into: Component
  readonly reading: Reading
  /** Returns the component for a `$ref` target, which is written later. */
  enter(schema: Located, scope: Scope): Component
}

/** A schema object being written. */
interface Site {
  readonly writer: Writer
  readonly node: Json
  readonly modern: JsonObject
  readonly pointer: Pointer
  readonly schema: Generated
  readonly mark: Mark
  /** Scope for subschemas that apply to the same value. */
  readonly scope: Scope
}

/** Writes a schema object and its subschemas, known keywords only. */
export function writeSchema(writer: Writer, node: Json, pointer: Pointer, scope: Scope): Generated {
  const { document, access, into } = writer
  const { schema: modern, dropped, mislabelled } = rewritten(node, document.dialect)
  for (const message of dropped) into.flaws.push({ pointer, message })
  for (const message of mislabelled) into.mislabelled.add(message)
  const own = schemaMark(node, document.dialect)
  const mark = own === undefined || isSilentWithin(own) ? scope.assumed : own
  const assumed = mark === true
  const marks = typeof mark !== 'boolean' && { marks: mark }
  if (modern === false) return make(writer, { pointer, assumed, label: 'false' }, { not: {} })
  const open = modern === true ? undefined : extensibleValues(modern)
  const schema = make(writer, { pointer, assumed, ...marks, ...(open && { label: 'x-extensible-enum' as const }) }, {})
  if (modern === true) return schema
  const others: string[] = []
  for (const keyword of Object.keys(modern)) {
    if (copied.has(keyword) || isKnownFormat(keyword, modern)) schema[keyword] = modern[keyword] ?? null
    else if (written.has(keyword)) others.push(keyword)
  }
  if (open !== undefined) writeOpen(writer, schema, open)
  if (others.length === 0) return schema

  const names = access.hiddenNames(node)
  const hidden = names.size === 0 ? scope.hidden : new Set([...scope.hidden, ...names])
  const site: Site = { writer, node, modern, pointer, schema, mark, scope: { ...scope, assumed, hidden } }
  const alternatives = Object.hasOwn(modern, 'discriminator') ? alternativesOf(document, { node, pointer }) : undefined
  for (const keyword of others)
    if (keyword !== alternatives?.keyword) writeKeyword(site, keyword, modern[keyword] ?? null)
  if (schema.oneOf !== undefined && isUnited(site)) uniteBranches(site)
  if (alternatives !== undefined && !scope.plain) writeSwitch(site, alternatives)
  return schema
}

const isKnownFormat = (keyword: string, { format }: JsonObject): boolean =>
  keyword === 'format' && formats.has(String(format))

function make(writer: Writer, origin: Origin, schema: Generated): Generated {
  writer.origins.set(schema, origin)
  return schema
}

const lose = ({ writer, pointer }: Site, message: string): unknown => writer.into.flaws.push({ pointer, message })

/** Lists that allow other values are written only for `closed` readings. */
function writeOpen(writer: Writer, schema: Generated, values: readonly Json[]): void {
  writer.into.hasOpenList = true
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
  if (keyword === '$ref') writeRef(site, String(value))
  else if (Object.hasOwn(unread, keyword)) lose(site, unread[keyword] ?? '')
  else if (keyword === 'required') schema.required = existing(site, ownArray(site.modern, keyword))
  else if (keyword === 'dependentRequired') {
    const lists = ownEntries(site.modern, keyword).map(([name]) => [name, ownArray(value, name)] as const)
    schema[keyword] = Object.fromEntries(lists.map(([name, list]) => [name, existing(site, list)]))
  } else if (keyword === 'pattern' && isCheckable(site, String(value))) schema.pattern = value
  else if (single.has(keyword) || listed.has(keyword) || mapped.has(keyword)) writeChildren(site, keyword, value)
  const isUnion = keyword === 'oneOf' && isUnited(site)
  if (!isUnion && (keyword === 'not' || keyword === 'if' || keyword === 'oneOf' || keyword === 'contains')) {
    const loss = flaws.length > before.flaws ? 'unchecked' : writer.into.hides > before.hides ? 'hidden' : 'none'
    writer.into.sensitive.push({ schema, keyword, pointer, loss, refs: refs.slice(before.refs) })
  }
}

/** Drops required properties that don't exist in this direction. */
function existing({ writer, scope }: Site, names: readonly Json[]): Json[] {
  const kept = names.filter((name) => !scope.hidden.has(String(name)))
  if (kept.length < names.length) writer.into.hides++
  return kept
}

function isUnited({ writer, modern }: Site): boolean {
  return writer.reading.union === true && !isExclusiveSchema(writer.document, modern)
}

/** Replaces `oneOf` by `anyOf`, so a value may match several branches. */
function uniteBranches({ writer, schema, pointer, scope }: Site): void {
  const { oneOf = [] } = schema
  writer.into.isUnited = true
  delete schema.oneOf
  const any = make(writer, { pointer, assumed: scope.assumed === true }, { anyOf: oneOf })
  schema.allOf = [...ownArray(schema, 'allOf'), any]
}

function writeChildren(site: Site, keyword: string, value: Json): void {
  const { schema } = site
  const writeChild = childWriter(site, keyword)
  if (single.has(keyword)) {
    const isFlag = typeof value === 'boolean' && !sameValue.has(keyword)
    schema[keyword] = isFlag ? value : writeChild(value)
  } else if (Array.isArray(value)) {
    const children = value.map((node: Json, index) => writeChild(node, index))
    const origin = { pointer: joinPointer(site.pointer, 'items'), assumed: site.scope.assumed === true }
    const any = (): Generated => make(site.writer, origin, { anyOf: [...children] })
    schema[keyword] = keyword === 'prefixItems' && isUnordered(site.modern) ? children.map(any) : children
  } else if (isObject(value)) {
    const names = Object.keys(value).filter((name) => keyword !== 'patternProperties' || isCheckable(site, name))
    // ajv skips it to avoid assigning a prototype in its generated code.
    if (keyword === 'properties' && names.includes('__proto__')) lose(site, 'the property __proto__ is not checked')
    const entries = names.map((name) => [name, writeChild(value[name] ?? true, name)] as const)
    // `fromEntries`, because assigning `__proto__` would set the prototype.
    schema[keyword] = Object.fromEntries(entries)
  }
}

/** Returns a function that writes the subschemas of one keyword, by name or position. */
function childWriter(site: Site, keyword: string): (node: Json, token?: string | number) => Generated {
  const { writer, scope, modern } = site
  const name = writtenAs(keyword, site.node)
  const at = joinPointer(site.pointer, name)
  const assumed = isGuess(site.mark, name)
  const inside = sameValue.has(keyword) ? { ...scope, assumed, plain: false } : below(assumed)
  const mayBeHidden = keyword === 'properties' && writer.way === 'response'
  return (node, token) => {
    const pointer = isSynthetic(node) ? site.pointer : token === undefined ? at : joinPointer(at, token)
    if (mayBeHidden && writer.access.isHidden(node))
      return make(writer, { pointer, assumed, label: 'writeOnly' }, { not: {} })
    const isPlain =
      keyword === 'allOf' &&
      ((scope.plain && own(node, '$ref') === undefined) ||
        extendsBase(writer.document, writer.into.pointer, modern, node))
    return writeSchema(writer, node, pointer, isPlain ? { ...inside, plain: true } : inside)
  }
}

const nothingHidden: ReadonlySet<string> = new Set()
const below = (assumed: boolean): Scope => ({ assumed, hidden: nothingHidden, plain: false, inPlace: false })

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

/** Writes a discriminator as conditions: the tag selects the alternative, and a value without a tag is validated against all of them. */
function writeSwitch(site: Site, alternatives: Alternatives): void {
  const { property, list, keyword, fallback, untagged, lost, lostFallback } = alternatives
  const { writer, schema, pointer } = site
  const origin: Origin = { pointer, assumed: isGuess(site.mark, 'discriminator') }
  for (const tag of lost) lose(site, `the mapping of ${JSON.stringify(tag)} leads nowhere; its values are not checked`)
  if (lostFallback !== undefined) lose(site, `defaultMapping ${JSON.stringify(lostFallback)} leads nowhere`)
  const nodes = keyword === undefined ? [] : ownArray(site.modern, keyword)
  const branches = keyword === undefined ? [] : nodes.map(childWriter(site, keyword))
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
  const when = (condition: Generated, branch: 'then' | 'else', consequence: Generated): Generated =>
    make(writer, origin, { if: condition, [branch]: consequence })
  const tagged = (tags: readonly Json[], from = origin): Generated =>
    make(writer, origin, { properties: { [property]: make(writer, from, { enum: tags.flatMap(asReceived) }) } })
  const cases = list.map(({ tags, choices }) => when(tagged(tags), 'then', anyOf(choices)))
  const known = [...list.flatMap(({ tags }) => tags), ...lost]
  const others = fallback === undefined ? untagged : [fallback]
  if (others.length > 0 && lostFallback === undefined) {
    const isKnown = known.length === 0 ? make(writer, origin, { not: {} }) : tagged(known)
    cases.push(when(isKnown, 'else', anyOf(others)))
  } else if (lostFallback === undefined && (keyword !== undefined || writer.reading.union !== true)) {
    cases.push(tagged([...known, ...alternatives.own], { ...origin, label: 'discriminator' }))
  }
  const hasTag = make(writer, origin, { type: 'object', required: [property] })
  const choose = when(hasTag, 'then', make(writer, origin, { allOf: cases }))
  const withoutTag = keyword === undefined ? make(writer, origin, {}) : make(writer, origin, { anyOf: branches })
  if (fallback === undefined) choose.else = withoutTag
  else {
    // A value such as null, allowed by a separate branch, needs no tag.
    const byDefault = when(make(writer, origin, { type: 'object' }), 'then', written(fallback))
    choose.else = Object.assign(byDefault, { else: withoutTag })
  }
  schema.allOf = [...ownArray(schema, 'allOf'), choose]
}

/** Returns whether an `allOf` member is the base that lists this schema as alternative; following its discriminator would loop. */
function extendsBase(document: Document, pointer: Pointer, schema: Json, member: Json): boolean {
  const target = referred(document, member)
  const stated = target && discriminatorSite(document, target)
  if (stated === undefined) return false
  const alternatives = alternativesOf(document, stated)
  const { list = [], untagged = [], fallback } = alternatives ?? {}
  const choices = [...list.flatMap((one) => one.choices), ...untagged, ...(fallback === undefined ? [] : [fallback])]
  const leadsBack = choices.some(
    (choice) => choice.schema.pointer === pointer || referred(document, choice.schema.node)?.pointer === pointer,
  )
  return leadsBack || (alternatives?.keyword === undefined && ownArray(schema, 'allOf').length > 1)
}

function referred(document: Document, node: Json): ReturnType<Document['resolve']> {
  const ref = ownString(node, '$ref')
  return ref === '' ? undefined : document.resolve(ref)
}
