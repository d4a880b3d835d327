import type { Finding } from '../../../model/finding.ts'
import { locationOf, printable } from '../../labels.ts'
import { issueLink } from '../links.ts'
import type { CardContext } from '../page-data.ts'
import { httpieLine } from './httpie.ts'

interface ActionsProps {
  readonly finding: Finding
  readonly context: CardContext
}

/** What a reader can do about a finding: repeat it, accept it, report it, pass it on. */
export function Actions({ finding, context }: ActionsProps) {
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

/** The command that accepts a finding; its reason and owner are for the reader to fill in. */
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
