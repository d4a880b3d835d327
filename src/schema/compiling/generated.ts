import type { Flaw } from '../../model/document.ts'
import type { Json, Pointer } from '../../model/json.ts'
import type { Marks } from '../../model/mark.ts'

/** Which way the values of a compiled schema travel. */
export type Way = 'request' | 'response'

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
  /** It, or what leads to it, is marked `x-assumed: true`. */
  readonly assumed: boolean
  /** Only these of its keywords are. */
  readonly marks?: Marks
  /** What a violation is called when it is not called by its keyword. */
  readonly says?: 'false' | 'writeOnly' | 'discriminator' | 'x-extensible-enum'
}

/** What a schema inherits from the place it is used at. Part of a component's identity, but for `inPlace`. */
export interface Scope {
  readonly assumed: boolean
  /** Properties that do not exist this way, declared by another schema that applies to the same value. */
  readonly hidden: ReadonlySet<string>
  /** An alternative extends this schema through `allOf`: its discriminator is not followed again. */
  readonly plain: boolean
  /** Applies to the value of the component itself, not to a part of it. */
  readonly inPlace: boolean
}

/** How a schema is read where its author may have meant another thing. */
export interface Reading {
  /** Lists of values that are open to others are taken for all there are. */
  readonly closed?: boolean
  /** A value may match several branches of a `oneOf`, unless it plainly means "one and no other" (`exclusive.ts`). */
  readonly union?: boolean
}

/** A `$ref` that applies to the same value as the schema it stands in. */
export interface Edge {
  readonly schema: Generated
  readonly to: Component
}

/** A keyword that turns wrong, not just weaker, when something inside it is left out. */
export interface Sensitive {
  readonly schema: Generated
  readonly keyword: 'not' | 'if' | 'oneOf' | 'contains'
  readonly pointer: Pointer
  /** Something directly inside was left out. */
  readonly lossy: boolean
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
  /** What it says in the words of another dialect, or ambiguously: honoured. */
  readonly mislabelled: Set<string>
  readonly needs: Needs
  /** It lists values that others may join. */
  isUnaccepted: boolean
  /** A `oneOf` in it is read as a union. */
  isUnited: boolean
}

/** What ajv must do for a component and leaves undone otherwise, because it costs time everywhere. */
export interface Needs {
  /** Ask for own properties: one is named that every object inherits, such as `constructor`. */
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
