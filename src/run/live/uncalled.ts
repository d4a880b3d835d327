import type { NotChecked } from '../../model/observation.ts'
import type { Subject } from '../../model/report.ts'

const because = 'no suite called it'

/** A row for every operation that was not called, unless a row says why already. */
export function uncalledRows(
  subjects: readonly Subject[],
  rows: readonly NotChecked[],
  reason: string = because,
): readonly NotChecked[] {
  const explained = new Set(rows.map((row) => row.operation))
  return subjects
    .filter((subject) => subject.calls === 0 && !explained.has(subject.operation))
    .map(({ operation }) => ({ operation, what: 'its responses', because: reason, kind: 'not-called' }))
}

/** Whether a row is one of these: another shard may have called the operation. */
export function isUncalledRow(row: NotChecked): boolean {
  return row.because === because
}
