import type { ComponentChildren } from 'preact'
import type { Finding } from '../../model/finding.ts'
import type { Json } from '../../model/json.ts'
import type { Report } from '../../model/report.ts'
import { placeOf, printable, sourceOf, versionOf } from '../words.ts'

/** One finding with what, why, fix, and everything that was seen. */
export function FindingCard({ report, finding }: { readonly report: Report; readonly finding: Finding }) {
  const { evidence, witness, patch, site } = finding
  return (
    <article class={`${finding.severity} ${finding.state}`} id={`finding-${finding.fingerprint}`}>
      <h3>
        <span class="tag">{finding.verdict}</span> <code>{printable(placeOf(site))}</code> {printable(finding.message)}
      </h3>
      <p class="soft">
        <code>{finding.ruleId}</code>
        {site.direction === undefined ? '' : ` · ${site.direction}`} · {finding.severity} · {finding.state}
        {finding.assumed === true ? ' · the contract only assumed this part' : ''}
      </p>
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
          {evidence && `${evidence.samples}×${evidence.tests ? `, by ${printable(evidence.tests.join('; '))}` : ''}`}
        </Row>
        <Row name="Proof">{witness && <Proof report={report} finding={finding} />}</Row>
        <Row name="Reaches">{finding.reaches.length > 0 && <Operations keys={finding.reaches} />}</Row>
        <Row name="Description">{sourceOf(finding) && <code>{printable(sourceOf(finding) ?? '')}</code>}</Row>
        <Row name="Repeat it">{evidence?.curl && <pre>{printable(evidence.curl)}</pre>}</Row>
        <Row name="Patch">{patch && <pre>{pretty(patch.map((operation) => ({ ...operation })))}</pre>}</Row>
        <Row name="Fingerprint">
          <code>{finding.fingerprint}</code>
        </Row>
      </dl>
    </article>
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

function Operations({ keys }: { readonly keys: readonly string[] }) {
  const list = keys.map((key) => (
    <div key={key}>
      <code>{printable(key)}</code>
    </div>
  ))
  if (keys.length <= 3) return <>{list}</>
  return (
    <details>
      <summary>{keys.length} operations</summary>
      {list}
    </details>
  )
}

const most = 4000

/** A value as indented JSON; a large one is cut, and says so. */
function pretty(value: Json): string {
  const text = (JSON.stringify(value, null, 2) ?? '').split('\n').map(printable).join('\n')
  return text.length > most ? `${text.slice(0, most)}\n… cut, ${text.length - most} more characters` : text
}
