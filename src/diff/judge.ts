import type { Change, Effect, Use } from '../model/diff/change.ts'
import type { Draft, Policy, Rule } from '../model/diff/rule.ts'
import { toolError } from '../model/errors.ts'
import type { Direction, Finding, Impact, ReachedUse, Severity, Site, Verdict } from '../model/finding.ts'
import type { Pointer } from '../model/json.ts'
import type { Description, Way } from '../model/operation.ts'
import { fingerprint, withoutPositions } from '../util/fingerprint.ts'
import { spelled } from '../util/numbers/exact.ts'
import { componentDepth, joinPointer, pointerTokens } from '../util/pointer.ts'
import { severityOf } from '../util/rule-settings.ts'
import { byText } from '../util/text.ts'
import { isAssumedChange } from './assumed.ts'
import { differing, type Versions } from './compare/differing.ts'
import { policies } from './policy.ts'
import { createImplausible, type Implausible } from './proof/plausible.ts'
import { createProver, type Prover } from './proof/prove.ts'
import { rules as allRules } from './rules/index.ts'

/** Documentation of the whole description belongs to no operation. */
const rootTexts = new Set(['info', 'tags', 'externalDocs'])

export interface JudgeOptions {
  readonly base: Description
  readonly revision: Description
  readonly policy?: Policy
  readonly rules?: readonly Rule[]
  /** Default: searches a message that proves each finding. Verdicts don't depend on it. */
  readonly prove?: Prover
  /** Called for each change that becomes a finding of any severity. */
  readonly onJudged?: (change: Change) => void
}

/**
 * Applies every rule to its kind of change, worst first. Throws RULE_CRASHED, because a crash must not look like a clean result.
 */
export function judgeChanges(changes: readonly Change[], options: JudgeOptions): readonly Finding[] {
  const { policy = policies.compat, rules = allRules } = options
  const byKind = new Map<string, Rule[]>()
  for (const rule of rules) byKind.set(rule.on, [...(byKind.get(rule.on) ?? []), rule])
  const { base, revision, prove = createProver(base, revision) } = options
  const context = { base, revision, policy, prove, implausible: createImplausible(base, revision) }
  const findings: Finding[] = []
  for (const change of changes) {
    for (const rule of byKind.get(change.kind) ?? []) {
      const uses = change.uses.filter((use) => reaches(rule, change.effect, use))
      const draft = uses.length === 0 ? undefined : run(rule, change)
      if (draft === undefined) continue
      options.onJudged?.(change)
      const reaching = uses.length === change.uses.length ? change : { ...change, uses }
      findings.push(findingOf(rule, reaching, draft, context))
    }
  }
  const shown = findings.filter((finding) => finding.severity !== 'off')
  const keys = new Map(shown.map((finding) => [finding, sortKey(finding)]))
  return shown.sort((a, b) => worstFirst(a, b) || byText(keys.get(a) ?? '', keys.get(b) ?? ''))
}

function run(rule: Rule, change: Change): Draft | undefined {
  try {
    return rule.judge(change)
  } catch (error) {
    throw toolError('RULE_CRASHED', [rule.id, change.site.location, String(error)], error)
  }
}

interface Context {
  readonly base: Description
  readonly revision: Description
  readonly policy: Policy
  readonly prove: Prover
  readonly implausible: Implausible
}

function findingOf(rule: Rule, change: Change, draft: Draft, context: Context): Finding {
  const { policy, prove } = context
  const judged = change.uses.map((use) => ({ use, ...judgeUse(rule, change, use, context.implausible) }))
  const assumed = isAssumedChange(change, context.base, context.revision)
  const verdict = assumed ? 'compatible' : worst(judged.map((entry) => entry.verdict))
  const decisive = judged.filter((entry) => assumed || entry.verdict === verdict)
  const use = (decisive.find((entry) => entry.use.trail !== undefined) ?? decisive[0])?.use
  const site = siteOf(change, use, directionOf(change.uses))
  const reached = reachedBy(assumed ? judged.map((entry) => ({ ...entry, verdict })) : judged)
  const reaches = [...new Set(reached.map(({ operation }) => operation))]
  const isUniform = new Set(reached.map((one) => `${one.direction} ${one.verdict}`)).size < 2
  const severity = severityOf(policy, rule.id, verdict, directionOf(decisive.map(({ use }) => use)), reaches)
  const provable = isProvable(change, verdict) && use !== undefined
  const { base, revision } = change.site
  const at = (description: Description, pointer: string | undefined) =>
    pointer === undefined ? undefined : description.document.locate(pointer)
  const [before, after] = shownValues(change)
  const [basePosition, revisionPosition] = [at(context.base, base), at(context.revision, revision)]
  return {
    ruleId: rule.id,
    kind: 'contract',
    verdict,
    severity: assumed && severity !== 'off' ? 'info' : severity,
    state: 'new',
    fingerprint: fingerprint(rule.id, identity(site), draft.key),
    message: assumed ? `${draft.message} (only assumed)` : draft.message,
    why: rule.why,
    fix: rule.fix,
    derivation: assumed
      ? 'the description only assumes this: the assumption changed, not the API'
      : [...new Set(judged.map((entry) => entry.derivation))].sort(byText).join('; '),
    impact: impactOf(rule, verdict, directionOf(decisive.map((one) => one.use))),
    site,
    reaches,
    ...(isUniform ? {} : { uses: reached }),
    source: { base: basePosition, revision: revisionPosition },
    ...(before === undefined ? {} : { before: spelled(before) }),
    ...(after === undefined ? {} : { after: spelled(after) }),
    ...(provable ? { witness: prove(change, use) } : {}),
    ...(assumed ? { assumed } : {}),
  }
}

/** Returns the impact on clients. Behaviour and documentation keep their category for any verdict. */
function impactOf({ affects }: Rule, verdict: Verdict, direction: Direction | undefined): Impact {
  if (affects === 'documentation') return 'documentation'
  if (affects === 'behaviour') return 'behaviour-changed'
  if (verdict === 'compatible') return 'compatible'
  if (affects === 'calls') return 'calls-stop'
  return direction === 'response' ? 'responses-changed' : 'requests-refused'
}

/** Returns the values to show; for documentation and examples, which can be long, only the differing parts. */
function shownValues({ kind, before, after }: Change): Versions {
  // Values of changes are JSON by construction of `ChangeValues`.
  const values = [before, after] as Versions
  return kind === 'documentation' ? (differing(...values) ?? values) : values
}

/** Lists each operation once per direction with its worst verdict, breaking ones first. */
function reachedBy(judged: readonly { readonly use: Use; readonly verdict: Verdict }[]): readonly ReachedUse[] {
  const found = new Map<string, ReachedUse>()
  for (const { use, verdict } of judged) {
    const { operation, direction } = use
    const key = `${operation} ${direction}`
    const all = worst([verdict, found.get(key)?.verdict ?? verdict])
    found.set(key, direction === 'none' ? { operation, verdict: all } : { operation, direction, verdict: all })
  }
  return [...found.values()].sort(
    (a, b) =>
      verdictRank[a.verdict] - verdictRank[b.verdict] ||
      byText(a.operation, b.operation) ||
      byText(a.direction ?? '', b.direction ?? ''),
  )
}

/** Returns whether a message can prove the change: it must affect message contents. */
function isProvable({ kind }: Change, verdict: Verdict): boolean {
  if (kind === 'schema.exclusivity') return verdict !== 'compatible'
  return verdict === 'breaking' && (kind.startsWith('schema.') || /^(parameter|request-body)(\.required)?$/.test(kind))
}

/** Returns the stable part of a location: components are the same for every use, and list positions shift with edits. */
function identity(site: Site): Site {
  const pointer = withoutPositions(site.pointer)
  if (site.component === undefined) return { ...site, pointer }
  const { component, direction } = site
  return { component, pointer, direction }
}

const law: Readonly<Record<Way, Readonly<Record<Effect, Verdict>>>> = {
  request: { narrowed: 'breaking', incomparable: 'breaking', widened: 'compatible', none: 'compatible' },
  response: { widened: 'breaking', incomparable: 'breaking', narrowed: 'compatible', none: 'compatible' },
}

/** Requests may only widen, responses may only narrow, and incomparable changes break both. Operations are judged as requests. */
function judgeUse(rule: Rule, change: Change, use: Use, implausible: Implausible): Judgement {
  const direction = use.direction === 'none' ? 'request' : use.direction
  if (rule.convention !== undefined && !isTested(change.effect, use)) {
    const verdict = rule.convention[direction]
    const derivation = `convention: ${verdict}, because ${rule.convention.because}`
    return softened({ verdict, derivation }, () => unstable(use))
  }
  const effect = seenFromAbove(effectOf(rule, change.effect, use), use)
  const verdict = law[direction][effect]
  const note = use.polarity === undefined ? '' : ` (${use.polarity} by an enclosing keyword)`
  const derivation = `${effect} × ${direction} → ${verdict}${note}`
  return softened(
    { verdict, derivation },
    () => unstable(use) ?? tolerated(rule, change, use) ?? implausible(change, use),
  )
}

/** Returns whether the rule's effect remains, because an enclosing choice can compensate it. */
function reaches(rule: Rule, compared: Effect, use: Use): boolean {
  if (rule.convention !== undefined || use.effect === undefined) return true
  return effectOf(rule, compared, use) !== 'none'
}

/** Returns whether a conventionally harmless edit has an effect, because a condition or `not` tests the name. */
function isTested(compared: Effect, { effect = 'none' }: Pick<Use, 'effect'>): boolean {
  return compared === 'none' && effect !== 'none'
}

/** Returns the judged effect as far as it reaches a use. */
function effectOf(rule: Rule, compared: Effect, { effect, isOfWhole }: Use): Effect {
  if (isOfWhole && effect !== undefined) return effect
  const whole = rule.effect === undefined || rule.effect === 'as-compared' ? compared : rule.effect
  if (effect !== undefined && isTested(whole, { effect })) return effect
  if (effect === undefined || whole === effect || effect === 'incomparable') return whole
  return whole === 'incomparable' ? effect : 'none'
}

interface Judgement {
  readonly verdict: Verdict
  readonly derivation: string
}

function softened(judgement: Judgement, reasonOf: () => string | undefined): Judgement {
  const reason = judgement.verdict === 'breaking' ? reasonOf() : undefined
  return reason === undefined
    ? judgement
    : { verdict: 'risky', derivation: `${judgement.derivation}, softened: ${reason}` }
}

/** A `draft` or `alpha` operation has no stable contract to break. */
function unstable({ unstable: level }: Use): string | undefined {
  return level === undefined ? undefined : `the operation is ${level}`
}

/** Under `not` or `if` an edit changes which responses are tested, so tolerance doesn't apply. */
function tolerated({ tolerance }: Rule, change: Change, use: Use): string | undefined {
  if (tolerance === undefined || use.direction !== 'response') return undefined
  if (use.polarity !== undefined || use.isOfWhole) return undefined
  return (tolerance.covers?.(change) ?? true) ? tolerance.because : undefined
}

function seenFromAbove(effect: Effect, { polarity }: Use): Effect {
  if (effect === 'none' || polarity === undefined) return effect
  if (polarity === 'undecided' || effect === 'incomparable') return 'incomparable'
  return effect === 'narrowed' ? 'widened' : 'narrowed'
}

function directionOf(uses: readonly Use[]): Direction | undefined {
  const directions = new Set(uses.map((use) => use.direction).filter((direction) => direction !== 'none'))
  if (directions.size === 2) return 'both'
  const [only] = directions
  return only
}

const verdictRank: Readonly<Record<Verdict, number>> = { breaking: 0, risky: 1, compatible: 2 }
const severityRank: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2, off: 3 }

const worst = (verdicts: readonly Verdict[]): Verdict =>
  verdicts.reduce((a, b) => (verdictRank[b] < verdictRank[a] ? b : a), 'compatible')

function worstFirst(a: Finding, b: Finding): number {
  return severityRank[a.severity] - severityRank[b.severity] || verdictRank[a.verdict] - verdictRank[b.verdict]
}

const sortKey = ({ site, ruleId, fingerprint: id }: Finding): string =>
  [site.component ?? site.operation ?? '', site.part ?? '', site.pointer, ruleId, id].join('\n')

/** Returns the location for users: the component and the pointer below it, or the operation part and the pointer below its schema. */
function siteOf(change: Change, use: Use | undefined, direction: Direction | undefined): Site {
  const tokens = pointerTokens(change.site.location)
  const depth = rootTexts.has(tokens[0] ?? '') ? 1 : componentDepth(tokens)
  const aim = {
    operation: use?.operation,
    direction,
    ...(use === undefined || use.part === '' ? {} : { part: use.part }),
  }
  if (depth > 0 && tokens.length >= depth) {
    const component = `#${joinPointer('', ...tokens.slice(0, depth))}`
    return { ...aim, component, pointer: joinPointer('', ...tokens.slice(depth)) }
  }
  return { ...aim, pointer: belowSchema(tokens) }
}

/** `/paths/…/content/application~1json/schema/properties/a` → `/properties/a`. */
function belowSchema(tokens: readonly string[]): Pointer {
  const at = tokens.indexOf('schema')
  return at < 0 ? '' : joinPointer('', ...tokens.slice(at + 1))
}
