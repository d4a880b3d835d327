import type { Finding, Observed, Site } from '../model/finding.ts'
import type { Json } from '../model/json.ts'
import type { OperationCounts, Statistics } from '../model/live/statistics.ts'
import { sha256 } from '../util/fingerprint.ts'
import { canonical, minus } from '../util/json.ts'
import { pointerTokens } from '../util/pointer.ts'
import { byText, plural } from '../util/text.ts'
import { dayOf } from './cause.ts'
import { type FindingRecord, type Ledger, reachesOf } from './ledger.ts'
import type { FindingFacts } from './run-record.ts'

/** For each check, the diff rules that document its findings. */
const rulesOf: Readonly<Record<string, readonly string[]>> = {
  'enum-conformance': ['enum-widened', 'extensible-enum-widened', 'enum-removed'],
  'null-conformance': ['nullable-added', 'type-widened'],
  'type-conformance': ['type-widened', 'type-changed'],
  'format-conformance': ['format-widened', 'format-changed'],
  'bounds-conformance': ['bound-widened', 'pattern-widened', 'multiple-of-widened', 'unique-items-removed'],
  'undocumented-property': ['property-added', 'required-property-added'],
  'required-conformance': ['property-became-optional', 'property-removed', 'required-property-removed'],
  'status-code-conformance': ['success-response-added', 'error-response-added'],
  'response-headers-conformance': ['header-became-optional', 'required-header-removed'],
}

export interface TargetLedger {
  readonly target: string
  readonly ledger: Ledger
}

/** A description and its publication time, if known: ISO 8601 UTC. */
export interface Published {
  readonly sha256: string
  readonly capturedAt?: string
}

/** Returns the first live finding that showed a contract change before publication: same location, fitting check, same value if any. */
export function alreadyLive(
  finding: Finding,
  ledgers: readonly TargetLedger[],
  published: Published,
): Observed | undefined {
  const [first] = ledgers
    .flatMap(({ target, ledger }) =>
      Object.values(ledger.findingRecords).map((findingRecord) => ({ target, findingRecord })),
    )
    .filter(({ findingRecord }) => isBefore(findingRecord, published) && documents(finding, findingRecord))
    .sort(
      (a, b) => byText(a.findingRecord.first.startedAt, b.findingRecord.first.startedAt) || byText(a.target, b.target),
    )
  if (first === undefined) return undefined
  const { target, findingRecord } = first
  const evidence = `already live since ${dayOf(findingRecord.first)} (run of ${findingRecord.first.snapshot} against ${target})`
  return { kind: 'already-live', evidence }
}

function isBefore({ first }: FindingRecord, published: Published): boolean {
  if (first.sha256 === published.sha256) return false
  return published.capturedAt === undefined || Date.parse(first.startedAt) < Date.parse(published.capturedAt)
}

/** Returns whether a contract change allows a live finding: same location, and same value if there is one. */
export function documents(finding: Finding, findingRecord: FindingFacts): boolean {
  const rules = Object.hasOwn(rulesOf, findingRecord.ruleId) ? rulesOf[findingRecord.ruleId] : undefined
  if (finding.site.direction === 'request' || rules?.includes(finding.ruleId) !== true) return false
  const reached = reachesOf(findingRecord).filter(({ operation }) => finding.reaches.includes(operation))
  if (reached.length === 0 || !isSameValue(finding, findingRecord)) return false
  const { part } = finding.site
  if (finding.ruleId.endsWith('-response-added'))
    return reached.some((each) => firstWord(each.part) === firstWord(part))
  if (findingRecord.ruleId === 'response-headers-conformance') return reached.some((each) => each.part === part)
  return finding.site.component === undefined
    ? isSameLocation(finding.site, findingRecord)
    : isAt(finding.site.component, finding.site.pointer, findingRecord)
}

function firstWord(part: string | undefined): string | undefined {
  return part?.split(' ', 1)[0]
}

function isSameValue({ before, after, ruleId }: Finding, { value }: FindingFacts): boolean {
  if (!ruleId.endsWith('enum-widened')) return true
  return added(before, after).some((each) => sha256(canonical(each)).slice(0, 16) === value)
}

/** Returns the added items of a list. */
export function added(before: Json | undefined, after: Json | undefined): readonly Json[] {
  return Array.isArray(after) ? minus(after, Array.isArray(before) ? before : []) : []
}

/** Keywords that start another schema. */
const nesting = new Set(['properties', 'items', 'additionalProperties', 'patternProperties', 'prefixItems', 'not'])

/** Returns whether a live finding's patch targets a component's schema or the owner's `required` list. */
function isAt(component: string, pointer: string, { at, pointer: seen }: FindingFacts): boolean {
  if (at === undefined) return false
  const location = [...pointerTokens(component.replace(/^#/, '')), ...pointerTokens(pointer)]
  const tokens = pointerTokens(at)
  const owner = location.slice(0, -2)
  if (location.at(-2) === 'properties' && startsWith(tokens, [...owner, 'required']))
    return pointerTokens(seen).at(-1) === location.at(-1)
  return startsWith(tokens, location) && !nesting.has(tokens[location.length] ?? '')
}

function startsWith(tokens: readonly string[], start: readonly string[]): boolean {
  return start.every((token, index) => tokens[index] === token)
}

/** Returns whether both are in the same part of the same operation, outside of components. */
function isSameLocation({ operation, part, pointer }: Site, findingRecord: FindingFacts): boolean {
  const reached = reachesOf(findingRecord).some((each) => each.operation === operation && each.part === part)
  return reached && propertyPath(pointer) === findingRecord.pointer
}

// `/properties/content/items/properties/status` → `/content`, `/*`, `/status`; a block comment can't contain these.
/** Converts a schema pointer to the location in a body: property names, and a star for list items. */
export function propertyPath(pointer: string): string {
  let path = ''
  const tokens = pointerTokens(pointer)
  for (let index = 0; index < tokens.length; index++) {
    if (tokens[index] === 'properties')
      path += `/${(tokens[++index] ?? '').replaceAll('~', '~0').replaceAll('/', '~1')}`
    else if (tokens[index] === 'items' || tokens[index] === 'additionalProperties') path += '/*'
  }
  return path
}

/** Returns the observation that a value offered by the contract was never received; undefined if it was, or if it is unknown. */
export function notYetSeen(finding: Finding, { runs, operations }: Statistics): Observed | undefined {
  if (runs === 0 || finding.site.direction === 'request') return undefined
  const test = Object.hasOwn(tests, finding.ruleId) ? tests[finding.ruleId] : undefined
  const counts = finding.reaches.flatMap((key) => (Object.hasOwn(operations, key) ? (operations[key] ?? []) : []))
  if (test === undefined || counts.some((each) => test(finding, each))) return undefined
  // Without calls, the change could not be seen.
  const verb = counts.some(({ calls }) => calls > 0) ? 'seen' : 'called'
  return { kind: 'not-yet-seen', evidence: `published, not yet ${verb} in ${plural(runs, 'run')}` }
}

type SeenTest = (finding: Finding, counts: OperationCounts) => boolean

const status: SeenTest = ({ site }, { responses }) => (responses[site.part?.split(' ', 1)[0] ?? ''] ?? 0) > 0
const property: SeenTest = (finding, counts) => countsOf(finding, counts).some(({ seen }) => seen > 0)
const value: SeenTest = (finding, counts) => {
  const values = added(finding.before, finding.after).map(canonical)
  return countsOf(finding, counts).some((counts) => values.some((each) => Object.hasOwn(counts.values ?? {}, each)))
}

/** Tests whether an operation's responses show a change. */
const tests: Readonly<Record<string, SeenTest>> = {
  'operation-added': (_finding, { calls }) => calls > 0,
  'success-response-added': status,
  'error-response-added': status,
  'property-added': property,
  'required-property-added': property,
  'enum-widened': value,
  'extensible-enum-widened': value,
}

/** Returns the counts at all locations that a finding's schema may describe; properties with the same path aren't distinguished. */
function countsOf({ site }: Finding, { bodies }: OperationCounts) {
  const end = propertyPath(site.pointer)
  return Object.values(bodies).flatMap(({ locations }) =>
    Object.entries(locations).flatMap(([location, each]) => (location.endsWith(end) ? [each] : [])),
  )
}
