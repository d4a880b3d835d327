import { describe } from '../../description/dialects/operations.ts'
import { loadDocument } from '../../description/reading/load.ts'
import { checks } from '../../drift/checks/index.ts'
import { toolError } from '../../model/errors.ts'
import type { Report, RuleInput } from '../../model/report.ts'
import { mergeTraffic } from '../../traffic/partial/merge.ts'
import type { TrafficResult } from '../../traffic/partial/result.ts'
import { plural } from '../../util/text.ts'
import { finishReport } from '../live/finish.ts'
import type { CheckOptions, TrafficSelection } from './options.ts'
import { readSource } from './read-source.ts'
import { createSession } from './session.ts'
import { type Source, sourcesOf } from './sources.ts'
import { liveResultOf } from './to-live-result.ts'

/**
 * Checks recorded traffic against a description, without calling anything. Throws NO_RECORDING, UNKNOWN_FORMAT, NO_OPERATIONS,
 * NOTHING_RECORDED when no exchange could be checked, and what `loadDocument` throws.
 */
export async function checkTraffic(options: CheckOptions): Promise<Report> {
  const { cwd, specsDir, description: address, clock, api, policy, failOn, baseline, minimum } = options
  const started = clock()
  const document = await loadDocument(address, { cwd, specsDir })
  const description = describe(document)
  if (description.operations.length === 0) throw toolError('NO_OPERATIONS', [address])
  const sources = await sourcesOf(options.recordings, cwd, options.stdin)
  const session = createSession(description, options)
  const sizes = sources.map(({ size }) => size)
  options.progress?.total(
    sizes.includes(undefined) ? undefined : sizes.reduce((sum: number, size = 0) => sum + size, 0),
  )
  for (const source of sources) await readSource(source, session, options)
  const label = labelOf(sources)
  const result = mergeTraffic([session.result()])
  requireChecked(result, label)
  return finishReport(liveResultOf(result, { description, session, label }), {
    ...{ kind: 'check', api, policy, failOn, baseline },
    today: new Date(started).toISOString().slice(0, 10),
    rules: checksOf(options),
    // What traffic does not show may be there all the same.
    partial: true,
    ...(minimum && { minimum }),
    ...(options.consumers && { consumers: options.consumers }),
    times: {
      startedAt: new Date(started).toISOString(),
      milliseconds: Math.max(0, Math.round(clock() - started)),
    },
  })
}

/** What was checked, as a report calls it. */
export function labelOf(sources: readonly Pick<Source, 'name'>[]): string {
  const [only, another] = sources
  return another === undefined ? (only?.name ?? 'nothing') : `${sources.length} recordings`
}

/** Throws NOTHING_RECORDED when no exchange could be checked: that is never a clean run. */
export function requireChecked({ counts }: TrafficResult, label: string): void {
  if (counts.checked > 0 || (counts.unmatched > 0 && counts.unanswered === 0 && counts.elsewhere === 0)) return
  const reasons = [
    ...(counts.records === 0 ? ['it holds no record'] : []),
    ...(counts.broken > 0 ? [`${plural(counts.broken, 'record')} of ${counts.records} could not be read`] : []),
    ...(counts.sampledOut > 0 ? [`${counts.sampledOut} are not in the sample`] : []),
    ...(counts.outside + counts.undated > 0
      ? [`${counts.outside + counts.undated} are not of the time asked for`]
      : []),
    ...(counts.elsewhere > 0 ? [`${plural(counts.elsewhere, 'request')} went elsewhere`] : []),
    ...(counts.unmatched > 0 ? [`${plural(counts.unmatched, 'request')} match no operation`] : []),
    ...(counts.unanswered > 0 ? [`${plural(counts.unanswered, 'request')} got no response`] : []),
  ]
  throw toolError('NOTHING_RECORDED', [label, reasons.join(', ')])
}

/** The checks that took part. */
function checksOf({ rules = {}, responseTimeMs }: TrafficSelection): readonly RuleInput[] {
  return checks
    .filter(({ id, generated }) => generated === undefined && !(Object.hasOwn(rules, id) && rules[id] === 'off'))
    .filter(({ id }) => id !== 'response-time' || responseTimeMs !== undefined)
    .map(({ id, title }) => ({ id, kind: 'check', title }))
}
