import type { Severity, Verdict } from '../finding.ts'
import type { Json } from '../json.ts'
import type { Way } from '../operation.ts'
import type { Change, ChangeKind, Effect } from './change.ts'

/** Result of a rule. The engine turns it into a finding. */
export interface Draft {
  /** Completes a sentence that starts with the location: `no longer allows a, b`. */
  readonly message: string
  /** Removed or added values. Part of the fingerprint; distinguishes violations at the same location. */
  readonly key: Json
}

/** Verdicts set by convention, for changes that containment can't judge. */
export interface Convention {
  readonly request: Verdict
  readonly response: Verdict
  /** Printed as derivation. */
  readonly because: string
}

/** Lowers the verdict of a response change from breaking to risky, because most clients tolerate it. */
export interface Tolerance<K extends ChangeKind = ChangeKind> {
  /** Printed in the derivation. */
  readonly because: string
  /** Restricts the tolerance to some changes of the rule. A method for the same reason as `judge`. */
  covers?(change: Change<K>): boolean
}

/** Documentation and test at once: two schemas (YAML flow style) and whether the rule reports the difference. */
export interface RuleExample {
  readonly before: string
  readonly after: string
  readonly finds: boolean
}

/** What a kind of change affects: whether calls succeed, exchanged messages, behaviour, or documentation only. */
export type Affected = 'calls' | 'messages' | 'behaviour' | 'documentation'

interface RuleBase<K extends ChangeKind> {
  /** kebab-case, equal to the file name. Public, never renamed. */
  readonly id: string
  readonly on: K
  readonly affects: Affected
  readonly title: string
  readonly why: string
  readonly fix: string
  /** Returns a draft if the change violates the rule. A method (bivariant), so that `Rule<'schema.enum'>` fits in a list of rules. */
  judge(change: Change<K>): Draft | undefined
  readonly examples?: readonly RuleExample[]
}

/** Judges one kind of change by its `effect` or by a `convention`. */
export type Rule<K extends ChangeKind = ChangeKind> = RuleBase<K> &
  (
    | {
        /** Effect of the part of the edit that the rule judges. `as-compared`: effect of the whole edit as found by the comparison. */
        readonly effect: Exclude<Effect, 'none'> | 'as-compared'
        readonly tolerance?: Tolerance<K>
        readonly convention?: never
      }
    | { readonly convention: Convention; readonly effect?: never; readonly tolerance?: never }
  )

/** Infers the type of a rule from `on`. */
export function defineRule<K extends ChangeKind>(rule: Rule<K>): Rule<K> {
  return rule
}

/** Maps verdicts and rules to severities. */
export interface Policy {
  readonly name: string
  readonly verdicts: Readonly<Record<Verdict, Severity>>
  /** Severity by rule id, optionally per verdict. Takes precedence over `verdicts`. */
  readonly rules: Readonly<Record<string, Severity | Readonly<Partial<Record<Verdict, Severity>>>>>
  /** Takes precedence over `rules`. The last matching entry wins. */
  readonly overrides?: readonly Override[]
}

/** Severity of a rule for some locations. */
export interface Override {
  readonly rule: string
  readonly severity: Severity
  /** Matches findings whose verdict comes only from this direction. */
  readonly direction?: Way
  /** Glob over operation keys, `GET /internal/**`. Matches findings that reach no other operations. */
  readonly operations?: string
}
