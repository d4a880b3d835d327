import type { Document } from '../../model/document.ts'
import type { SchemaCompiler } from '../../model/observation.ts'
import type { SchemaReader } from '../../schema/normal-form/normal.ts'
import { schemaReaderOf } from '../../schema/normal-form/normalize.ts'
import { createSchemaCompiler } from '../../schema/validation/compile.ts'

/** The document and the schema tools for generating and validating requests. */
export interface Sources {
  readonly document: Document
  readonly reader: SchemaReader
  readonly compiler: SchemaCompiler
}

/** Creates the sources of a document. */
export function sourcesOf(document: Document): Sources {
  return { document, reader: schemaReaderOf(document), compiler: createSchemaCompiler(document) }
}
