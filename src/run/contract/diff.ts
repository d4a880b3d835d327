import { describe, flawsOf } from '../../description/dialects/operations.ts'
import { unreadReferences } from '../../description/references/unread.ts'
import { traceComparison } from '../../diff/compare/descriptions.ts'
import { withoutUnread } from '../../diff/compare/unread.ts'
import { judgeChanges } from '../../diff/judge.ts'
import { createLedger } from '../../diff/ledger/ledger.ts'
import { policies } from '../../diff/policy.ts'
import { rules as allRules } from '../../diff/rules/index.ts'
import { type Baseline, matchBaseline, staleHint } from '../../history/baseline/match.ts'
import type { Change } from '../../model/diff/change.ts'
import type { Ledger } from '../../model/diff/ledger.ts'
import type { Policy } from '../../model/diff/rule.ts'
import type { Document } from '../../model/document.ts'
import { toolError } from '../../model/errors.ts'
import type { Finding } from '../../model/finding.ts'
import type { NotChecked } from '../../model/observation.ts'
import type { Description, Operation, OperationKey } from '../../model/operation.ts'
import type { ConsumerUse } from '../../model/report/consumer.ts'
import type { Hint, Report, RuleInput } from '../../model/report.ts'
import { buildReport } from '../../report/build.ts'
import { matcherOf } from '../../util/operation-glob.ts'
import { type RuleSettings, withOverrides } from '../../util/rule-settings.ts'
import { consumerInputs, judgedByHits } from '../consumers/hits.ts'
import { comparedRows, distinct, inputOf, listed } from '../report/inputs.ts'
import { toolVersion } from '../tool-version.ts'

export interface JudgeOptions {
  /** Default: `compat`. */
  readonly policy?: string
  /** Rule id → severity, or severities for some locations. Takes precedence over the policy. */
  readonly rules?: RuleSettings
  /** Current day, `YYYY-MM-DD`, for sunsets and expiry dates. Default: no date has passed. */
  readonly today?: string
}

export interface DiffOptions extends JudgeOptions {
  /** Minimum severity that fails the run. Default: `error`. */
  readonly failOn?: Report['failOn']
  /** API of both descriptions, if any. */
  readonly api?: string
  /** Accepted findings of the API. Entries without a match become hints. */
  readonly baseline?: Baseline
  /** Uses by consumers. If set, only changes that affect a consumer can fail the run. */
  readonly consumers?: readonly ConsumerUse[]
}

export interface Comparison {
  readonly findings: readonly Finding[]
  readonly notChecked: readonly NotChecked[]
  /** Operations of both sides, from the revision if both have it. */
  readonly operations: ReadonlyMap<OperationKey, Operation>
  /**
   * Assigns every differing location to a finding or a reason.
   * @throws ToolError EDIT_UNACCOUNTED if an edit has neither.
   */
  readonly ledger: () => Ledger
}

/** Compares two documents and judges every change. Throws USAGE for an unknown policy, UNKNOWN_RULE, RULE_CRASHED, EDIT_UNACCOUNTED. */
export async function diffDocuments(base: Document, revision: Document, options: DiffOptions = {}): Promise<Report> {
  const comparison = compareDocuments(base, revision, options)
  const { baseline = { entries: [] }, today = '' } = options
  const { findings, unmatched } = matchBaseline(
    hitting(comparison.findings, [base, revision], options),
    baseline,
    today,
  )
  const stale = unmatched.filter(({ ruleId }) => ruleId === undefined || isDiffRule(ruleId))
  return buildReport({
    toolVersion: toolVersion(),
    kind: 'diff',
    api: options.api,
    inputs: { base: inputOf(base), revision: inputOf(revision) },
    ...(options.consumers !== undefined && { consumers: consumerInputs(options.consumers) }),
    policy: options.policy ?? 'compat',
    failOn: options.failOn ?? 'error',
    subjects: Array.from(comparison.operations, ([operation, { tags }]) => {
      return { operation, findings: 0, tags: listed(tags) }
    }),
    rules: ruleInputs(),
    findings,
    hints: [
      ...stale.map((entry) => staleHint(entry, `matches no finding here. ${removal(options.api)}`)),
      ...deadOverrides(options.rules ?? {}, [...comparison.operations.keys()]),
    ],
    notChecked: comparison.notChecked,
    ledger: comparison.ledger(),
  })
}

function removal(api = '<api>'): string {
  return `If no other pair needs it, repeat this diff with --format json=report.json, and remove the entry with: specdrift baseline prune ${api} --report report.json`
}

function hitting(
  findings: readonly Finding[],
  documents: readonly Document[],
  { consumers }: DiffOptions,
): readonly Finding[] {
  return consumers === undefined ? findings : judgedByHits(findings, documents.map(describe), consumers)
}

/** The comparison behind `diffDocuments`, without baseline and report. */
export function compareDocuments(base: Document, revision: Document, options: JudgeOptions = {}): Comparison {
  const policy = policyOf(options)
  const [before, after] = [describe(base), describe(revision)]
  const { today } = options
  const [unreadBefore, unreadAfter] = [base, revision].map((document) =>
    unreadReferences(document).flatMap(({ hides }) => hides),
  )
  const traced = traceComparison(before, after, today === undefined ? {} : { today })
  const changes = withoutUnread(traced.changes, unreadBefore ?? [], unreadAfter ?? [])
  const judged = new Set<Change>()
  // Computed before proofs, which read schemas that weren't compared.
  const notChecked = distinct([...comparedRows(base), ...comparedRows(revision)])
  return {
    findings: judgeChanges(changes, {
      base: before,
      revision: after,
      policy,
      onJudged: (change) => judged.add(change),
    }),
    notChecked,
    operations: byKey(before, after),
    ledger: () => {
      const kept = new Set(changes)
      const comparison = { ...traced, changes }
      const unread = traced.changes.filter((change) => !kept.has(change))
      const flaws = { base: flawsOf(base), revision: flawsOf(revision) }
      return createLedger({ base: before, revision: after, comparison, judged, unread, flaws })
    },
  }
}

function byKey(...descriptions: readonly Description[]): ReadonlyMap<OperationKey, Operation> {
  const found = new Map<OperationKey, Operation>()
  for (const { operations } of descriptions) for (const operation of operations) found.set(operation.key, operation)
  return found
}

export function ruleInputs(): RuleInput[] {
  return allRules.map(({ id, title }) => ({ id, kind: 'rule', title }))
}

function isDiffRule(id: string): boolean {
  return allRules.some((rule) => rule.id === id)
}

function policyOf({ policy: name = 'compat', rules = {} }: JudgeOptions): Policy {
  const policy = Object.hasOwn(policies, name) ? policies[name as keyof typeof policies] : undefined
  if (policy === undefined)
    throw toolError('USAGE', [`Unknown policy ${name}: the policies are ${Object.keys(policies).join(' and ')}.`])
  return withOverrides(policy, rules)
}

/** Returns hints for overrides of operations missing in both descriptions, probably typos or leftovers. */
function deadOverrides(rules: RuleSettings, operations: readonly string[]): Hint[] {
  return Object.entries(rules).flatMap(([rule, setting]) =>
    (typeof setting === 'string' ? [] : setting)
      .filter(({ operations: glob }) => glob !== undefined && !operations.some(matcherOf(glob)))
      .map(({ operations: glob = '' }) => ({
        message: `the override of ${rule} for ${glob} fits no operation of either description`,
        n: 0,
      })),
  )
}
