import type { Finding } from '../../../model/finding.ts'
import { firstOf, plural } from '../../../util/text.ts'
import { locationOf, marks, printable, withoutJson } from '../../labels.ts'
import { stateOf } from '../../summary/tally.ts'
import { consumersOf, operationsOf } from '../page-data.ts'

const severityNames = { error: 'Error', warning: 'Warning', info: 'Info', off: '' } as const

/** A finding as one line: severity, location, message, state and reach. `under` is the group title, which the location doesn't repeat. */
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

/** Shows the first two affected consumers, if consumer usage is known. */
function Consumers({ finding }: { readonly finding: Finding }) {
  const all = consumersOf(finding)
  if (finding.hits === undefined) return null
  return all.length === 0 ? <span>no consumer</span> : <span class="tag hits">hits {printable(firstOf(all, 2))}</span>
}

/** Returns the location without the group title and JSON media types: `200 content[].status`. */
function whereIn({ site }: Finding, under: string): string {
  const whole = locationOf(site)
  const rest = whole.startsWith(`${under} `) ? whole.slice(under.length + 1) : whole
  const short = withoutJson(rest)
  if (short !== under || site.component !== undefined) return short
  return site.direction ?? 'operation'
}
