import type { Finding } from '../../model/finding.ts'
import type { Pointer } from '../../model/json.ts'
import { bySeverity } from '../../model/locations.ts'
import type { ConsumerHit } from '../../model/report/consumer.ts'
import { pointerTokens } from '../../util/pointer.ts'
import { byText, firstOf, plural } from '../../util/text.ts'
import { groupBy } from './group-by.ts'
import { commonPath } from './path-clusters.ts'

/** Splits findings into groups with one line each, in the order of their first findings. */
export function bundles(findings: readonly Finding[]): readonly (readonly Finding[])[] {
  return [...groupBy(findings, (finding) => finding.group ?? finding).values()]
}

/** Returns one merged finding per group, for short lists. */
export function listed(findings: readonly Finding[]): readonly Finding[] {
  return bundles(findings).flatMap((members) => unitedOf(members))
}

export function unitedOf(members: readonly Finding[]): readonly Finding[] {
  const [first] = members
  return first === undefined ? [] : [members.length === 1 ? first : united(first, members)]
}

function united(first: Finding, members: readonly Finding[]): Finding {
  const { joined: _, locations: __, uses: ___, ...rest } = first
  const reaches = [...new Set(members.flatMap((one) => one.reaches))].sort(byText)
  const hits = hitsOf(members)
  const { site, message } = first.kind === 'contract' ? changeOf(first, members) : violationOf(first, members)
  return {
    ...rest,
    ...(hits && { hits }),
    ...(first.group !== undefined && { fingerprint: first.group }),
    severity: members.map(({ severity }) => severity).toSorted(bySeverity)[0] ?? first.severity,
    site,
    message: `${message}${hits === undefined ? '' : hitWords(first, hits)}`,
    reaches,
  }
}

/** Returns a summary such as `14 operations below /orgs/{org}/teams: each was removed`, or the first schema's edit and the names of the others. */
function changeOf(first: Finding, members: readonly Finding[]): Pick<Finding, 'site' | 'message'> {
  const text = messageAlone(first)
  if (isOfOperation(first.site)) {
    const path = commonPath(members.map(({ site }) => site.operation?.split(' ')[1] ?? ''))
    const [verb = '', ...rest] = `${text}${othersOf(members, messageAlone)}`.split(' ')
    const all = [Object.hasOwn(plurals, verb) ? ` ${plurals[verb]}` : `: ${verb}`, ...rest].join(' ')
    return { site: { pointer: '' }, message: `${plural(members.length, 'operation')}${path && ` below ${path}`}${all}` }
  }
  if (new Set(members.map(({ site }) => memberOf(site))).size > 1) return violationOf(first, members)
  const names = members.map(({ site }) => pointerTokens(site.component ?? '').at(-1) ?? site.operation ?? 'the API')
  const others = [...new Set(names)].filter((name) => name !== names[0])
  const places = others.length === 0 ? `in ${members.length} places` : `also in ${firstOf(others, 3)}`
  return { site: first.site, message: `${text}, ${places}` }
}

const plurals: Readonly<Record<string, string>> = { is: 'are', was: 'were', has: 'have', moved: 'moved' }

export function isOfOperation({ component, operation, part, pointer }: Finding['site']): boolean {
  return component === undefined && operation !== undefined && part === undefined && pointer === ''
}

function violationOf({ site }: Finding, members: readonly Finding[]): Pick<Finding, 'site' | 'message'> {
  const pointer = commonOf(members.map((member) => above(member.site.pointer)))
  return { site: { ...site, pointer: pointer.replace(/\/properties$/, '') }, message: messageOf(members) }
}

/** Returns the deepest pointer that contains all the given ones. */
function commonOf([first = '', ...others]: readonly Pointer[]): Pointer {
  const isBelow = (pointer: Pointer): boolean => pointer === first || pointer.startsWith(`${first}/`)
  return first === '' || others.every(isBelow) ? first : commonOf([above(first), ...others])
}

/** Maximum number of names in a list of members. */
const mostNames = 8

function messageOf(members: readonly Finding[]): string {
  const names = [...new Set(members.flatMap(({ site }) => nameOf(site)))]
  const texts = new Set(members.map(bareMessage))
  const [text = ''] = texts
  if (names.length === 0 && texts.size === 1) return `${text}, on ${members.length} operations`
  const others = othersOf(members, bareMessage)
  const places = new Set(
    members.map(({ site }) => `${site.component ?? site.operation} ${above(site.componentPointer ?? site.pointer)}`),
  )
  if (names.length === 1 && places.size > 1) return `${names[0]} ${text}${others}, in ${places.size} places`
  if (names.length < 2) return `${text}${others}`
  const of = `${names.length} members (${firstOf(names, mostNames)})`
  return /^(?:is|was|has|may|must|can|lacks) /.test(text) ? `${of}: each ${text}${others}` : `${of}: ${text}${others}`
}

/** Returns how many members have another message than the first: `; 6 of them differ in the details`. */
function othersOf(members: readonly Finding[], messageOf: (finding: Finding) => string): string {
  const [text, ...others] = members.map(messageOf)
  const count = others.filter((other) => other !== text).length
  return count === 0 ? '' : `; ${count} of them ${count === 1 ? 'differs' : 'differ'} in the details`
}

/** Returns a finding's message without its consumers and without the observed type. */
export function bareMessage(finding: Finding): string {
  return messageAlone(finding).replace(/ \(seen as [^()]*\)$/, '')
}

/** Separates the message from the consumers that the finding affects. */
const hitStart = '; hits '

/** Returns a finding's message without the consumers it affects. */
export function messageAlone({ message, hits }: Finding): string {
  const at = hits === undefined ? -1 : message.lastIndexOf(hitStart)
  return at < 0 ? message : message.slice(0, at)
}

/** Returns the consumers affected by any finding, or undefined without usage data. */
function hitsOf(members: readonly Finding[]): readonly ConsumerHit[] | undefined {
  const known = members.filter(({ hits }) => hits !== undefined)
  return known.length === 0 ? undefined : known.flatMap(({ hits = [] }) => hits)
}

/** Returns `; hits web, batch`, or the suffix of the first message if no consumer is affected. */
function hitWords(first: Finding, hits: readonly ConsumerHit[]): string {
  if (hits.length === 0) return first.message.slice(messageAlone(first).length)
  return `${hitStart}${firstOf([...new Set(hits.map(({ consumer }) => consumer))].sort(byText), 5)}`
}

/** Returns the property path of a pointer (`resources.logo-svg` for `/properties/resources/properties/logo-svg`), otherwise its last segment. */
function nameOf({ componentPointer, pointer }: Finding['site']): readonly string[] {
  if (componentPointer === undefined || componentPointer === '') return pointerTokens(pointer).slice(-1)
  const tokens = pointerTokens(componentPointer)
  const names = tokens.filter((_, index) => tokens[index - 1] === 'properties')
  return [names.length > 0 ? names.join('.') : (tokens.at(-1) ?? '')]
}

/** Returns the last segment of a finding's pointer. */
export function memberOf({ pointer }: Finding['site']): string | undefined {
  return pointerTokens(pointer).at(-1)
}

export function above(pointer: Pointer): Pointer {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')))
}
