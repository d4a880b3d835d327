import type { Flaw } from '../../model/document.ts'
import type { Json, Pointer } from '../../model/json.ts'
import type { Marks } from '../../model/mark.ts'

/**
 * Input for ajv: JSON Schema 2020-12, known keywords only, `$ref`s to component ids. Plain data; `Origin`s are looked up by
 * object identity. Mutated only during building.
 */
export interface Generated {
  [keyword: string]: Json
}

export interface Origin {
  /** Location of the schema object in the description. */
  readonly pointer: Pointer
  /** The schema, or the reference to it, is marked `x-assumed: true`. */
  readonly assumed: boolean
  /** If set, only these keywords of the schema are assumed. */
  readonly marks?: Marks
  /** Keyword to report in violations if it differs from the generated one. */
  readonly label?: 'false' | 'writeOnly' | 'discriminator' | 'x-extensible-enum'
}

/** Context that a schema inherits from the place that uses it. Part of a component's identity, except for `inPlace`. */
export interface Scope {
  readonly assumed: boolean
  /** Properties that don't exist in this direction, declared by another schema for the same value. */
  readonly hidden: ReadonlySet<string>
  /** The schema is the `allOf` base of one of its own alternatives, so its discriminator must not be followed again. */
  readonly plain: boolean
  /** The schema applies to the component's value itself, not to a child value. */
  readonly inPlace: boolean
}

/** How to read a schema that can be understood in two ways. */
export interface Reading {
  /** Treat open lists of values as complete. */
  readonly closed?: boolean
  /** Let a value match several branches of a `oneOf`, unless it is meant to be exclusive (`exclusive.ts`). */
  readonly union?: boolean
}

/** A `$ref` that applies to the same value as the schema that contains it. */
export interface Edge {
  readonly schema: Generated
  readonly to: Component
}

/**
 * The parts dropped from a schema: `unchecked` if one can't be checked, `hidden` if only `required` names of properties that
 * don't exist in this direction (which loses no constraint), or `none`.
 */
export type Loss = 'unchecked' | 'hidden' | 'none'

/** A keyword that rejects valid values if a part of it is dropped. */
export interface Sensitive {
  readonly schema: Generated
  readonly keyword: 'not' | 'if' | 'oneOf' | 'contains'
  readonly pointer: Pointer
  /** The parts dropped directly inside it. */
  readonly loss: Loss
  readonly refs: readonly Component[]
}

/** A separate ajv schema: the root of a body or the target of a `$ref`. */
export interface Component {
  readonly id: string
  readonly pointer: Pointer
  schema: Generated
  readonly refs: Component[]
  readonly edges: Edge[]
  readonly sensitive: Sensitive[]
  readonly flaws: Flaw[]
  /** Keywords of another dialect, or ambiguous ones, that are applied anyway. */
  readonly mislabelled: Set<string>
  readonly needs: Needs
  hasOpenList: boolean
  /** A `oneOf` of the component is treated as a union. */
  isUnited: boolean
  /** Number of `required` lists shortened by properties that don't exist in this direction. */
  hides: number
}

/** ajv options that a component needs; off by default because they slow down every validation. */
export interface Needs {
  /** Check own properties only: a property has the name of an inherited one, such as `constructor`. */
  ownProperties: boolean
  /** Track evaluated properties and items for `unevaluatedProperties` and `unevaluatedItems`. */
  unevaluated: boolean
}

/** Returns the component followed by everything it refers to. */
export function reachable(component: Component): readonly Component[] {
  const found = new Set([component])
  for (const one of found) for (const ref of one.refs) found.add(ref)
  return [...found]
}
