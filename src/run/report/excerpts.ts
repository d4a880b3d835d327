import { excerptsOf } from '../../description/positions/excerpts.ts'
import type { Document } from '../../model/document.ts'
import type { Finding } from '../../model/finding.ts'
import type { Excerpt } from '../../model/report/origin.ts'
import type { Report } from '../../model/report.ts'

/** Adds the source lines of findings to a report, for formats that show them. */
export function withExcerpts(report: Report, documents: readonly Document[]): Report {
  const excerpts = excerptsFor(report.findings, documents)
  return excerpts.length === 0 ? report : { ...report, excerpts }
}

/** Returns the source lines of findings; empty for two versions of one file, where line numbers would be ambiguous. */
export function excerptsFor(findings: readonly Finding[], documents: readonly Document[]): readonly Excerpt[] {
  const names = documents.map(({ file }) => file)
  if (new Set(names).size < names.length) return []
  const positions = findings.flatMap(({ source: { base, revision } }) =>
    [base, revision].filter((position) => position !== undefined),
  )
  return excerptsOf(documents, positions)
}
