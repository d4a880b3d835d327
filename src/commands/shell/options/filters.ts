import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Report } from '../../../model/report.ts'
import { operationsOf, type WantedFindings } from '../../../report/filter/filter.ts'
import { meant, plural } from '../../../util/text.ts'
import { choiceOption } from './choices.ts'

/** Flags that filter printed findings. They never change verdict or exit code. */
export interface FilterFlags {
  readonly minSeverity?: 'error' | 'warning' | 'info'
  readonly only?: readonly string[]
  readonly exclude?: readonly string[]
  readonly operation?: readonly string[]
}

/** Adds `--min-severity`, `--only`, `--exclude` and `--operation`. */
export function withFilters(command: Command): Command {
  return command
    .addOption(
      choiceOption('--min-severity <severity>', 'show only findings of at least this severity', [
        'error',
        'warning',
        'info',
      ]),
    )
    .addOption(idOption('--only <id>', 'show only this rule, check or fingerprint, or its first digits (repeatable)'))
    .addOption(idOption('--exclude <id>', 'hide this rule, check or fingerprint (repeatable)'))
    .addOption(
      new Option(
        '--operation <glob>',
        'show only these operations: "GET /loans/{id}", "/loans/**" (repeatable)',
      ).argParser(collect),
    )
}

function idOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser(collect)
}

function collect(text: string, previous: readonly string[] = []): readonly string[] {
  const parts = [text.trim()]
  if (parts[0] === '') throw new InvalidArgumentError('It must not be empty.')
  return [...previous, ...parts]
}

/** Converts flags to a filter. Throws USAGE for an unknown id. */
export async function wantedBy({ minSeverity, only, exclude, operation }: FilterFlags): Promise<WantedFindings> {
  if (only !== undefined || exclude !== undefined) await requireKnown([...(only ?? []), ...(exclude ?? [])])
  return { minSeverity, only, exclude, operations: operation }
}

async function requireKnown(ids: readonly string[]): Promise<void> {
  const [{ ids: known }, { expectationFailed }, { toolError }] = await Promise.all([
    import('../../../run/catalogue.ts'),
    import('../../../model/finding.ts'),
    import('../../../model/errors.ts'),
  ])
  const all = [...known, expectationFailed]
  const unknownId = ids.find((id) => !isFingerprint(id) && !all.includes(id))
  if (unknownId !== undefined)
    throw toolError('USAGE', [`There is no rule or check ${unknownId}${meant(unknownId, all)}.`])
}

/** Throws USAGE like `wantedBy`, and if a glob matches no operation of the report. */
export async function filtered(report: Report, flags: FilterFlags): Promise<Report> {
  const wanted = await wantedBy(flags)
  if (Object.values(wanted).every((each) => each === undefined)) return report
  const changed = [...report.findings, ...(report.changelog ?? []).flatMap(({ findings }) => findings)]
  const operations = [...report.subjects.map(({ operation }) => operation), ...changed.flatMap(operationsOf)]
  await requireMatches(flags.operation ?? [], operations)
  const { filterReport, isCalled } = await import('../../../report/filter/filter.ts')
  const unknown = flags.only?.find((id) => isFingerprint(id) && !changed.some((finding) => isCalled(finding, id)))
  if (unknown !== undefined) {
    const { toolError } = await import('../../../model/errors.ts')
    throw toolError('USAGE', [`No finding has the fingerprint ${unknown}.`])
  }
  return filterReport(report, wanted)
}

/** Returns true if an id is a fingerprint, or a prefix of one with at least four digits. */
function isFingerprint(id: string): boolean {
  return /^[0-9a-f]{4,16}$/.test(id)
}

/** Throws USAGE for a glob that matches no operation, because an empty result would look clean. */
export async function requireMatches(globs: readonly string[], operations: readonly string[]): Promise<void> {
  if (globs.length === 0) return
  const [{ operationMatcher }, { toolError }] = await Promise.all([
    import('../../../report/filter/filter.ts'),
    import('../../../model/errors.ts'),
  ])
  const names = new Set(operations)
  const unmatched = globs.find((glob) => ![...names].some(operationMatcher([glob])))
  if (unmatched === undefined) return
  const paths = [...names].map((name) => name.slice(name.indexOf(' ') + 1))
  const suggestion = meant(unmatched, unmatched.startsWith('/') ? paths : names)
  throw toolError('USAGE', [
    `--operation ${unmatched} matches none of ${plural(names.size, 'operation')}${suggestion}.`,
  ])
}
