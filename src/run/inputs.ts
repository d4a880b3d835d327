import type { Document } from '../model/document.ts'
import type { NotChecked } from '../model/observation.ts'
import type { DocumentInput } from '../model/report.ts'
import { flawsOf } from '../spec/operations.ts'

/** What a report says of a document. */
export function inputOf({ name, file, version, dialect, sha256 }: Document): DocumentInput {
  return { name, file, version, dialect, sha256 }
}

/** What of a description could not be used, as rows of a report. */
export function flawRows(document: Document): NotChecked[] {
  return flawsOf(document).map(({ pointer, message }) => ({
    what: `${document.name}#${pointer}`,
    because: message,
  }))
}

/** Both sides may have one name, and then the same flaw is one row. */
export function distinct(rows: readonly NotChecked[]): NotChecked[] {
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()]
}
