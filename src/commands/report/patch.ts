import { extname, resolve } from 'node:path'
import { Option } from 'commander'
import type { Document } from '../../model/document.ts'
import { toolError } from '../../model/errors.ts'
import type { PatchProposal } from '../../run/report/patch.ts'
import { plural } from '../../util/text.ts'
import { examples } from '../shell/examples.ts'
import { outputOption } from '../shell/options.ts'
import { pickApi, readSettings } from '../shell/settings.ts'
import { emit, type Registration, type Shell } from '../shell/shell.ts'

interface PatchFlags {
  readonly format: 'text' | 'json'
  readonly only?: readonly string[]
  readonly apply?: boolean
  readonly output?: string
}

/** `specdrift patch <report.json|api>`: edits that would make the description tell the truth. */
const registerPatch: Registration = (program, shell) => {
  program
    .command('patch')
    .summary('propose edits of the description by what the live API does')
    .description('Prints the JSON Patch that would make the description tell the truth, or applies it to a copy.')
    .argument('<report>', 'a report.json, or an API: then its last report')
    .option(
      '--only <id>',
      'only findings of this fingerprint, rule or check (repeatable)',
      (id, all: string[] = []) => [...all, id],
    )
    .addOption(new Option('--format <format>', 'json: an RFC 6902 patch').choices(['text', 'json']).default('text'))
    .addOption(outputOption())
    .option(
      '--apply',
      'write a patched copy to --output, which keeps comments and order and is validated; never a snapshot',
    )
    .addHelpText(
      'after',
      examples(
        'specdrift patch shop',
        'specdrift patch reports/shop/report.json --only null-conformance --format json',
        'specdrift patch shop --apply --output openapi.yaml',
      ),
    )
    .action((report: string, flags: PatchFlags) => patch(shell, report, flags))
}
export default registerPatch

async function patch(shell: Shell, name: string, flags: PatchFlags): Promise<void> {
  const copy = flags.apply ? (flags.output ?? '') : undefined
  if (copy === '') throw toolError('USAGE', ['--apply needs --output: the description itself is never edited.'])
  const config = await readSettings(shell)
  const [{ applyProposal, describedBy, proposePatch }, { readReport }] = await Promise.all([
    import('../../run/report/patch.ts'),
    import('../../run/report/read-report.ts'),
  ])
  const file = extname(name) === '.json' ? name : `${config.reportsDir}/${pickApi(config, name).name}/report.json`
  const around = { cwd: shell.cwd, specsDir: config.specsDir }
  const report = await readReport(file, shell.cwd)
  const document = await describedBy(report, around)
  const proposal = proposePatch(report, document, flags.only ?? [])
  if (copy !== undefined) {
    await requireCopy(copy, document, report.api, around)
    await emit(shell, await applyProposal(document, proposal), copy)
  }
  const text =
    flags.format === 'json' ? `${JSON.stringify(proposal.operations, null, 2)}\n` : await told(document, proposal)
  await emit(shell, text, copy === undefined ? flags.output : undefined)
}

/** A snapshot is never edited, nor what it was captured from behind the user's back. */
async function requireCopy(
  copy: string,
  document: Document,
  api: string | undefined,
  { cwd, specsDir }: { readonly cwd: string; readonly specsDir: string },
): Promise<void> {
  const { listSnapshots } = await import('../../description/snapshots/store.ts')
  const snapshots = api === undefined ? [] : await listSnapshots(specsDir, api, cwd).catch(() => [])
  const kept = [resolve(cwd, document.file), ...snapshots.map(({ api: of, file }) => resolve(cwd, specsDir, of, file))]
  if (kept.includes(resolve(cwd, copy)))
    throw toolError('USAGE', [
      `--output ${copy} is the description itself or a snapshot: name a copy, then capture that.`,
    ])
}

async function told(document: Document, { operations, taken, left }: PatchProposal): Promise<string> {
  const { brief, placeOf, printable } = await import('../../report/labels.ts')
  const head = `${plural(operations.length, 'edit')} of ${document.file} by ${plural(taken.length, 'finding')}`
  const blocks = taken.map(({ ruleId, fingerprint, site, message, patch: own = [] }) => [
    `${fingerprint}  ${ruleId}  ${placeOf(site)}`,
    `    ${message}`,
    ...own.map(({ op, path, value }) => `    ${op.padEnd(7)}  ${path}${op === 'remove' ? '' : `  ${brief(value)}`}`),
  ])
  const rest = left.map(({ finding, because }) => [`left out  ${finding.fingerprint}  ${finding.ruleId}: ${because}`])
  return `${[[head], ...blocks, ...rest].map((lines) => lines.map(printable).join('\n')).join('\n\n')}\n`
}
