import type { Finding } from '../../model/finding.ts'
import type { Json, Pointer } from '../../model/json.ts'
import { type ShownBody, type ShownExchange, shownLocation } from '../../model/live/exchange.ts'
import type { Observation, SentRequest } from '../../model/observation.ts'
import { sha256 } from '../../util/fingerprint.ts'
import { nodeAt } from '../../util/pointer.ts'
import { contentType } from '../items/item-values.ts'
import type { Redactor } from '../redaction/redact.ts'
import { shownHeaders, shownUrl } from './curl.ts'
import { readJson, shownBody } from './shown-body.ts'

/** The parts of an exchange to show. */
export interface ExchangeParts {
  /** The request with `$NAME` in place of each credential. */
  readonly request: SentRequest
  readonly observation: Observation
  /** Base URL as in the curl line. */
  readonly base: string
  readonly redactor: Redactor
  /** Variables that represent credentials in `request`. */
  readonly variables?: readonly string[]
}

/** Locations in the bodies that must remain visible. */
export interface Focus {
  readonly request?: Pointer
  readonly response?: Pointer
}

// Hop-by-hop headers and `Date`; the time of an exchange is stored separately.
const ofConnection = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|date)$/i

/** Returns an exchange with secrets redacted and long bodies truncated around the focus. */
export function shownExchange(parts: ExchangeParts, focus: Focus = {}): ShownExchange {
  const { request, observation, base, redactor, variables = [] } = parts
  const { status, headers, body, failure } = observation
  const received = Object.entries(headers).filter(([name]) => !ofConnection.test(name))
  const shown: Omit<ShownExchange, 'id'> = {
    request: {
      method: request.method,
      url: shownUrl(request.path, base, redactor, variables),
      headers: shownHeaders(request.headers, redactor, variables),
      ...(request.body !== undefined && {
        body: shownBody(request.body, redactor, { location: focus.request, type: contentType(request.headers) }),
      }),
    },
    ...(status !== undefined && {
      response: {
        status,
        headers: Object.fromEntries(received.map(([name, value]) => [name, redactor.header(name, value)])),
        ...(body !== undefined &&
          body !== '' && {
            body: shownBody(body, redactor, { location: focus.response, type: headers['content-type'] }),
          }),
      },
    }),
    failure: failure && redactor.text(`${failure.code}: ${failure.message}`),
  }
  return { id: sha256(JSON.stringify(shown)).slice(0, 16), ...shown }
}

/** Findings with references to exchanges, and each exchange once. */
export interface WithExchanges {
  readonly findings: readonly Finding[]
  readonly exchanges: readonly ShownExchange[]
}

/** Assigns each finding of a call an exchange that shows its location. All findings share an exchange unless the body is too long. */
export function withExchanges(findings: readonly Finding[], parts: ExchangeParts): WithExchanges {
  const made: Made[] = []
  const shown = findings.map((finding): Finding => {
    const { evidence, site } = finding
    if (evidence === undefined) return finding
    const side = site.direction === 'request' ? 'request' : 'response'
    const at = evidence.instancePointer ?? ''
    let fitting = made.find((one) => isShown(one, side, at))
    if (fitting === undefined) {
      const exchange = shownExchange(parts, { [side]: at })
      fitting = { exchange, bodies: { request: bodyOf(exchange.request), response: bodyOf(exchange.response) } }
      made.push(fitting)
    }
    return { ...finding, evidence: { ...evidence, exchange: fitting.exchange.id } }
  })
  return { findings: shown, exchanges: made.map(({ exchange }) => exchange) }
}

interface Made {
  readonly exchange: ShownExchange
  /** The shown bodies parsed as JSON. */
  readonly bodies: Readonly<Record<keyof Focus, Json | undefined>>
}

function bodyOf(message: { readonly body?: ShownBody } | undefined): Json | undefined {
  return message?.body && readJson(message.body.text)
}

/** Tests whether a location is completely visible. True for bodies that aren't JSON. */
function isShown({ exchange, bodies }: Made, side: keyof Focus, at: Pointer): boolean {
  const body = exchange[side]?.body
  if (at === '' || body === undefined || bodies[side] === undefined) return true
  const there = shownLocation(body, at)
  const isCut = body.cut?.some(({ pointer }) => pointer === at || pointer.startsWith(`${at}/`)) === true
  return !isCut && there !== undefined && nodeAt(bodies[side], there) !== undefined
}
