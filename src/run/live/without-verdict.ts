import type { Finding } from '../../model/finding.ts'
import type { CouldNotCheck, Subject } from '../../model/report.ts'
import { isInconclusive } from '../../report/build.ts'
import { plural } from '../../util/text.ts'

/** Returns undefined if an operation has a verdict or was inconclusive. */
export function withoutVerdict(subjects: readonly Subject[], findings: readonly Finding[]): CouldNotCheck | undefined {
  const called = subjects.filter(({ calls = 0 }) => calls > 0)
  const hasVerdict = findings.some(({ kind }) => kind !== 'contract') || called.some((one) => one.notReached !== true)
  // Inconclusive runs have their own headline.
  if (hasVerdict || called.some(isInconclusive)) return undefined
  const parts = [
    called.length > 0 && `${plural(called.length, 'operation')} called only with values that don't exist`,
    called.length < subjects.length && `${plural(subjects.length - called.length, 'operation')} not called`,
  ]
  return {
    code: 'NO_VERDICT',
    message: `None of ${plural(subjects.length, 'operation')} got a verdict: ${parts.filter(Boolean).join(', ')}.`,
    hint: 'This run shows nothing about the API. Close the gaps below and run again.',
  }
}
