import type { MadeResource } from '../../../../drift/harm/owned.ts'
import type { NotChecked } from '../../../../model/observation.ts'
import type { OperationKey } from '../../../../model/operation.ts'
import type { TargetChange } from '../../../../model/report/target-changes.ts'
import { plural } from '../../../../util/text.ts'
import { type CleanUpParts, deleteAll, type Left, leftChanges, leftRows, stillShown } from '../clean-up.ts'
import { foundOf, openRows } from './earlier-runs.ts'
import type { MadeJournal, OpenRequest } from './journal.ts'

/**
 * Deletes the resources of the run, newest first, and closes its journal. Returns rows for resources left behind, certainly or
 * possibly: for requests without a response, or whose response has no identifier. `earlier`: leftovers of earlier runs that were
 * already rejected.
 */
export async function cleanUpRun(
  parts: CleanUpParts,
  journal: MadeJournal,
  runId: string,
  earlier: readonly Left[],
): Promise<{ readonly rows: readonly NotChecked[]; readonly left: readonly TargetChange[] }> {
  const { captures } = parts.performer
  const { owned } = captures
  const { found, notFound } = await foundOf(parts, journal.open())
  const isTried = ({ id, value }: MadeResource): boolean =>
    earlier.some(({ resource }) => resource.id === id && resource.value === value)
  const ended = await stillShown(
    parts,
    owned.ended().filter((one) => !isTried(one)),
  )
  const left = await deleteAll(parts, [...found, ...owned.all(), ...ended])
  const lost = notFound.filter(({ isUnnamed }) => isUnnamed !== true)
  const unnamed = [...unnamedRows(notFound, runId), ...openRows(lost, 'it got no response')]
  const rows = [...leftRows(parts.performer, left, 'which it made'), ...unnamed]
  const changes = [...leftChanges(left), ...unnamed.flatMap(unnamedChange)]
  const failure = journal.failure()
  journal.end(owned.all().length + notFound.length === 0)
  if (failure === undefined) return { rows, left: changes }
  const what = 'what would have been left behind had the run been killed'
  return { rows: [...rows, { what, because: `its journal could not be written: ${failure}` }], left: changes }
}

function unnamedChange({ operation, because }: NotChecked): readonly TargetChange[] {
  return operation === undefined ? [] : [{ kind: 'left-behind', operation, count: 1, names: [], because }]
}

/** Returns rows for resources created by requests whose responses have no identifier. */
function unnamedRows(open: readonly OpenRequest[], runId: string): readonly NotChecked[] {
  const counts = new Map<OperationKey, number>()
  for (const { operation, isUnnamed } of open)
    if (isUnnamed === true) counts.set(operation, (counts.get(operation) ?? 0) + 1)
  return [...counts].map(([operation, count]) => ({
    operation,
    what: `deleting what ${plural(count, 'request')} made; the names sent carry ${runId}`,
    because: 'its responses show no identifier that another operation takes',
  }))
}
