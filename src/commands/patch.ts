import { extname, resolve } from 'node:path'
import { Option } from 'commander'
import type { Document } from '../model/document.ts'
import { toolError } from '../model/errors.ts'
import type { PatchProposal } from '../run/patch.ts'
import { plural } from '../util/text.ts'
import { outputOption } from './options.ts'
import { pickApi, readSettings } from './settings.ts'
import { emit, type Registration, type Shell } from './shell.ts'

interface PatchFlags {
  readonly format: 'text' | 'json'
  readonly only?: readonly string[]
  readonly apply?: boolean
  readonly out?: string
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
    .option('--apply', 'apply it to the copy of --out, which keeps comments and order and is validated')
    .option('--out <file>', 'the copy; never a snapshot, and never the description itself')
    .action((report: string, flags: PatchFlags) => patch(shell, report, flags))
}
export default registerPatch

async function patch(shell: Shell, name: string, flags: PatchFlags): Promise<void> {
  if ((flags.apply === true) !== (flags.out !== undefined))
    throw toolError('USAGE', ['--apply and --out go together: the description itself is never edited.'])
  const config = await readSettings(shell)
  const [{ applyProposal, describedBy, proposePatch }, { readReport }] = await Promise.all([
    import('../run/patch.ts'),
    import('../run/read-report.ts'),
  ])
  const file = extname(name) === '.json' ? name : `${config.reportsDir}/${pickApi(config, name).name}/report.json`
  const around = { cwd: shell.cwd, specsDir: config.specsDir }
  const report = await readReport(file, shell.cwd)
  const document = await describedBy(report, around)
  const proposal = proposePatch(report, document, flags.only ?? [])
  if (flags.out !== undefined) {
    await requireCopy(flags.out, document, report.api, around)
    await emit(shell, await applyProposal(document, proposal), flags.out)
  }
  const text =
    flags.format === 'json' ? `${JSON.stringify(proposal.operations, null, 2)}\n` : await told(document, proposal)
  await emit(shell, text, flags.output)
}

/** A snapshot is never edited, nor what it was captured from behind the user's back. */
async function requireCopy(
  out: string,
  document: Document,
  api: string | undefined,
  { cwd, specsDir }: { readonly cwd: string; readonly specsDir: string },
): Promise<void> {
  const { listSnapshots } = await import('../spec/store.ts')
  const snapshots = api === undefined ? [] : await listSnapshots(specsDir, api, cwd).catch(() => [])
  const kept = [resolve(cwd, document.file), ...snapshots.map(({ api: of, file }) => resolve(cwd, specsDir, of, file))]
  if (kept.includes(resolve(cwd, out)))
    throw toolError('USAGE', [`--out ${out} is the description itself or a snapshot: name a copy, then capture that.`])
}

async function told(document: Document, { operations, taken, left }: PatchProposal): Promise<string> {
  const { brief, placeOf, printable } = await import('../report/words.ts')
  const head = `${plural(operations.length, 'edit')} of ${document.file} by ${plural(taken.length, 'finding')}`
  const blocks = taken.map(({ ruleId, fingerprint, site, message, patch: own = [] }) => [
    `${fingerprint}  ${ruleId}  ${placeOf(site)}`,
    `    ${message}`,
    ...own.map(({ op, path, value }) => `    ${op.padEnd(7)}  ${path}${op === 'remove' ? '' : `  ${brief(value)}`}`),
  ])
  const rest = left.map(({ finding, because }) => [`left out  ${finding.fingerprint}  ${finding.ruleId}: ${because}`])
  return `${[[head], ...blocks, ...rest].map((lines) => lines.map(printable).join('\n')).join('\n\n')}\n`
}
