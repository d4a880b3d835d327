import type { ComponentChildren } from 'preact'
import type { Finding } from '../../../model/finding.ts'
import type { ConsumerHit } from '../../../model/report/consumer.ts'
import { firstOf, plural } from '../../../util/text.ts'
import { docsLink } from '../../docs-link.ts'
import { causeOf, locationOf, printable, printableLines, sourceOf, verdictOf } from '../../labels.ts'
import { joinedOf, locationTexts, operationOf, ownerOf } from '../../summary/reach.ts'
import { acceptanceOf } from '../../summary/tally.ts'
import { dayAndTime } from '../dates.ts'
import { issueLink } from '../links.ts'
import type { CardContext } from '../page-data.ts'
import { ContractPanes } from './contract-panes.tsx'
import { linesAt } from './excerpt.ts'
import { httpieLine } from './httpie.ts'
import { ObservedPane } from './observed-pane.tsx'
import { Pane } from './pane.tsx'
import { Proof } from './proof.tsx'
import { SourcePane } from './source-pane.tsx'
import { Unions } from './unions.tsx'
import { pretty } from './values.ts'

interface CardProps {
  readonly finding: Finding
  readonly context: CardContext
}

export function FindingCard({ finding, context }: CardProps) {
  const isContract = finding.kind === 'contract'
  return (
    <div class="card">
      {isContract ? (
        <ContractPanes finding={finding} context={context} />
      ) : (
        <DriftPanes finding={finding} context={context} />
      )}
      {finding.evidence?.unions && <Unions unions={finding.evidence.unions} />}
      {finding.witness && <Proof witness={finding.witness} finding={finding} context={context} />}
      <div class="why">
        <p>
          <b>Why it matters.</b> {printable(finding.why)}
        </p>
        <p>
          <b>Fix.</b> {printable(finding.fix)}
        </p>
      </div>
      <Actions finding={finding} context={context} />
      <More finding={finding} />
    </div>
  )
}

function More({ finding }: { readonly finding: Finding }) {
  const { evidence, patch, cause, fingerprint } = finding
  return (
    <dl class="more">
      <Row name="Verdict">
        {verdictOf(finding)} · <a href={`#?${new URLSearchParams({ rule: finding.ruleId })}`}>{finding.ruleId}</a>
        <RulePage ruleId={finding.ruleId} />
        {finding.derivation && ` · ${printable(finding.derivation)}`}
        {finding.assumed === true && ' · the contract only assumed this part'}
      </Row>
      <Row name="Accepted">{finding.acceptance && printable(acceptanceOf(finding) ?? '')}</Row>
      <Row name="Cause">{cause && printable(causeOf(finding) ?? '')}</Row>
      <Row name="First seen">{cause?.firstSeen && printable(dayAndTime(cause.firstSeen))}</Row>
      <Row name="Live">{finding.observed && printable(finding.observed.evidence)}</Row>
      <Row name="Seen">
        {evidence &&
          `${evidence.samples}×${evidence.tests ? `, by ${printable(firstOf(evidence.tests, 10, '; '))}` : ''}`}
      </Row>
      <Row name="Consumers">{finding.hits && <Consumers hits={finding.hits} />}</Row>
      <Row name="Operations">{finding.reaches.length > 0 && <Operations finding={finding} />}</Row>
      <Row name="Now on">{finding.joined && printable(joinedOf(finding) ?? '')}</Row>
      <Row name="Component">{ownerOf(finding) && <code>{printable(ownerOf(finding) ?? '')}</code>}</Row>
      <Row name="Description">{sourceOf(finding) && <code>{printable(sourceOf(finding) ?? '')}</code>}</Row>
      <Row name="Examples">
        {evidence?.examples && <pre>{pretty(evidence.examples.map((example) => ({ ...example })))}</pre>}
      </Row>
      <Row name="Patch">
        {patch && patch.length > 0 && (
          <details>
            <summary>{plural(patch.length, 'operation')} on the description (JSON Patch)</summary>
            <pre>{printableLines(JSON.stringify(patch, null, 2))}</pre>
          </details>
        )}
      </Row>
      <Row name="Fingerprint">
        <a href={`#f-${fingerprint}`}>{printable(fingerprint)}</a>
      </Row>
    </dl>
  )
}

function RulePage({ ruleId }: { readonly ruleId: string }) {
  const href = docsLink(ruleId)
  if (href === undefined) return null
  return (
    <>
      {' '}
      (
      <a href={href} rel="noopener noreferrer">
        what it checks
      </a>
      )
    </>
  )
}

/** Lists affected consumers: `web-app reads /status of GET /loans, last 2026-11-20`. */
function Consumers({ hits }: { readonly hits: readonly ConsumerHit[] }) {
  if (hits.length === 0) return <>no consumer with known usage</>
  return (
    <ul>
      {hits.map(({ consumer, kind, operation, what, last }) => (
        <li key={`${consumer} ${operation} ${what ?? ''}`}>
          <a href={`#?${new URLSearchParams({ consumer: printable(consumer) })}`}>{printable(consumer)}</a> {kind}{' '}
          {what !== undefined && (
            <>
              <code>{printable(what)}</code> of{' '}
            </>
          )}
          <code>{printable(operation)}</code>
          {last !== undefined && `, last ${printable(last)}`}
        </li>
      ))}
    </ul>
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

interface ActionsProps {
  readonly finding: Finding
  readonly context: CardContext
}

/** Shows commands and links to reproduce, accept or report a finding. */
function Actions({ finding, context }: ActionsProps) {
  const { evidence, patch, fingerprint, state } = finding
  const accept = acceptCommand(finding, context.api)
  const exchange = context.exchanges.find(({ id }) => id === evidence?.exchange)
  const httpie = exchange && httpieLine(exchange, evidence?.variables)
  const issue = issueLink(context.origin, issueTitle(finding, context), issueBody(finding))
  const commands = [
    ...(evidence?.curl === undefined ? [] : [['curl', evidence.curl] as const]),
    ...(httpie === undefined ? [] : [['HTTPie', httpie] as const]),
    ...(state === 'accepted' || accept === undefined ? [] : [['accept', accept] as const]),
  ]
  return (
    <>
      {commands
        .filter(([name]) => name !== 'HTTPie')
        .map(([name, text]) => (
          <div class="pair" key={name}>
            <h4>{name === 'accept' ? 'Accept it' : 'Repeat it'}</h4>
            <pre>{printable(text)}</pre>
          </div>
        ))}
      <div class="act">
        {commands.map(([name, text]) => (
          <button key={name} type="button" data-copy={printable(text)}>
            {name === 'accept' ? 'Copy accept command' : `Copy ${name}`}
          </button>
        ))}
        {patch !== undefined && patch.length > 0 && (
          <button type="button" data-copy={printable(JSON.stringify(patch))}>
            Copy patch
          </button>
        )}
        {issue !== undefined && (
          <a class="button" href={issue} rel="noopener noreferrer">
            Open an issue
          </a>
        )}
        <a class="button" href={`#f-${fingerprint}`}>
          Link to this finding
        </a>
      </div>
    </>
  )
}

/** Returns the command that accepts a finding, with placeholders for reason and owner. */
function acceptCommand({ fingerprint }: Finding, api: string | undefined): string | undefined {
  if (api === undefined || !/^[\w.-]+$/.test(api)) return undefined
  return `specdrift baseline accept ${api} ${fingerprint} --reason "…" --owner "…"`
}

function issueTitle({ site, message }: Finding, { api }: CardContext): string {
  return short(printable(`${api === undefined ? '' : `${api}: `}${locationOf(site)} ${message}`), 200)
}

function issueBody({ ruleId, why, fix, evidence, fingerprint, site, message, source }: Finding): string {
  const at = source.revision ?? source.base
  const lines = [
    `\`${fence(locationOf(site))}\` ${message}`,
    why,
    `Fix: ${fix}`,
    ...(at === undefined ? [] : [`Contract: ${at.file}:${at.line}`]),
    ...(evidence?.curl === undefined ? [] : [`    ${evidence.curl}`]),
    `${ruleId}, ${fingerprint}`,
  ]
  return lines.map((line) => short(printable(line), 1500)).join('\n\n')
}

function fence(text: string): string {
  return text.replaceAll('`', "'")
}

function short(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}

interface DriftPanesProps {
  readonly finding: Finding
  readonly context: CardContext
}

/** Shows the response next to the contract, with the location marked in both. */
function DriftPanes({ finding, context }: DriftPanesProps) {
  const position = finding.source.revision ?? finding.source.base
  const lines = linesAt(context.excerpts, position)
  return (
    <div class="panes">
      <ObservedPane finding={finding} context={context} />
      {position !== undefined && lines !== undefined ? (
        <SourcePane title="Contract" position={position} lines={lines} look="is" context={context} />
      ) : (
        (position !== undefined || finding.before !== undefined) && (
          <Pane title="Contract" note={position && <code>{printable(`${position.file}:${position.line}`)}</code>}>
            <div class="code">
              {finding.before === undefined ? (
                <span class="soft">see the line of the description</span>
              ) : (
                <span class="is">{pretty(finding.before)}</span>
              )}
            </div>
          </Pane>
        )
      )}
    </div>
  )
}
