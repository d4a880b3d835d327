import { flawsOf, operationsOf } from '../../description/dialects/operations.ts'
import { unreadReferences } from '../../description/references/unread.ts'
import { lifecycleFlaws } from '../../description/validation/lifecycle-flaws.ts'
import type { Document, Flaw } from '../../model/document.ts'
import type { NotChecked } from '../../model/observation.ts'
import type { DocumentInput, Subject } from '../../model/report.ts'
import { schemaReaderOf } from '../../schema/normal-form/normalize.ts'
import { byText } from '../../util/text.ts'

export function inputOf({ name, file, version, dialect, sha256 }: Document): DocumentInput {
  return { name, file, version, dialect, sha256 }
}

/** Returns rows for unusable parts of a description. */
export function flawRows(document: Document): NotChecked[] {
  return rowsOf(document, flawsOf(document))
}

/** Like `flawRows` after a comparison, which also checks sunsets, stability levels and differing schemas. */
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

/** Merges equal rows, because both sides may have the same name and flaw. */
export function distinct(rows: readonly NotChecked[]): NotChecked[] {
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()]
}

/** Adds tags to the subjects. */
export function withTags(subjects: readonly Subject[], document: Document): readonly Subject[] {
  const operations = new Map(operationsOf(document).map((operation) => [operation.key, operation]))
  return subjects.map((subject) => ({ ...subject, tags: listed(operations.get(subject.operation)?.tags) }))
}

export function listed(tags: readonly string[] = []): readonly string[] | undefined {
  return tags.length === 0 ? undefined : tags
}
