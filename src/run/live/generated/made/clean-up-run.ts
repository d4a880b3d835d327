import type { MadeResource } from '../../../../drift/harm/owned.ts'
import type { NotChecked } from '../../../../model/observation.ts'
import type { OperationKey } from '../../../../model/operation.ts'
import type { TargetChange } from '../../../../model/report/target-changes.ts'
import { plural } from '../../../../util/text.ts'
import { type CleanUpParts, deleteAll, type Left, leftChanges, leftRows, stillShown } from '../clean-up.ts'
import { foundOf, openChanges, openRows, withoutLost } from './earlier-runs.ts'
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
  const rest = withoutLost(parts, notFound)
  const unnamed = rest.filter(({ isUnnamed }) => isUnnamed === true)
  const lost = rest.filter(({ isUnnamed }) => isUnnamed !== true)
  const open = [...unnamedRows(unnamed, runId), ...openRows(lost, noResponse)]
  const rows = [...leftRows(parts.performer, left, 'which it made'), ...open]
  const changes = [...leftChanges(left), ...openChanges(unnamed, noIdentifier), ...openChanges(lost, noResponse)]
  const failure = journal.failure()
  journal.end(owned.all().length + rest.length === 0)
  if (failure === undefined) return { rows, left: changes }
  const what = 'what would have been left behind had the run been killed'
  return { rows: [...rows, { what, because: `its journal could not be written: ${failure}` }], left: changes }
}

const noResponse = 'it got no response'
const noIdentifier = 'its responses show no identifier that another operation takes'

/** Returns rows for resources created by requests whose responses have no identifier. */
function unnamedRows(open: readonly OpenRequest[], runId: string): readonly NotChecked[] {
  const counts = new Map<OperationKey, number>()
  for (const { operation } of open) counts.set(operation, (counts.get(operation) ?? 0) + 1)
  return [...counts].map(([operation, count]) => ({
    operation,
    what: `deleting what ${plural(count, 'request')} made; the names sent carry ${runId}`,
    because: noIdentifier,
  }))
}
