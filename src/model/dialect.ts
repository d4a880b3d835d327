interface Traits {
  readonly isSwagger?: true
  /** True if schemas are JSON Schema 2020-12 with `null` as a type. Earlier versions use a subset of draft 4. */
  readonly hasJsonSchema?: true
  /** Keyword that allows `null`, if `null` is not a type. */
  readonly nullKeyword?: 'nullable' | 'x-nullable'
  /** True if the schema of a sequential media type describes the list of items, and `allowReserved` applies outside queries. */
  readonly hasSequences?: true
  /** Pointers to the components. */
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

/** Specification version: Swagger 2.0, OpenAPI 3.0, 3.1 or 3.2. */
export type Dialect = keyof typeof table

/** Supported specification versions with their differences. */
export const dialects: Readonly<Record<Dialect, Traits>> = table
