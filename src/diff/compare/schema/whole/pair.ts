import type { ListForms, SchemaStep, Use } from '../../../../model/diff/change.ts'
import type { Located } from '../../../../model/document.ts'
import type { Conjunction, Polarity } from '../../../../schema/normal-form/normal.ts'
import type { Scope } from '../unit.ts'
import type { Way } from './whole.ts'

/** A step down from one pair of schemas to another. */
export interface Edge {
  readonly unit: Unit
  readonly step: SchemaStep
  readonly polarity: Polarity
  readonly scope: Scope
}

/** The schema of a part of an operation. */
export interface Root {
  readonly use: Use
  readonly before: Located | undefined
  readonly after: Located | undefined
}

/** A pair of schemas, as far as climbing needs it. */
export interface Unit {
  readonly id: number
  readonly text: ListForms | undefined
  readonly before: Conjunction
  readonly after: Conjunction
  /** It offers choices or sets conditions on either side. */
  hasChoices: boolean
  /** Keywords of its own are edited, beside those of its branches. */
  isEdited: boolean
  /** Its branches are edited as well as what is beside them: what one lost the other may have got. */
  isMixed: boolean
  /** The directions in which an operation reaches it. */
  readonly ways: Record<Way, boolean>
  readonly parents: readonly Edge[]
  readonly roots: readonly Root[]
}
