import type { NotChecked } from '../../model/observation.ts'
import type { Subject } from '../../model/report.ts'

const because = 'no suite calls it'
const what = 'its responses'

/** Why an operation that changes state isn't called. */
export const notWritable = 'it changes state and the target is not declared writable'

/** Returns a row per uncalled operation that no other row explains. */
export function uncalledRows(
  subjects: readonly Subject[],
  rows: readonly NotChecked[],
  reason: string = because,
): readonly NotChecked[] {
  const explained = new Set(rows.map((row) => row.operation))
  return subjects
    .filter((subject) => subject.calls === 0 && !explained.has(subject.operation))
    .map((subject) =>
      subject.notWritable === true
        ? { operation: subject.operation, what, because: notWritable, kind: 'not-writable' }
        : { operation: subject.operation, what, because: reason, kind: 'not-called' },
    )
}

/** Returns whether a row comes from `uncalledRows`, because another shard may have called the operation or explain it better. */
export function isUncalledRow(row: NotChecked): boolean {
  return row.because === because || (row.because === notWritable && row.what === what)
}
