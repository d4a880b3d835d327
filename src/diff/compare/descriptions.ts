import type { Change } from '../../model/change.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Description, Operation } from '../../model/operation.ts'
import { createSchemaReader } from '../../schema/normalize.ts'
import { equalJson, own, ownEntries } from '../../util/json.ts'
import { createCollector } from './collect.ts'
import type { CompareContext } from './context.ts'
import { matchOperations } from './match.ts'
import { compareOperation, emitOperation } from './operations.ts'
import { compareWebhooks } from './reversed.ts'
import { createSameText, type SameText } from './same-text.ts'
import { createSchemaGraph } from './schema/graph.ts'
import { compareSecuritySchemes, renamedSchemes } from './security-schemes.ts'

/** What a comparison depends on beside the two descriptions. */
export interface CompareOptions {
  /** `YYYY-MM-DD`: announced sunsets on or before it have passed. None has when it is left out. */
  readonly today?: string
}

/**
 * Every difference between two descriptions, as facts. One edited place is one change, however many operations
 * reach it. Work is proportional to what was edited, after one equality pass over both texts.
 */
export function compareDescriptions(
  base: Description,
  revision: Description,
  options: CompareOptions = {},
): readonly Change[] {
  const { today } = options
  const sameText = createSameText(base.document, revision.document)
  const schemas = createSchemaGraph(
    createSchemaReader(base.document),
    createSchemaReader(revision.document),
    (before, after) =>
      before.length === after.length &&
      before.every(({ node, nullable }, index) => {
        const twin = after[index]
        return twin !== undefined && nullable === twin.nullable && sameText(node, twin.node)
      }),
    today,
  )
  const context: CompareContext = {
    collector: createCollector(),
    schemas,
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
  for (const [before, after] of pairs) {
    if (!(sameRoot && unchanged(before, after, base, revision, sameText))) compareOperation(context, { before, after })
  }
  compareWebhooks(context, base, revision)
  schemas.collect(context.collector)
  compareSecuritySchemes(context, base, revision)
  compareInfo(context, base, revision)
  return context.collector.changes()
}

/** The words about the API as a whole; its version is part of every report anyway. */
function compareInfo({ collector }: CompareContext, base: Description, revision: Description): void {
  const texts = ({ document }: Description): JsonObject =>
    Object.fromEntries(ownEntries(document.root, 'info').filter(([key]) => key !== 'version' && !key.startsWith('x-')))
  const [before, after] = [texts(base), texts(revision)]
  if (equalJson(before, after)) return
  const [uses] = [revision.operations.map(({ key }) => ({ operation: key, direction: 'none', part: '' }) as const)]
  const changed = (side: JsonObject, other: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(side).filter(([key, value]) => !equalJson(value, own(other, key))))
  const site = { base: '/info', revision: '/info', place: '/info' }
  collector.add(
    { kind: 'documentation', before: changed(before, after), after: changed(after, before), effect: 'none', site },
    uses,
  )
}

/** Root members that operations inherit. */
function sameInheritance(base: Description, revision: Description): boolean {
  const inherited = ['security', 'servers', 'consumes', 'produces', 'host', 'basePath', 'schemes']
  return inherited.every((key) => equalJson(own(base.document.root, key), own(revision.document.root, key)))
}

/** Same text, same key and same path-level members: nothing to compare. */
function unchanged(
  before: Operation,
  after: Operation,
  base: Description,
  revision: Description,
  sameText: SameText,
): boolean {
  if (before.key !== after.key || !sameText(before.node, after.node)) return false
  const shared = (description: Description, { pointer }: Operation, key: string) =>
    own(description.document.at(pointer.slice(0, pointer.lastIndexOf('/'))), key)
  return ['parameters', 'servers'].every((key) => sameText(shared(base, before, key), shared(revision, after, key)))
}
