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

/** Rules by the check that would have found, before it was published, what they say changed. */
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

/** A target and what the runs against it saw. */
export interface TargetLedger {
  readonly target: string
  readonly ledger: Ledger
}

/** A description, and when it was published where that is known: ISO 8601 UTC. */
export interface Published {
  readonly sha256: string
  readonly capturedAt?: string
}

/**
 * The first live finding that showed a change of the contract before the contract documented it: at the same location of the
 * description, of a check that the change satisfies, and of the same value where it is one.
 */
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

/** Whether a change of the contract allows what a live finding saw: at the same location, and of the same value where it is one. */
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

/** The status of a part. */
function firstWord(part: string | undefined): string | undefined {
  return part?.split(' ', 1)[0]
}

function isSameValue({ before, after, ruleId }: Finding, { value }: FindingFacts): boolean {
  if (!ruleId.endsWith('enum-widened')) return true
  return added(before, after).some((each) => sha256(canonical(each)).slice(0, 16) === value)
}

/** What of a list is new. */
export function added(before: Json | undefined, after: Json | undefined): readonly Json[] {
  return Array.isArray(after) ? minus(after, Array.isArray(before) ? before : []) : []
}

/** Below these names another schema begins. */
const nesting = new Set(['properties', 'items', 'additionalProperties', 'patternProperties', 'prefixItems', 'not'])

/** Whether what a live finding would patch is the schema of a component, or its owner's list of required properties. */
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

/** Whether both are in the same part of the same operation, which has its schema to itself. */
function isSameLocation({ operation, part, pointer }: Site, findingRecord: FindingFacts): boolean {
  const reached = reachesOf(findingRecord).some((each) => each.operation === operation && each.part === part)
  return reached && propertyPath(pointer) === findingRecord.pointer
}

// Written in lines: a star and a slash would end the comment.
// `/properties/content/items/properties/status` → `/content`, `/*`, `/status`.
/** The location in a body of a schema pointer: names of properties, a star for the items of a list. */
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

/**
 * Whether what the contract now offers was never received in the runs held to it; undefined when it was, or when
 * nothing is known of it.
 */
export function notYetSeen(finding: Finding, { runs, operations }: Statistics): Observed | undefined {
  if (runs === 0 || finding.site.direction === 'request') return undefined
  const test = Object.hasOwn(tests, finding.ruleId) ? tests[finding.ruleId] : undefined
  const counts = finding.reaches.flatMap((key) => (Object.hasOwn(operations, key) ? (operations[key] ?? []) : []))
  if (test === undefined || counts.some((each) => test(finding, each))) return undefined
  // Where nothing was called, nothing could be seen.
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

/** How the responses of an operation would show a change. */
const tests: Readonly<Record<string, SeenTest>> = {
  'operation-added': (_finding, { calls }) => calls > 0,
  'success-response-added': status,
  'error-response-added': status,
  'property-added': property,
  'required-property-added': property,
  'enum-widened': value,
  'extensible-enum-widened': value,
}

/** What was counted at every location that the schema of a finding may describe: properties of equal path are not distinguished. */
function countsOf({ site }: Finding, { bodies }: OperationCounts) {
  const end = propertyPath(site.pointer)
  return Object.values(bodies).flatMap(({ locations }) =>
    Object.entries(locations).flatMap(([location, each]) => (location.endsWith(end) ? [each] : [])),
  )
}
