import type { ComponentChildren } from 'preact'
import type { Finding } from '../../model/finding.ts'
import type { Json } from '../../model/json.ts'
import type { Report } from '../../model/report.ts'
import { firstOf, plural } from '../../util/text.ts'
import { causeOf, locationOf, printable, printableLines, sourceOf, verdictOf, versionOf } from '../labels.ts'
import { joinedOf, locationTexts, operationOf, ownerOf } from '../reach.ts'

interface FindingCardProps {
  readonly report: Report
  readonly finding: Finding
  readonly open: boolean
  /** The script makes its facts when it is opened; a browser that runs no scripts shows them all the same. */
  readonly lazy: boolean
  /** Numbers of the operations it is about. */
  readonly operations: readonly number[]
  readonly id?: string
}

/** One finding with what, why, fix, and everything that was seen; the filter reads the `data-` attributes. */
export function FindingCard({ report, finding, open, lazy, operations, id }: FindingCardProps) {
  const { site, severity, state, kind, ruleId } = finding
  const facts = <Facts report={report} finding={finding} id={id} />
  return (
    <article
      class={`${severity} ${state}`}
      data-severity={severity}
      data-state={state}
      data-kind={kind}
      data-rule={ruleId}
      data-operation={operations.join(' ')}
      {...(id !== undefined && { id })}
    >
      <details open={open}>
        <summary>
          <h3>
            <span class="tag">{verdictOf(finding)}</span>
            {state === 'new' ? '' : <span class="tag state">{state}</span>} <code>{printable(locationOf(site))}</code>{' '}
            {printable(finding.message)}
          </h3>
          <p class="soft">
            {ruleId}
            {site.direction === undefined ? '' : ` · ${site.direction}`} · {severity}
            {kind !== 'contract' && finding.reaches.length > 1 ? ` · on ${finding.reaches.length} operations` : ''}
            {finding.assumed === true ? ' · the contract only assumed this part' : ''}
          </p>
        </summary>
        {lazy ? <noscript>{facts}</noscript> : facts}
      </details>
    </article>
  )
}

function Facts({
  report,
  finding,
  id,
}: Pick<FindingCardProps, 'report' | 'finding'> & { readonly id: string | undefined }) {
  const { evidence, witness, patch } = finding
  return (
    <dl>
      <Row name="Why">{printable(finding.why)}</Row>
      <Row name="Fix">{printable(finding.fix)}</Row>
      <Row name="Verdict by">{finding.derivation && printable(finding.derivation)}</Row>
      <Value name={finding.kind === 'contract' ? 'Before' : 'Documented'} value={finding.before} />
      <Value name="After" value={finding.after} />
      <Value name="Observed" value={evidence?.observed} />
      <Row name="In the body">{evidence?.instancePointer && <code>{printable(evidence.instancePointer)}</code>}</Row>
      <Value name="Examples" value={evidence?.examples?.map((example) => ({ ...example }))} />
      <Row name="Seen">
        {evidence &&
          `${evidence.samples}×${evidence.tests ? `, by ${printable(firstOf(evidence.tests, 10, '; '))}` : ''}`}
      </Row>
      <Row name="Proof">{witness && <Proof report={report} finding={finding} />}</Row>
      <Row name="Cause">{finding.cause && printable(causeOf(finding) ?? '')}</Row>
      <Row name="First seen">{finding.cause?.firstSeen && printable(finding.cause.firstSeen.slice(0, 10))}</Row>
      <Row name="Live">{finding.observed && printable(finding.observed.evidence)}</Row>
      <Row name="Reaches">{finding.reaches.length > 0 && <Operations finding={finding} />}</Row>
      <Row name="Now on">{finding.joined && printable(joinedOf(finding) ?? '')}</Row>
      <Row name="Component">{ownerOf(finding) && <code>{printable(ownerOf(finding) ?? '')}</code>}</Row>
      <Row name="Description">{sourceOf(finding) && <code>{printable(sourceOf(finding) ?? '')}</code>}</Row>
      <Row name="Repeat it">{evidence?.curl && <pre class="copy">{printable(evidence.curl)}</pre>}</Row>
      <Row name="Patch">{patch && <pre class="copy">{printableLines(JSON.stringify(patch, null, 2))}</pre>}</Row>
      <Row name="Fingerprint">
        {id === undefined ? <code>{finding.fingerprint}</code> : <a href={`#${id}`}>{finding.fingerprint}</a>}
      </Row>
    </dl>
  )
}

function Row({ name, children }: { readonly name: string; readonly children?: ComponentChildren }) {
  if (children === undefined || children === '' || children === false) return null
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

function Value({ name, value }: { readonly name: string; readonly value: Json | undefined }) {
  return value === undefined ? null : (
    <Row name={name}>
      <pre>{pretty(value)}</pre>
    </Row>
  )
}

function Proof({ report, finding }: { readonly report: Report; readonly finding: Finding }) {
  const { witness } = finding
  if (witness === undefined) return null
  if (!witness.proven) return <>unproven: {printable(witness.reason ?? 'no witness was found')}</>
  const nameOf = (side: 'base' | 'revision' | undefined) =>
    side === undefined ? '' : printable(versionOf(report, report.inputs[side]))
  return (
    <>
      {printable(witness.request ?? `${witness.operation} ${witness.part}`)}: valid in {nameOf(witness.validUnder)},
      invalid in {nameOf(witness.invalidUnder)}
      {witness.request === undefined && witness.body !== undefined && <pre>{pretty(witness.body)}</pre>}
    </>
  )
}

function Operations({ finding }: { readonly finding: Finding }) {
  const { reaches, uses, locations } = finding
  const listed = locations === undefined ? reaches : locationTexts(finding)
  const lines = uses?.map((use) => `${use.verdict.padEnd(10)} ${operationOf(use)}`) ?? listed
  const list = <pre>{lines.map(printable).join('\n')}</pre>
  if (lines.length <= 3) return list
  const broken = uses?.filter(({ verdict }) => verdict === 'breaking').length
  return (
    <details>
      <summary>
        {plural(reaches.length, 'operation')}
        {broken === undefined ? '' : `, breaking for ${broken} of ${uses?.length} uses`}
      </summary>
      {list}
    </details>
  )
}

const most = 4000

/** A value as indented JSON; a large one is cut, and says so. */
function pretty(value: Json): string {
  const text = printableLines(JSON.stringify(value, null, 2) ?? '')
  return text.length > most ? `${text.slice(0, most)}\n… cut, ${text.length - most} more characters` : text
}
