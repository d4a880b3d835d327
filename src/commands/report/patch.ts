import { resolve } from 'node:path'
import type { Document } from '../../model/document.ts'
import { toolError } from '../../model/errors.ts'
import type { PatchProposal } from '../../run/report/patch.ts'
import { plural } from '../../util/text.ts'
import { examples } from '../shell/options/examples.ts'
import { destinationsOf, emitAll, type OutputFlags, outputOptions } from '../shell/options/outputs.ts'
import { readSettings } from '../shell/settings.ts'
import { emit, type Registration, type Shell } from '../shell/shell.ts'
import { reportFileOf, withReport } from './report-file.ts'

interface PatchFlags extends OutputFlags {
  readonly only?: readonly string[]
  readonly apply?: boolean
}

const registerPatch: Registration = (program, shell) => {
  const [format, output, json] = outputOptions(['text', 'json', 'diff', 'overlay'])
  withReport(program.command('patch'))
    .summary('suggest edits that make the description match the API')
    .description(
      'Prints edits that make the description match the live API, as text, JSON Patch (RFC 6902), unified diff or OpenAPI Overlay 1.0. With --apply, applies them to a copy.',
    )
    .option(
      '--only <id>',
      'use only findings of this rule, check or fingerprint, or its first digits (repeatable)',
      (id, all: string[] = []) => [...all, id],
    )
    .addOption(format)
    .addOption(output)
    .addOption(json)
    .option('--apply', 'write a validated, patched copy to --output, keeping comments and key order')
    .addHelpText(
      'after',
      examples(
        'specdrift patch shop',
        'specdrift patch reports/shop/report.json --only null-conformance --format json',
        'specdrift patch shop --apply --output openapi.yaml',
      ),
    )
    .action((report: string | undefined, flags: PatchFlags) => patch(shell, report, flags))
}
export default registerPatch

async function patch(shell: Shell, given: string | undefined, flags: PatchFlags): Promise<void> {
  const copy = flags.apply ? (flags.output ?? '') : undefined
  if (copy === '') throw toolError('USAGE', ['--apply needs --output: the description itself is never edited.'])
  const { output: _, ...formats } = flags
  const destinations = destinationsOf(copy === undefined ? flags : formats)
  const config = await readSettings(shell)
  const [{ applyProposal, describedBy, proposePatch }, { readReport }] = await Promise.all([
    import('../../run/report/patch.ts'),
    import('../../run/report/read-report.ts'),
  ])
  const file = await reportFileOf(shell, given, { config })
  const around = { cwd: shell.cwd, specsDir: config.specsDir }
  const report = await readReport(file, shell.cwd)
  const document = await describedBy(report, around)
  const proposal = proposePatch(report, document, flags.only ?? [])
  if (copy !== undefined) {
    await requireCopy(copy, document, report.api, around)
    await emit(shell, await applyProposal(document, proposal), copy)
  }
  await emitAll(shell, destinations, (format) => rendered(format, document, proposal))
}

/** Throws unless the target is a copy: snapshots are immutable, and their source must not be edited unasked. */
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
    throw toolError('USAGE', [`--output ${copy} is the description itself or a snapshot: choose another file.`])
}

async function rendered(format: string, document: Document, proposal: PatchProposal): Promise<string> {
  if (format === 'json') return `${JSON.stringify(proposal.operations, null, 2)}\n`
  if (format === 'overlay') {
    const { overlayOf, overlayText } = await import('../../run/report/overlay.ts')
    return overlayText(overlayOf(document, proposal))
  }
  if (format !== 'diff') return textOf(document, proposal)
  const { diffOf } = await import('../../run/report/patch.ts')
  return diffOf(document, proposal)
}

async function textOf(document: Document, { operations, taken, left }: PatchProposal): Promise<string> {
  const { brief, locationOf, printable } = await import('../../report/labels.ts')
  const head = `${plural(operations.length, 'edit')} of ${document.file} by ${plural(taken.length, 'finding')}`
  const blocks = taken.map(({ ruleId, fingerprint, site, message, patch: own = [] }) => [
    `${fingerprint}  ${ruleId}  ${locationOf(site)}`,
    `    ${message}`,
    ...own.map(({ op, path, value }) => `    ${op.padEnd(7)}  ${path}${op === 'remove' ? '' : `  ${brief(value)}`}`),
  ])
  const rest = left.map(({ finding, because }) => [`left out  ${finding.fingerprint}  ${finding.ruleId}: ${because}`])
  return `${[[head], ...blocks, ...rest].map((lines) => lines.map(printable).join('\n')).join('\n\n')}\n`
}
