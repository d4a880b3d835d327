import type { Finding } from '../../../model/finding.ts'
import { firstOf, plural } from '../../../util/text.ts'
import { locationOf, marks, printable, withoutJson } from '../../labels.ts'
import { stateOf } from '../../summary/tally.ts'
import { consumersOf, operationsOf } from '../page-data.ts'

const severityNames = { error: 'Error', warning: 'Warning', info: 'Info', off: '' } as const

/** One line: how bad, where, what, in which state and since when, for how many operations. `under`: what the group says already. */
export function FindingLine({ finding, under }: { readonly finding: Finding; readonly under: string }) {
  const { severity, message, observed } = finding
  return (
    <span class="line">
      <span class="sign">
        <span aria-hidden="true">{marks[severity]}</span>
        <span class="vh">{severityNames[severity]}</span>
      </span>
      <span class="what">
        <code>{printable(whereIn(finding, under))}</code> {printable(message)}
      </span>
      <span class="when">
        {observed && (
          <span class="tag live">{observed.kind === 'already-live' ? 'already live' : 'not seen live yet'}</span>
        )}
        <State finding={finding} />
        <Reach finding={finding} />
        <Consumers finding={finding} />
      </span>
    </span>
  )
}

/** The state, and since when if it is not new. */
function State({ finding }: { readonly finding: Finding }) {
  const { state, kind } = finding
  return kind === 'contract' && state === 'new' ? null : (
    <span class={`tag ${state}`}>{printable(stateOf(finding))}</span>
  )
}

function Reach({ finding }: { readonly finding: Finding }) {
  const count = operationsOf(finding).length
  return count > 1 ? <span>{plural(count, 'operation')}</span> : null
}

/** Whom it hits, where the uses of consumers are known: the first two by name. */
function Consumers({ finding }: { readonly finding: Finding }) {
  const all = consumersOf(finding)
  if (finding.hits === undefined) return null
  return all.length === 0 ? <span>no consumer</span> : <span class="tag hits">hits {printable(firstOf(all, 2))}</span>
}

/** The location without what the group names: `200 application/json content[].status` reads `200 content[].status`. */
function whereIn({ site }: Finding, under: string): string {
  const whole = locationOf(site)
  const rest = whole.startsWith(`${under} `) ? whole.slice(under.length + 1) : whole
  const short = withoutJson(rest)
  if (short !== under || site.component !== undefined) return short
  return site.direction ?? 'operation'
}
