import type { Severity, Verdict } from '../finding.ts'
import type { Json } from '../json.ts'
import type { Way } from '../operation.ts'
import type { Change, ChangeKind, Effect } from './change.ts'

/** What a rule returns when it finds something. The engine makes the Finding. */
export interface Draft {
  /** Reads after the location: `no longer allows a, b`. */
  readonly message: string
  /** The values removed or added: the part of the fingerprint that distinguishes two violations at a location. */
  readonly key: Json
}

/** Verdicts set by agreement where containment has nothing to say. */
export interface Convention {
  readonly request: Verdict
  readonly response: Verdict
  /** Printed as the derivation. */
  readonly because: string
}

/** An edit that the law calls breaking in a response, although most clients cope with it: it is risky. */
export interface Tolerance<K extends ChangeKind = ChangeKind> {
  /** Printed in the derivation. */
  readonly because: string
  /** Restricts the tolerance to some of the changes that the rule judges. A method, for the reason `judge` is one. */
  covers?(change: Change<K>): boolean
}

/** Documentation and executed test at once: two schemas (YAML flow) and whether the rule finds something. */
export interface RuleExample {
  readonly before: string
  readonly after: string
  readonly finds: boolean
}

/** What a change of this kind touches: whether calls succeed at all, the messages they exchange, what they do, or texts only. */
export type Affected = 'calls' | 'messages' | 'behaviour' | 'documentation'

interface RuleBase<K extends ChangeKind> {
  /** kebab-case, equal to the file name; public, never renamed. */
  readonly id: string
  readonly on: K
  readonly affects: Affected
  readonly title: string
  readonly why: string
  readonly fix: string
  /** A method, so that a `Rule<'schema.enum'>` fits in a list of rules: the engine calls it by `on` only. */
  judge(change: Change<K>): Draft | undefined
  readonly examples?: readonly RuleExample[]
}

/** Judges one kind of change, by the law (`effect`) or by a written `convention`. */
export type Rule<K extends ChangeKind = ChangeKind> = RuleBase<K> &
  (
    | {
        /** The effect of the part of the edit that the rule judges; `as-compared`: what the comparison found the whole edit to do. */
        readonly effect: Exclude<Effect, 'none'> | 'as-compared'
        readonly tolerance?: Tolerance<K>
        readonly convention?: never
      }
    | { readonly convention: Convention; readonly effect?: never; readonly tolerance?: never }
  )

/** Types a rule by the change kind it is `on`. */
export function defineRule<K extends ChangeKind>(rule: Rule<K>): Rule<K> {
  return rule
}

/** The map from verdict and rule to severity. */
export interface Policy {
  readonly name: string
  readonly verdicts: Readonly<Record<Verdict, Severity>>
  /** Rule id → severity, or the severity for some of its verdicts; wins over `verdicts`. */
  readonly rules: Readonly<Record<string, Severity | Readonly<Partial<Record<Verdict, Severity>>>>>
  /** Win over `rules`; the last that fits a finding decides. */
  readonly overrides?: readonly Override[]
}

/** A severity for the findings of a rule at one location. */
export interface Override {
  readonly rule: string
  readonly severity: Severity
  /** Fits findings whose verdict comes from this side alone. */
  readonly direction?: Way
  /** Glob over operation keys, `GET /internal/**`; fits findings that reach no operation outside it. */
  readonly operations?: string
}
