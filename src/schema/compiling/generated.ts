import type { Flaw } from '../../model/document.ts'
import type { Json, Pointer } from '../../model/json.ts'
import type { Marks } from '../../model/mark.ts'

/**
 * A schema as ajv gets it: JSON Schema 2020-12, known keywords only, `$ref`s to components by id.
 * Plain data with an identity: `Origin`s are kept by it. Written to only while it is built.
 */
export interface Generated {
  [keyword: string]: Json
}

/** Where a generated schema comes from. */
export interface Origin {
  /** Of the schema object in the description. */
  readonly pointer: Pointer
  /** It, or the reference to it, is marked `x-assumed: true`. */
  readonly assumed: boolean
  /** Only these of its keywords are. */
  readonly marks?: Marks
  /** The keyword of a violation, when it is not the one of the schema. */
  readonly label?: 'false' | 'writeOnly' | 'discriminator' | 'x-extensible-enum'
}

/** What a schema inherits from the location of its use. Part of a component's identity, but for `inPlace`. */
export interface Scope {
  readonly assumed: boolean
  /** Properties that do not exist this way, declared by another schema that applies to the same value. */
  readonly hidden: ReadonlySet<string>
  /** An alternative extends this schema through `allOf`: its discriminator is not followed again. */
  readonly plain: boolean
  /** Applies to the value of the component itself, not to a part of it. */
  readonly inPlace: boolean
}

/** How a schema is read where its meaning is ambiguous. */
export interface Reading {
  /** Open lists of values are read as complete. */
  readonly closed?: boolean
  /** A value may match several branches of a `oneOf`, unless it is meant as exclusive (`exclusive.ts`). */
  readonly union?: boolean
}

/** A `$ref` that applies to the same value as the schema it is in. */
export interface Edge {
  readonly schema: Generated
  readonly to: Component
}

/**
 * What was left out of a schema: something that cannot be checked, only `required` names of properties that do not exist this way, of
 * which the contract claims nothing, or nothing.
 */
export type Loss = 'unchecked' | 'hidden' | 'none'

/** A keyword that becomes wrong, not only weaker, when something inside it is left out. */
export interface Sensitive {
  readonly schema: Generated
  readonly keyword: 'not' | 'if' | 'oneOf' | 'contains'
  readonly pointer: Pointer
  /** What was left out directly inside it. */
  readonly loss: Loss
  readonly refs: readonly Component[]
}

/** A schema of its own for ajv: the root of a body, or the target of a `$ref`. */
export interface Component {
  readonly id: string
  readonly pointer: Pointer
  schema: Generated
  readonly refs: Component[]
  readonly edges: Edge[]
  readonly sensitive: Sensitive[]
  readonly flaws: Flaw[]
  /** Keywords of another dialect, or ambiguous ones: honoured. */
  readonly mislabelled: Set<string>
  readonly needs: Needs
  /** It has an open list of values. */
  hasOpenList: boolean
  /** A `oneOf` in it is read as a union. */
  isUnited: boolean
  /** How many lists of required properties were written without those that do not exist this way. */
  hides: number
}

/** Options of ajv that a component needs; off by default, because they cost time everywhere. */
export interface Needs {
  /** Checks own properties: one has a name that every object inherits, such as `constructor`. */
  ownProperties: boolean
  /** Keep track of what was evaluated: for `unevaluatedProperties` and `unevaluatedItems`. */
  unevaluated: boolean
}

/** The component with everything it refers to, itself first. */
export function reachable(component: Component): readonly Component[] {
  const found = new Set([component])
  for (const one of found) for (const ref of one.refs) found.add(ref)
  return [...found]
}
