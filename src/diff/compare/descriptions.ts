import type { Change } from '../../model/diff/change.ts'
import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import type { Description, Operation } from '../../model/operation.ts'
import { schemaReaderOf } from '../../schema/normal-form/normalize.ts'
import { equalJson, layerWith, own, ownEntries, ownString } from '../../util/json.ts'
import { createCollector, type Ineffective } from './collect.ts'
import type { CompareContext } from './context.ts'
import { haveSameKey, matchOperations } from './match.ts'
import { compareOperation, emitOperation } from './operations/operations.ts'
import { compareWebhooks } from './operations/reversed.ts'
import { createSameSchemas } from './same-schemas.ts'
import { createSameText, type SameText } from './same-text.ts'
import { type ComparedLocations, createSchemaGraph } from './schema/graph.ts'
import type { Unexplained } from './schema/unexplained.ts'
import type { SchemaPair } from './schema/unit.ts'
import { compareSecuritySchemes, renamedSchemes } from './security-schemes.ts'

export interface CompareOptions {
  /** `YYYY-MM-DD`. Sunsets on or before this day have passed. Default: no sunset has passed. */
  readonly today?: string
  /** Compares two schemas of one location. Default: the comparers of this folder. */
  readonly compareSchemas?: (pair: SchemaPair) => void
}

/** Result of a comparison, including the data for the ledger. */
export interface DescriptionComparison {
  readonly changes: readonly Change[]
  /** Edits without effect. */
  readonly ineffective: readonly Ineffective[]
  readonly compared: ComparedLocations
  /** Returns whether two operations, including inherited and referenced parts, have the same text. */
  readonly isUnchanged: (before: Operation, after: Operation) => boolean
  /** Compared schemas that may differ without a change that explains it. */
  readonly unexplained: () => Readonly<Record<'base' | 'revision', Unexplained>>
}

/** Like `traceComparison`, but returns only the changes. */
export function compareDescriptions(
  base: Description,
  revision: Description,
  options: CompareOptions = {},
): readonly Change[] {
  return traceComparison(base, revision, options).changes
}

/** Returns every difference. An edited location is one change for all operations. The cost grows with the edits. */
export function traceComparison(
  base: Description,
  revision: Description,
  options: CompareOptions = {},
): DescriptionComparison {
  const { today, compareSchemas } = options
  const sameText = createSameText(base.document, revision.document)
  const schemas = createSchemaGraph(
    schemaReaderOf(base.document),
    schemaReaderOf(revision.document),
    createSameSchemas(base.document, revision.document, sameText),
    { today, compareSchemas },
  )
  const context: CompareContext = {
    collector: createCollector(),
    schemas,
    compared: schemas.compared,
    sameText,
    today,
    schemeNames: renamedSchemes(base, revision),
    base: base.document,
    revision: revision.document,
  }
  const { pairs, removed, added } = matchOperations(base.operations, revision.operations)
  for (const operation of removed) emitOperation(context, operation, 'removed')
  for (const operation of added) emitOperation(context, operation, 'added')
  const sameRoot = sameInheritance(base, revision)
  const isUnchanged = (before: Operation, after: Operation): boolean => sameRoot && unchanged(before, after, sameText)
  for (const [before, after] of pairs) if (!isUnchanged(before, after)) compareOperation(context, { before, after })
  compareWebhooks(context, base, revision, compareOperation)
  schemas.collect(context.collector)
  compareSecuritySchemes(context, base, revision)
  compareInfo(context, base, revision)
  const { collector, compared } = context
  return {
    changes: collector.changes(),
    ineffective: collector.ineffective(),
    compared,
    isUnchanged,
    unexplained: schemas.unexplained,
  }
}

function compareInfo(context: CompareContext, base: Description, revision: Description): void {
  const info = ({ document }: Description): JsonObject =>
    Object.fromEntries(
      ownEntries(document.root, 'info').flatMap(([key, value]) =>
        key.startsWith('x-') ? [] : [[`info.${key}`, value]],
      ),
    )
  compareRootTexts(context, '/info', info(base), info(revision), revision)
  for (const key of ['tags', 'externalDocs']) {
    const [before, after] = [base, revision].map(({ document }) => byName(own(document.root, key)))
    // The prefix distinguishes it from documentation of an operation.
    const value = (node: Json | undefined): JsonObject => (node === undefined ? {} : { [`root ${key}`]: node })
    compareRootTexts(context, `/${key}`, value(before), value(after), revision)
  }
}

/** Indexes tags by name: they form a set (OpenAPI 3.1 §4.8.22), so their order doesn't matter. */
function byName(value: Json | undefined): Json | undefined {
  if (!Array.isArray(value)) return value
  return value.length === 0 ? undefined : Object.fromEntries(value.map((tag) => [ownString(tag, 'name'), tag]))
}

function compareRootTexts(
  { collector }: CompareContext,
  location: Pointer,
  before: JsonObject,
  after: JsonObject,
  { operations }: Description,
): void {
  if (equalJson(before, after)) return
  const uses = operations.map(({ key }) => ({ operation: key, direction: 'none', part: '' }) as const)
  const changed = (side: JsonObject, other: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(side).filter(([key, value]) => !equalJson(value, own(other, key))))
  const site = { base: location, revision: location, location }
  const values = { before: changed(before, after), after: changed(after, before) }
  collector.add({ kind: 'documentation', ...values, effect: 'none', site }, uses)
}

function sameInheritance(base: Description, revision: Description): boolean {
  const inherited = ['security', 'servers', 'consumes', 'produces', 'host', 'basePath', 'schemes']
  return inherited.every((key) => equalJson(own(base.document.root, key), own(revision.document.root, key)))
}

const ofPath = ['parameters', 'servers', 'summary', 'description']

/** Returns whether key, text and path-level members are equal, so that a comparison is unnecessary. */
function unchanged(before: Operation, after: Operation, sameText: SameText): boolean {
  if (!haveSameKey(before, after) || !sameText(before.node, after.node)) return false
  const [layers, layersNow] = [before.pathItem, after.pathItem]
  return ofPath.every((key) =>
    sameText(own(layerWith(layers, key)?.node, key), own(layerWith(layersNow, key)?.node, key)),
  )
}
