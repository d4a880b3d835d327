import type { Finding } from '../../../model/finding.ts'
import type { Json } from '../../../model/json.ts'
import { type ShownBody, type ShownExchange, shownLocation } from '../../../model/live/exchange.ts'
import { instanceOf } from '../../../model/locations.ts'
import { pointerTokens } from '../../../util/pointer.ts'
import { brief, printable, printableLines } from '../../labels.ts'
import { duration } from '../dates.ts'
import type { CardContext } from '../page-data.ts'
import { JsonTree } from './json-tree.tsx'
import { Pane } from './pane.tsx'
import { pretty } from './values.ts'

interface ObservedPaneProps {
  readonly finding: Finding
  readonly context: CardContext
}

/** Shows the observed response around the location, or only the value if no exchange was recorded. */
export function ObservedPane({ finding, context }: ObservedPaneProps) {
  const { evidence, before } = finding
  if (evidence === undefined) return null
  const exchange = context.exchanges.find(({ id }) => id === evidence.exchange)
  if (exchange !== undefined) return <Exchange exchange={exchange} finding={finding} context={context} />
  const { status, instancePointer, observed } = evidence
  return (
    <Pane title="Response" note={status !== undefined && <span class="status">{status}</span>}>
      <div class="code">
        {instancePointer !== undefined && <span class="k">{printable(instanceOf(finding) || '(the whole body)')}</span>}
        {observed === undefined ? (
          <span class="soft">see the message</span>
        ) : (
          <span class="hit">
            {pretty(observed)}
            {before !== undefined && <span class="expected"> ← {expectedOf(finding)}</span>}
          </span>
        )}
      </div>
    </Pane>
  )
}

/** Returns `expected "OPEN"`, or `missing: name` for an absent member. */
function expectedOf({ before, site, evidence }: Finding): string {
  const tokens = pointerTokens(site.pointer)
  const isMissing = tokens.length > pointerTokens(evidence?.instancePointer ?? site.pointer).length
  return isMissing ? `missing: ${printable(tokens.at(-1) ?? '')}` : `expected ${brief(before, 80)}`
}

interface ExchangeProps extends ObservedPaneProps {
  readonly exchange: ShownExchange
}

function Exchange({ exchange, finding, context }: ExchangeProps) {
  const { request, response, failure, id } = exchange
  const time = Object.hasOwn(context.durations, id) ? context.durations[id] : undefined
  const type = response?.headers['content-type']
  return (
    <Pane
      title="Response"
      note={
        <>
          <span class="status">{response?.status ?? 'none'}</span>
          {type !== undefined && <span>{printable(type)}</span>}
          {time !== undefined && <span>{duration(time)}</span>}
          {response?.body && <span>{size(response.body.bytes)}</span>}
        </>
      }
    >
      {failure !== undefined && <p class="wrap hit">{printable(failure)}</p>}
      {response?.body && <Body body={response.body} finding={finding} />}
      {response !== undefined && response.body === undefined && <p class="wrap soft">no body</p>}
      {response && <Headers title="Response headers" headers={response.headers} />}
      <details class="fold">
        <summary>
          Request{' '}
          <code>
            {printable(request.method)} {printable(request.url)}
          </code>
        </summary>
        <HeaderList headers={request.headers} />
        {request.body && <Body body={request.body} finding={undefined} />}
      </details>
    </Pane>
  )
}

function Body({ body, finding }: { readonly body: ShownBody; readonly finding: Finding | undefined }) {
  const { text, cut = [] } = body
  const value = parsed(text)
  const pointer = finding?.evidence?.instancePointer
  const shown = pointer === undefined ? undefined : shownLocation(body, pointer)
  const expected = finding?.before === undefined ? undefined : expectedOf(finding)
  return (
    <>
      <div class="code">
        {value === undefined ? (
          <span>{printableLines(text)}</span>
        ) : (
          <JsonTree
            value={value}
            hits={shown === undefined ? [] : [shown]}
            {...(expected !== undefined && { expected })}
          />
        )}
      </div>
      {cut.length > 0 && (
        <p class="wrap soft small">
          {cut
            .slice(0, 5)
            .map(({ pointer: at, unit, kept, of, from }) =>
              printable(
                `${at || 'body'}: ${kept} of ${of} ${unit} shown${from === undefined ? '' : `, from index ${from}`}`,
              ),
            )
            .join(' · ')}
        </p>
      )}
    </>
  )
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

interface HeadersProps {
  readonly headers: Readonly<Record<string, string>>
}

function Headers({ title, headers }: HeadersProps & { readonly title: string }) {
  return (
    <details class="fold">
      <summary>{title}</summary>
      <HeaderList headers={headers} />
    </details>
  )
}

function HeaderList({ headers }: HeadersProps) {
  return (
    <dl>
      {Object.entries(headers).map(([name, value]) => [
        <dt key={`${name}:`}>{printable(name)}</dt>,
        <dd key={name}>{printable(value)}</dd>,
      ])}
    </dl>
  )
}

function size(bytes: number): string {
  return bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toFixed(1)} kB`
}
