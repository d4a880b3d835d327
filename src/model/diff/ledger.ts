import type { Json, Pointer } from '../json.ts'

/** A value that demonstrates a reason, with the pointer to its schema in the base. */
export interface ShownValue {
  readonly schema: Pointer
  readonly value: Json
}

/** Reason why an edit has no effect. */
export type EffectReason =
  /** A keyword that doesn't restrict values: `example`, `x-…`, `contact`. */
  | { readonly kind: 'annotation'; readonly keyword: string }
  /** List items were only reordered. */
  | { readonly kind: 'order' }
  /** The keyword is set to its default value. */
  | { readonly kind: 'default'; readonly keyword: string }
  /** Both versions are equivalent. */
  | { readonly kind: 'same-meaning' }
  /** An enclosing schema neither loses nor gains values in that direction. */
  | { readonly kind: 'allowed-around'; readonly at: Pointer }
  /** An enclosing schema loses or gains values, but only because of other edits. */
  | { readonly kind: 'other-edits'; readonly at: Pointer }
  /** A branch in the base allows the same values. Without the branch, `shown` would prove the edit. */
  | { readonly kind: 'allowed-by-branch'; readonly branch: string; readonly at: Pointer; readonly shown: ShownValue }
  /** A keyword in the base excludes the values. Without the keyword, `shown` would prove the edit. */
  | { readonly kind: 'excluded-by'; readonly keyword: string; readonly at: Pointer; readonly shown: ShownValue }
  /** Another edit compensates this one. Without the other, `shown` would prove this one. */
  | { readonly kind: 'compensated'; readonly at: Pointer; readonly shown: ShownValue }
  /** The part is never sent: `writeOnly` in a response, `xml` in JSON. */
  | { readonly kind: 'not-sent' }
  /** A value that specdrift can't interpret, such as an unknown stability level or an invalid date. */
  | { readonly kind: 'unknown-value'; readonly keyword: string }
  /** OpenAPI ignores the member at this location. */
  | { readonly kind: 'ignored'; readonly keyword: string }

/** Reason why an edit was not compared. */
export type NotComparedReason =
  /** No operation uses the component. */
  | { readonly kind: 'unused'; readonly component: Pointer }
  /** The description could not be read at this location. */
  | { readonly kind: 'unread'; readonly message: string }
  /** No change was found, and the two versions could not be proven equivalent. */
  | { readonly kind: 'unproven' }

/** An edit outside all findings. At least one pointer is present. */
export interface LedgerRow {
  readonly base?: Pointer
  readonly revision?: Pointer
  readonly outcome: 'without-effect' | 'not-compared'
  readonly reason: (EffectReason | NotComparedReason)['kind']
  /** Reason as a sentence. */
  readonly because: string
}

/** All differing locations of two documents: `differences` = `inFindings` + `withoutEffect` + `notCompared`. */
export interface Ledger {
  readonly differences: number
  /** Includes findings with severity `off`. */
  readonly inFindings: number
  readonly withoutEffect: number
  readonly notCompared: number
  readonly rows: readonly LedgerRow[]
}

const words: {
  readonly [K in (EffectReason | NotComparedReason)['kind']]: (
    reason: Extract<EffectReason | NotComparedReason, { readonly kind: K }>,
  ) => string
} = {
  annotation: ({ keyword }) => `\`${keyword}\` restricts no value`,
  order: () => 'only the order changed',
  default: ({ keyword }) => `\`${keyword}\` has the value that applies without it`,
  'same-meaning': () => 'both versions mean the same',
  'allowed-around': ({ at }) => `the schema at ${at} still allows the same values`,
  'other-edits': ({ at }) => `other edits decide what the schema at ${at} allows`,
  'allowed-by-branch': ({ branch, at }) => `branch \`${branch}\` at ${at} allows the same values`,
  'excluded-by': ({ keyword, at }) => `\`${keyword}\` at ${at} excludes the values`,
  compensated: ({ at }) => `compensated by the edit at ${at}`,
  'not-sent': () => 'no message contains it',
  'unknown-value': ({ keyword }) => `the value of \`${keyword}\` is unknown to specdrift`,
  ignored: ({ keyword }) => `OpenAPI ignores \`${keyword}\` here`,
  unused: ({ component }) => `no operation uses ${component}`,
  unread: ({ message }) => message,
  unproven: () => 'no change was found, and no proof shows that both versions allow the same values',
}

/** Returns the reason as a sentence without a full stop. */
export function reasonWords(reason: EffectReason | NotComparedReason): string {
  // The table has an entry per kind, but TypeScript can't correlate entry and argument.
  return (words[reason.kind] as (reason: EffectReason | NotComparedReason) => string)(reason)
}

// Object.keys returns string[]; the keys are those of the typed table.
export const reasonKinds = Object.keys(words) as readonly LedgerRow['reason'][]

/** Returns the internal error for an edit without finding or reason. */
export function lostEdit(location: string): { readonly message: string; readonly hint: string } {
  return {
    message: `The comparison lost an edit at ${location}: no finding reports it, and no reason explains it.`,
    hint: 'This is a defect of specdrift; please report it with both versions of this location. Nothing was judged.',
  }
}
