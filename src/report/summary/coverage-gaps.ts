import type { Json } from '../../model/json.ts'
import { whatChanges } from '../../model/live/what-changes.ts'
import type { CoverageGap, CoverageKind, Report, Subject } from '../../model/report.ts'
import { byText, plural } from '../../util/text.ts'
import { settingText } from '../../util/writing/setting-text.ts'

type Parts = Pick<Report, 'kind' | 'subjects' | 'rules' | 'coverage' | 'couldNotCheck' | 'responses'> & {
  readonly inputs?: Report['inputs']
  readonly notChecked?: Report['notChecked']
  readonly advice?: AdviceSettings
}

/** Settings that advice depends on. */
export interface AdviceSettings {
  /** Name of the config file. If absent, advice names "the config" and uses JSON. */
  readonly configFile?: string
  /** The config sets `writable: false`, so advice must not suggest to change it. */
  readonly isNeverWritable?: true
}

const mostGaps = 3

/** Returns the main reasons why operations of a live run were not checked, largest first, each with a fix. */
export function coverageGaps(parts: Parts): readonly CoverageGap[] {
  const { kind, couldNotCheck } = parts
  if (kind !== 'test' && kind !== 'monitor') return []
  // Other errors carry a hint that already tells the user what to do.
  if (couldNotCheck !== undefined && couldNotCheck.code !== 'NO_VERDICT') return []
  const all = [
    ...notWritable(parts),
    ...notReached(parts),
    ...notCalled(parts),
    ...refused(parts),
    ...cutOff(parts),
    ...neverSeen(parts),
  ]
  return all.toSorted((a, b) => b.operations - a.operations).slice(0, mostGaps)
}

/** Formats settings of an API in the language of the config file: `target: { writable: true } in specdrift.config.ts`. */
function inConfig({ advice }: Parts, settings: Readonly<Record<string, Json>>): string {
  return settingText(advice?.configFile, settings)
}

function gap(
  operations: number,
  what: string,
  fix: string,
  rest: Pick<CoverageGap, 'kind' | 'changes'> = {},
): CoverageGap[] {
  if (operations === 0) return []
  return [{ what: `${plural(operations, 'operation')} ${what}`, operations, fix, ...rest }]
}

function notWritable(parts: Parts): CoverageGap[] {
  const count = parts.subjects.filter((subject) => subject.notWritable === true).length
  if (parts.advice?.isNeverWritable === true) return []
  const what = `${was(count)} not called: the target is not declared writable`
  const changes = whatChanges(parts.subjects.map(({ operation }) => operation))
  return gap(count, what, inConfig(parts, { target: { writable: true } }), { kind: 'not-writable', changes })
}

/** Describes what generated requests would change. Empty for the sandbox, whose data ends with the run. */
function changesOf({ subjects, inputs }: Parts): Pick<CoverageGap, 'changes'> {
  return inputs?.target === 'sandbox' ? {} : { changes: whatChanges(subjects.map(({ operation }) => operation)) }
}

/** Groups unreached operations by the missing value that most of them need. */
function notReached(parts: Parts): CoverageGap[] {
  const { subjects, notChecked = [] } = parts
  const reached = new Set(subjects.filter((one) => one.notReached !== true).map(({ operation }) => operation))
  const groups = new Map<string, Group>()
  for (const { kind, missing = [], operation } of notChecked) {
    if (kind !== 'not-reached' || operation === undefined || reached.has(operation)) continue
    for (const name of missing) {
      const place = placeOf(operation, name)
      const { operations } = groups.get(`${name} ${place}`) ?? { operations: new Set() }
      groups.set(`${name} ${place}`, { name, place, operations: operations.add(operation) })
    }
  }
  return [...groups]
    .sort(([a], [b]) => byText(a, b))
    .flatMap(([, group]) => {
      const { name, place, operations } = group
      // Other operations may have been called with a value that exists, which leads nowhere here.
      const isKnown = subjects.some((one) => isFoundAt(one, place))
      const lack = isKnown ? `no ${name} that leads there is known` : `no ${name} that exists is known`
      const what = `${was(operations.size)} not reached: ${lack}`
      const fix = inConfig(parts, { parameters: settingFor(group, subjects) })
      return gap(operations.size, what, fix, { kind: 'not-reached' })
    })
}

interface Group {
  readonly name: string
  /** The path up to the parameter; `''` if it is not in the path. */
  readonly place: string
  readonly operations: Set<string>
}

function placeOf(operation: string, name: string): string {
  const path = operation.slice(operation.indexOf(' ') + 1)
  const end = path.indexOf(`{${name}}`)
  return end < 0 ? '' : path.slice(0, end + name.length + 2)
}

function isFoundAt({ operation, notReached, statuses = [] }: Subject, place: string): boolean {
  const path = operation.slice(operation.indexOf(' ') + 1)
  const isBelow = place !== '' && (path === place || path.startsWith(`${place}/`))
  return isBelow && notReached !== true && statuses.some((status) => status >= 200 && status <= 299)
}

/** Returns the setting that provides the value to these operations only: by name if the name means the same everywhere. */
function settingFor({ name, place, operations }: Group, subjects: Parts['subjects']): Readonly<Record<string, Json>> {
  const [only = ''] = operations
  if (name.startsWith('body ')) return { [only]: { [name]: '…' } }
  const places = new Set(subjects.map(({ operation }) => placeOf(operation, name)).filter((one) => one !== ''))
  if (place === '' || places.size < 2) return { [name]: '…' }
  return { [operations.size === 1 ? only : `* ${place}/**`]: { [name]: '…' } }
}

function notCalled(parts: Parts): CoverageGap[] {
  const { subjects, notChecked = [] } = parts
  const explained = new Set(
    notChecked.filter(({ because }) => because !== 'no suite calls it').flatMap(({ operation }) => operation ?? []),
  )
  const uncalled = subjects.filter(
    (one) => one.calls === 0 && one.notWritable !== true && !explained.has(one.operation),
  )
  const safe = uncalled.filter(isSafe)
  const others = uncalled.length - safe.length
  return [
    ...gap(
      safe.length,
      `${was(safe.length)} not called: no suite names ${them(safe.length)}`,
      'api.remaining() in a suite',
      { kind: 'not-called' },
    ),
    ...gap(others, `${was(others)} not called: no suite names ${them(others)}`, '--generate positive', {
      kind: 'not-called',
      ...changesOf(parts),
    }),
  ]
}

function isSafe({ operation }: Subject): boolean {
  return /^(GET|HEAD|OPTIONS) /.test(operation)
}

function refused(parts: Parts): CoverageGap[] {
  const { subjects, responses } = parts
  const count = subjects.filter(
    ({ calls = 0, statuses = [], notReached: is }) =>
      calls > 0 && is !== true && statuses.length > 0 && statuses.every((status) => status === 401 || status === 403),
  ).length
  const sent = Object.keys(responses?.refused ?? {})
  const fix =
    sent.length > 0
      ? `a value of ${sent.join(', ')} with access to them`
      : `${inConfig(parts, { auth: [{ type: 'bearer', env: '…' }] })}, with a credential with access to them`
  return gap(count, `only received 401 or 403`, fix)
}

/** Finds the limit on calls in the reason of a `notChecked` row and suggests a sufficient limit. */
function cutOff({ notChecked = [] }: Parts): CoverageGap[] {
  return notChecked.flatMap(({ what, because }) => {
    const limit = /^no more than (\d+) calls are made \(--max-calls\)$/.exec(because)?.[1]
    const [, requests, operations = '1'] = /^(\d+) generated requests?(?: of (\d+) operations)?$/.exec(what) ?? []
    if (limit === undefined || requests === undefined) return []
    const were = `${requests === '1' ? 'a generated request' : `${requests} generated requests`} not sent`
    return gap(Number(operations), `had ${were}`, `--max-calls ${Number(limit) + Number(requests)}`)
  })
}

/** Counts called operations with parameters that were never sent or errors that were never received. */
function neverSeen(parts: Parts): CoverageGap[] {
  const { coverage, rules, subjects, advice } = parts
  if (advice?.isNeverWritable === true) return []
  const called = (coverage?.byOperation ?? []).filter(({ calls }) => calls > 0)
  const lacking = (kind: CoverageKind): number => called.filter((one) => one[kind].seen < one[kind].total).length
  const isOn = (id: string): boolean => rules.some((rule) => rule.id === id)
  const needs = subjects.some((subject) => subject.notWritable === true) ? ', once the target is writable' : ''
  const parameters = lacking('parameters')
  const statuses = called.filter(({ responses }) =>
    Object.entries(responses).some(([status, count]) => status.startsWith('4') && count === 0),
  ).length
  return [
    ...(isOn('positive-rejected')
      ? []
      : gap(
          parameters,
          `${parameters === 1 ? 'has' : 'have'} parameters that were never sent`,
          `--generate positive${needs}`,
          changesOf(parts),
        )),
    ...(isOn('negative-accepted')
      ? []
      : gap(
          statuses,
          `${statuses === 1 ? 'has' : 'have'} documented errors that were never received`,
          `--generate negative${needs}`,
          changesOf(parts),
        )),
  ]
}

const was = (count: number): string => (count === 1 ? 'was' : 'were')
const them = (count: number): string => (count === 1 ? 'it' : 'them')
