import type { Finding, Site, Verdict } from '../../model/finding.ts'
import type { Json, Pointer } from '../../model/json.ts'
import { isShared } from '../../model/locations.ts'
import type { Check, DriftDraft, Exchange, Observation } from '../../model/observation.ts'
import type { Description } from '../../model/operation.ts'
import { fingerprint } from '../../util/fingerprint.ts'
import { equalJson } from '../../util/json.ts'
import { spelled } from '../../util/numbers/exact.ts'
import { joinPointer, pointerTokens } from '../../util/pointer.ts'
import { showValue } from '../../util/value.ts'
import { type Redactor, redacted } from '../redaction/redact.ts'
import { isGuessed } from './assumed.ts'
import { curlNotes } from './curl.ts'
import { type InlineError, ownerOf, ownerOfInline } from './owner.ts'
import { unionEvidence } from './unions.ts'

/** Context for the drafts of one exchange. */
export interface FindingContext {
  readonly description: Description
  readonly redactor: Redactor
  readonly curl?: string
  readonly test?: string
}

const verdicts: Readonly<Record<Check['severity'], Verdict>> = {
  error: 'breaking',
  warning: 'risky',
  info: 'compatible',
}

/** The parts of an exchange that a finding needs; without a status if there was no response. */
export type FoundIn = Pick<Exchange, 'operation' | 'response' | 'mediaType'> & { readonly observation: Observation }

/** Converts a draft, seen `samples` times, to a Finding with location, fingerprint, evidence and source; redacts secrets. */
export function makeFinding(
  context: FindingContext,
  check: Check,
  exchange: FoundIn,
  draft: DriftDraft,
  samples: number,
): Finding {
  const { operation, observation, response } = exchange
  const assumed = draft.assumed ?? isGuessed(context.description.document, operation, draft)
  const severity = assumed || draft.allowed === true ? 'info' : (draft.severity ?? check.severity)
  const { message, patch, key, location, ...seen } = cleanDraft(context.redactor, draft)
  const owner = ownerOf(check.id, draft, location, observation.status)
  const inline = isEmpty(owner) ? inlineErrorOf(context, exchange, draft) : undefined
  const shared = inline === undefined ? { owner, key } : ownerOfInline(inline, location, key)
  const site: Site = {
    operation: operation.key,
    direction: draft.direction ?? 'response',
    part: draft.part ?? partOf(exchange),
    pointer: location,
    ...shared.owner,
  }
  const schemaPointer = draft.schemaPointer ?? response?.pointer ?? operation.pointer
  const pointer = draft.keyword === undefined ? schemaPointer : joinPointer(schemaPointer, draft.keyword)
  return {
    ruleId: check.id,
    kind: 'drift',
    verdict: verdicts[severity],
    severity,
    state: 'new',
    fingerprint: fingerprint(check.id, site, draft.owner === 'key' ? key : keyIn(site, shared.key)),
    message: assumed ? `the assumption is wrong: ${message}` : message,
    why: check.why,
    fix: check.fix,
    site,
    reaches: [operation.key],
    source: { revision: context.description.document.locate(pointer) },
    ...(draft.expected === undefined ? {} : { before: spelled(draft.expected) }),
    evidence: {
      ...seen,
      status: observation.status,
      ...(context.curl === undefined ? {} : { curl: context.curl, ...curlNotes(context.curl) }),
      samples,
      ...(context.test === undefined ? {} : { tests: [context.test] }),
      ...unionEvidence(draft.unions, context.redactor),
    },
    ...(assumed ? { assumed } : {}),
    ...(patch.length === 0 ? {} : { patch }),
  }
}

function isEmpty(owner: object): boolean {
  return Object.keys(owner).length === 0
}

/** Returns the inline schema that an error body violates; operations often repeat such schemas. */
function inlineErrorOf(
  { description }: FindingContext,
  { observation: { status = 0 }, mediaType }: FoundIn,
  { owner, part, schemaPointer }: DriftDraft,
): InlineError | undefined {
  const root = mediaType?.schema?.pointer
  if (owner !== undefined || part !== undefined || status < 400 || root === undefined) return undefined
  if (schemaPointer !== root && schemaPointer?.startsWith(`${root}/`) !== true) return undefined
  const schema = description.document.at(root)
  return schema === undefined ? undefined : { status, schema }
}

/** Adds the name to the key, so that two headers or parameters with a shared schema are separate findings. */
function keyIn(site: Site, key: Json): Json {
  const [, name] = /(?:^| )(?:header|query|path|cookie) (\S+)$/.exec(site.part ?? '') ?? []
  return isShared(site) && name !== undefined ? [key, name.toLowerCase()] : key
}

/** Returns the part in the description's terms, for example `200 application/json`. */
function partOf({ response, mediaType, observation }: FoundIn): string {
  if (response === undefined) return String(observation.status)
  const type = mediaType?.type ?? response.content[0]?.type
  return type === undefined ? response.status : `${response.status} ${type}`
}

/** Returns the server's own message, redacted, as the end of a finding message. */
export function quoted(message: string | undefined, redactor: Redactor): string {
  return message === undefined ? '' : `${quoteStart}${JSON.stringify(redactor.value(message))}`
}

/** Introduces the server's message. */
export const quoteStart = '; the server says '

/** The parts of a draft with secrets redacted. */
export interface CleanDraft extends Pick<Required<DriftDraft>, 'message' | 'patch' | 'key' | 'location'> {
  readonly instancePointer?: Pointer
  readonly observed?: Json
}

/** Redacts values under secret keys and known secrets, which may even occur as property names. */
export function cleanDraft(redactor: Redactor, draft: DriftDraft): CleanDraft {
  const { message, patch = [], instancePointer, quote } = draft
  const observed = draft.digits ?? draft.observed
  const tokens = pointerTokens(instancePointer ?? '')
  const name = tokens.at(-1) ?? / header (\S+)$/.exec(draft.part ?? '')?.[1]
  // Everything nested under a secret key is part of the secret.
  const isWithin = tokens.slice(0, -1).some(redactor.isSecretParameter)
  const clean = observed === undefined ? null : isWithin && observed !== null ? redacted : redactor.json(observed, name)
  const isSecret = clean === redacted && redactor.json(observed ?? null) !== redacted
  const written = observed === undefined ? '' : showValue(observed)
  const shown = redactor.samples === 'none' ? String(clean) : redactor.value(written)
  const cleanText = isSecret ? redacted : shown
  const isHidden = isSecret || cleanText !== written
  const proposal = JSON.stringify(patch)
  // A patch cannot contain the exact digits either.
  const isMasked =
    draft.digits !== undefined ||
    redactor.text(proposal) !== proposal ||
    (isHidden && proposal.includes(JSON.stringify(observed)))
  const own = redactor.text(isHidden ? message.replaceAll(alone(written), () => cleanText) : message)
  return {
    message: `${own}${quoted(quote, redactor)}`,
    patch: isMasked ? [] : patch,
    key:
      isSecret && equalJson(draft.key, observed)
        ? redacted
        : cleanKey(redactor, draft.key, isHidden && redactor.samples === 'shown'),
    location: cleanPointer(redactor, draft.location ?? ''),
    ...(instancePointer === undefined ? {} : { instancePointer: cleanPointer(redactor, instancePointer) }),
    ...(observed === undefined ? {} : { observed: clean }),
  }
}

/** Matches a value in a message, unless the same characters are part of a name or another value. */
function alone(written: string): RegExp {
  return new RegExp(`(?<![\\w/.-])${written.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')}(?![\\w/-])`, 'g')
}

function cleanPointer(redactor: Redactor, pointer: Pointer): Pointer {
  return joinPointer('', ...pointerTokens(pointer).map(redactor.text))
}

/** Redacts the key. Keys without secrets stay the same, and so do fingerprints. */
function cleanKey(redactor: Redactor, key: Json, isHidden: boolean): Json {
  const text = JSON.stringify(key)
  const clean = isHidden ? redactor.value(text) : redactor.text(text)
  return clean === text ? key : clean
}
