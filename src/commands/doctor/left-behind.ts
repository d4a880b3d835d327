import { whatChanges } from '../../model/live/what-changes.ts'
import { type EarlierRun, earlierRuns } from '../../run/live/generated/made/earlier-runs.ts'
import type { Shell } from '../shell/shell.ts'
import type { Diagnosis } from './diagnosis.ts'

/** Lists resources that earlier runs created and didn't delete, according to journals. */
export async function leftBehind(
  { clock }: Shell,
  folder: string,
  at: Pick<Diagnosis, 'api' | 'what'>,
): Promise<readonly Diagnosis[]> {
  return (await earlierRuns({ folder, now: clock() })).map((run) => ({
    ...at,
    status: 'warning',
    message: `by a run against ${run.target} that ended at ${run.until}: ${namesOf(run).join('; ')}`,
    fix: `specdrift test ${at.api} --generate positive deletes it, or names what it cannot delete; ${whatChanges()}.`,
  }))
}

function namesOf({ made, open }: EarlierRun): readonly string[] {
  const groups = new Map<string, (string | number)[]>()
  for (const { from, name, value } of made.toReversed()) {
    const key = `${from} made ${name}`
    groups.set(key, [...(groups.get(key) ?? []), value])
  }
  return [
    ...[...groups].map(([key, values]) => `${key} ${values.join(', ')}`),
    ...open.map(({ operation, tag }) =>
      tag === undefined ? `${operation} may have made something` : `${operation} may have made what carries ${tag}`,
    ),
  ]
}
