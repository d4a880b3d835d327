import type { Document } from '../../model/document.ts'
import type { SchemaCompiler } from '../../model/observation.ts'
import { createSchemaCompiler } from '../../schema/compile.ts'
import type { SchemaReader } from '../../schema/normal.ts'
import { schemaReaderOf } from '../../schema/normalize.ts'

/** What requests are made up from, and held against before they are sent. */
export interface Sources {
  readonly document: Document
  readonly reader: SchemaReader
  readonly compiler: SchemaCompiler
}

/** Reads and compiles the schemas of a description. */
export function sourcesOf(document: Document): Sources {
  return { document, reader: schemaReaderOf(document), compiler: createSchemaCompiler(document) }
}
