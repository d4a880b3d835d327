interface Traits {
  readonly isSwagger?: true
  /** Schemas are JSON Schema 2020-12, with `null` as a type; before, they were a subset of draft 4. */
  readonly hasJsonSchema?: true
  /** Allows `null` where `null` is no type. */
  readonly nullKeyword?: 'nullable' | 'x-nullable'
  /** A schema beside a sequential media type is one for its list of items; `allowReserved` counts outside queries. */
  readonly hasSequences?: true
  /** Pointers of the components. */
  readonly schemas: string
  readonly securitySchemes: string
}

const components = { schemas: '/components/schemas', securitySchemes: '/components/securitySchemes' } as const

const table = {
  '2.0': {
    isSwagger: true,
    nullKeyword: 'x-nullable',
    schemas: '/definitions',
    securitySchemes: '/securityDefinitions',
  },
  '3.0': { ...components, nullKeyword: 'nullable' },
  '3.1': { ...components, hasJsonSchema: true },
  '3.2': { ...components, hasJsonSchema: true, hasSequences: true },
} as const

/** Swagger 2.0, OpenAPI 3.0, 3.1 or 3.2. */
export type Dialect = keyof typeof table

/** The versions of the OpenAPI Specification that are read, and what they differ in. */
export const dialects: Readonly<Record<Dialect, Traits>> = table
