import type { LedgerRow } from '../../model/diff/ledger.ts'
import type { NotChecked } from '../../model/observation.ts'
import type { Report } from '../../model/report.ts'
import { plural } from '../../util/text.ts'
import { isInconclusive } from '../build.ts'
import { outcomesOf, printable } from '../labels.ts'
import { ledgerLocation } from '../summary/ledger-words.ts'
import { fixedLocation } from '../summary/reach.ts'
import { targetChangeLines, targetChangesTitle, targetChangesWords } from '../summary/target-changes.ts'

/** Lists of fixed findings, unchecked parts, edits without effect and hints, each collapsed if long. */
export function Notes({ report }: { readonly report: Report }) {
  const fixed = (report.history?.fixed ?? []).map((each) => ({
    where: fixedLocation(each),
    text: `${each.ruleId}, ${each.fingerprint}`,
  }))
  const inconclusive = report.subjects
    .filter(isInconclusive)
    .map((subject) => ({ where: subject.operation, text: outcomesOf(subject) }))
  const line = ({ operation, what, because }: NotChecked) => ({ where: operation ?? '', text: `${what}: ${because}` })
  const blind = report.notChecked.filter(({ kind }) => kind !== undefined).map(line)
  const unchecked = report.notChecked.filter(({ kind }) => kind === undefined).map(line)
  const hints = report.hints.map(({ operation = '', message }) => ({ where: operation, text: message }))
  const { clients } = report.traffic ?? {}
  const callers = Object.entries(clients?.operations ?? {}).map(([operation, { count, calls }]) => {
    const times = Object.values(calls).sort((a, b) => b - a)
    const most = times.length === 0 ? '' : `, calls of those with the most: ${times.slice(0, 5).join(', ')}`
    return { where: operation, text: `${plural(count, 'client')} by ${clients?.by ?? ''}${most}` }
  })
  const edits = (outcome: LedgerRow['outcome']) =>
    (report.ledger?.rows ?? [])
      .filter((row) => row.outcome === outcome)
      .map((row) => ({ where: ledgerLocation(row), text: row.because }))
  const words = targetChangesWords(report)
  const changes = words === undefined ? [] : [{ where: '', text: words }, ...targetChangeLines(report)]
  const parts = [
    ['target-changes', targetChangesTitle, changes],
    ['fixed', 'Fixed since the last run', fixed],
    ['inconclusive', 'Inconclusive', inconclusive],
    ['not-called', 'Not called or not reached', blind],
    ['not-checked', 'Parts that were not checked', unchecked],
    ['without-effect', 'Edits without effect', edits('without-effect')],
    ['not-compared', 'Edits that were not compared', edits('not-compared')],
    ['hints', 'Hints', hints],
    ['clients', 'Clients', callers],
  ] as const
  const gaps = report.summary.gaps ?? []
  if (gaps.length === 0 && parts.every(([, , notes]) => notes.length === 0)) return null
  return (
    <section id="notes" class="block">
      {gaps.length > 0 && (
        <section id="gaps" class="gaps">
          <h2>Largest gaps</h2>
          <ul class="notes">
            {gaps.map(({ what, fix, changes }) => (
              <li key={what}>
                {printable(what)}. <span class="soft">To close it:</span> <code>{printable(fix)}</code>
                {changes !== undefined && <span class="soft">; {printable(changes)}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {parts.map(([id, title, notes]) => (
        <Part key={id} id={id} title={title} notes={notes} />
      ))}
    </section>
  )
}

interface PartProps {
  readonly id: string
  readonly title: string
  readonly notes: readonly { readonly where: string; readonly text: string }[]
}

/** Longer lists are collapsed. */
const few = 5

function Part({ id, title, notes }: PartProps) {
  if (notes.length === 0) return null
  const list = (
    <ul class="notes">
      {notes.map(({ where, text }, at) => (
        <li key={at}>
          {where !== '' && <code>{printable(where)}</code>} {printable(text)}
        </li>
      ))}
    </ul>
  )
  return (
    <section id={id}>
      <details open={notes.length <= few}>
        <summary class="head">
          <h2>{title}</h2>
          <span class="soft">{plural(notes.length, 'entry', 'entries')}</span>
        </summary>
        {list}
      </details>
    </section>
  )
}
