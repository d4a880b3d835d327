import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Report } from '../../../model/report.ts'
import type { WantedFindings } from '../../../report/filter/filter.ts'
import { choiceOption, meant } from './choices.ts'

/** Flags of every command that prints findings: they say what is shown, never how the command ends. */
export interface FilterFlags {
  readonly minSeverity?: 'error' | 'warning' | 'info'
  readonly only?: readonly string[]
  readonly exclude?: readonly string[]
  readonly operation?: readonly string[]
}

/** `--min-severity`, `--only`, `--exclude` and `--operation`. */
export function withFilters(command: Command): Command {
  return command
    .addOption(
      choiceOption('--min-severity <severity>', 'show findings of at least this severity', [
        'error',
        'warning',
        'info',
      ]),
    )
    .addOption(idOption('--only <id>', 'show only findings of this rule, check or fingerprint (repeatable)'))
    .addOption(idOption('--exclude <id>', 'show no findings of this rule, check or fingerprint (repeatable)'))
    .addOption(
      new Option(
        '--operation <glob>',
        'show only findings that reach these operations: "GET /loans/{id}", "/loans/**" (repeatable)',
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

/** What the flags ask for. Throws USAGE for an id that no rule has. */
export async function wantedBy({ minSeverity, only, exclude, operation }: FilterFlags): Promise<WantedFindings> {
  if (only !== undefined || exclude !== undefined) await requireKnown([...(only ?? []), ...(exclude ?? [])])
  return {
    ...(minSeverity !== undefined && { minSeverity }),
    ...(only !== undefined && { only }),
    ...(exclude !== undefined && { exclude }),
    ...(operation !== undefined && { operations: operation }),
  }
}

async function requireKnown(ids: readonly string[]): Promise<void> {
  const [{ ids: known }, { expectationFailed }, { toolError }] = await Promise.all([
    import('../../../run/catalogue.ts'),
    import('../../../model/finding.ts'),
    import('../../../model/errors.ts'),
  ])
  const all = [...known, expectationFailed]
  const unknownId = ids.find((id) => !/^[0-9a-f]{16}$/.test(id) && !all.includes(id))
  if (unknownId !== undefined)
    throw toolError('USAGE', [`There is no rule or check ${unknownId}${meant(unknownId, all)}.`])
}

/** The report with the findings that the flags ask for. Throws USAGE as `wantedBy` does. */
export async function filtered(report: Report, flags: FilterFlags): Promise<Report> {
  const wanted = await wantedBy(flags)
  if (Object.keys(wanted).length === 0) return report
  const { filterReport } = await import('../../../report/filter/filter.ts')
  return filterReport(report, wanted)
}
