import { flawsOf, operationsOf } from '../../description/dialects/operations.ts'
import { unreadReferences } from '../../description/references/unread.ts'
import { lifecycleFlaws } from '../../description/validation/lifecycle-flaws.ts'
import type { Document, Flaw } from '../../model/document.ts'
import type { NotChecked } from '../../model/observation.ts'
import type { DocumentInput, Subject } from '../../model/report.ts'
import { schemaReaderOf } from '../../schema/normal-form/normalize.ts'
import { byText } from '../../util/text.ts'

/** What a report says of a document. */
export function inputOf({ name, file, version, dialect, sha256 }: Document): DocumentInput {
  return { name, file, version, dialect, sha256 }
}

/** What of a description could not be used, as rows of a report. */
export function flawRows(document: Document): NotChecked[] {
  return rowsOf(document, flawsOf(document))
}

/** The same after a comparison, which also checks announced sunsets, stability levels and the schemas that differ. */
export function comparedRows(document: Document): NotChecked[] {
  return rowsOf(document, [
    ...flawsOf(document),
    ...lifecycleFlaws(document),
    ...schemaReaderOf(document).flaws.values(),
  ])
}

function rowsOf(document: Document, flaws: readonly Flaw[]): NotChecked[] {
  const hidden = new Map(unreadReferences(document).map(({ pointer, hides }) => [pointer, hides]))
  return flaws.map(({ pointer, message }) => {
    const keys = [...new Set((hidden.get(pointer) ?? []).map(({ operation }) => operation))].sort(byText)
    const hides =
      keys.length === 0
        ? ''
        : `; what it leads to is not checked in ${keys.join(', ').replaceAll('* ', 'every operation of ')}`
    return { what: `${document.name}#${pointer}`, because: `${message}${hides}` }
  })
}

/** Both sides may have one name, and then the same flaw is one row. */
export function distinct(rows: readonly NotChecked[]): NotChecked[] {
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()]
}

/** Subjects with the tags that the first of the documents which names some for the operation does. */
export function withTags(subjects: readonly Subject[], ...documents: readonly Document[]): readonly Subject[] {
  const tags = new Map(
    documents
      .toReversed()
      .flatMap(operationsOf)
      .map((operation) => [operation.key, operation.tags] as const),
  )
  return subjects.map((subject) => {
    const own = tags.get(subject.operation) ?? []
    return own.length === 0 ? subject : { ...subject, tags: own }
  })
}
