import { describe } from '../../description/dialects/operations.ts'
import {
  createInspector as createDriftInspector,
  type Inspector,
  type InspectorOptions,
} from '../../drift/checking/inspect.ts'
import type { Document } from '../../model/document.ts'

/** Creates a checker of recorded or live exchanges against a document. No network, no I/O. */
export function createInspector(document: Document, options: InspectorOptions = {}): Inspector {
  return createDriftInspector(describe(document), options)
}
