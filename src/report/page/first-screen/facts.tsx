import type { ComponentChildren } from 'preact'
import type { Report } from '../../../model/report.ts'
import { plural } from '../../../util/text.ts'
import { failOnWords, printable } from '../../labels.ts'
import { countsOf } from '../../summary/counts.ts'
import { stateWords } from '../../summary/tally.ts'
import { dayAndTime, duration } from '../dates.ts'
import { webLink } from '../links.ts'
import { versionNames } from '../version-names.ts'

/** One line of facts about the run: contract, target, time, origin. */
export function Facts({ report }: { readonly report: Report }) {
  const { inputs, times, origin, summary } = report
  const { base, revision } = versionNames(report)
  const versions = [base, revision].flatMap((name) => name ?? [])
  const isLive = inputs.target !== undefined
  const contract = isLive ? versions.slice(-1) : versions
  return (
    <dl class="facts">
      <Fact name="API">{report.api}</Fact>
      <Fact name="Contract">{contract.join(' → ')}</Fact>
      <Fact name="Target">{inputs.target}</Fact>
      <Fact name="Run">{times && dayAndTime(times.startedAt)}</Fact>
      <Fact name="Took">
        {times && `${isLive ? `${plural(summary.calls, 'call')} in ` : ''}${duration(times.milliseconds)}`}
      </Fact>
      <Fact name="Commit" href={webLink(origin?.commitUrl)}>
        {origin?.commit?.slice(0, 7)}
      </Fact>
      <Fact name="CI" href={webLink(origin?.runUrl)}>
        {origin?.run ?? (origin?.runUrl && 'run')}
      </Fact>
      {isLive && <Fact name="Live">{stateWords(countsOf(report).live)}</Fact>}
      <Fact name="Policy">{`${report.policy}, ${failOnWords(report)}`}</Fact>
      <Fact name="Tool">{`specdrift ${report.tool.version}`}</Fact>
    </dl>
  )
}

interface FactProps {
  readonly name: string
  readonly href?: string | undefined
  readonly children?: ComponentChildren
}

function Fact({ name, href, children }: FactProps) {
  if (children === undefined || children === '') return null
  const text = typeof children === 'string' ? printable(children) : children
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {href === undefined ? (
          text
        ) : (
          <a href={href} rel="noopener noreferrer">
            {text}
          </a>
        )}
      </dd>
    </div>
  )
}
