import type { Json, Pointer } from '../json.ts'

/** Evidence for a reason: a value of a schema, by the location of the schema in the base. */
export interface ShownValue {
  readonly schema: Pointer
  readonly value: Json
}

/** Why an edit has no effect, as data. */
export type EffectReason =
  /** A keyword that restricts no value: `example`, `x-…`, `contact`. */
  | { readonly kind: 'annotation'; readonly keyword: string }
  /** The items of a list are the same in another order. */
  | { readonly kind: 'order' }
  /** The keyword is set to the value that applies without it. */
  | { readonly kind: 'default'; readonly keyword: string }
  /** Both versions were compared and mean the same. */
  | { readonly kind: 'same-meaning' }
  /** The schema at a location above the edit loses and gains no value in that direction. */
  | { readonly kind: 'allowed-around'; readonly at: Pointer }
  /** The schema at a location above the edit loses or gains values by other edits alone. */
  | { readonly kind: 'other-edits'; readonly at: Pointer }
  /** The branch at a location of the base allows the same values. Without it, `shown` would show the edit. */
  | { readonly kind: 'allowed-by-branch'; readonly branch: string; readonly at: Pointer; readonly shown: ShownValue }
  /** The keyword at a location of the base excludes the values. Without it, `shown` would show the edit. */
  | { readonly kind: 'excluded-by'; readonly keyword: string; readonly at: Pointer; readonly shown: ShownValue }
  /** The edit at a location compensates this one. Without the other edit, `shown` would show this one. */
  | { readonly kind: 'compensated'; readonly at: Pointer; readonly shown: ShownValue }
  /** No message has the part: `writeOnly` in a response, `xml` in JSON. */
  | { readonly kind: 'not-sent' }
  /** A value that specdrift can't interpret: an unknown stability level, an unreadable date. */
  | { readonly kind: 'unknown-value'; readonly keyword: string }
  /** OpenAPI ignores the member here. */
  | { readonly kind: 'ignored'; readonly keyword: string }

/** Why an edit was not compared, as data. */
export type NotComparedReason =
  /** No operation uses the component. */
  | { readonly kind: 'unused'; readonly component: Pointer }
  /** A part of the description could not be read. */
  | { readonly kind: 'unread'; readonly message: string }
  /** The comparison states no change, and no proof shows that both versions allow the same values. */
  | { readonly kind: 'unproven' }

/** An edit that belongs to no finding. At least one of the pointers is present. */
export interface LedgerRow {
  readonly base?: Pointer
  readonly revision?: Pointer
  readonly outcome: 'without-effect' | 'not-compared'
  readonly reason: (EffectReason | NotComparedReason)['kind']
  /** The reason as a sentence. */
  readonly because: string
}

/** Every location that differs between two documents: `differences` = `inFindings` + `withoutEffect` + `notCompared`. */
export interface Ledger {
  readonly differences: number
  /** Findings of severity `off` count, too. */
  readonly inFindings: number
  readonly withoutEffect: number
  readonly notCompared: number
  /** The edits without effect and those that were not compared. */
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

/** The reason as a sentence without a full stop. */
export function reasonWords(reason: EffectReason | NotComparedReason): string {
  // The table has one entry for each kind; TypeScript can't relate the entry to the argument.
  return (words[reason.kind] as (reason: EffectReason | NotComparedReason) => string)(reason)
}

/** Every kind of reason. */
// The keys of a table are its own type's; Object.keys only says string.
export const reasonKinds = Object.keys(words) as readonly LedgerRow['reason'][]

/** The error of an edit that belongs to no finding and has no reason. */
export function lostEdit(location: string): { readonly message: string; readonly hint: string } {
  return {
    message: `The comparison lost an edit at ${location}: it is in no finding and has no reason to be left out.`,
    hint: 'This is a defect of specdrift; please report it with both versions of this location. Nothing was judged.',
  }
}
