import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { BaselineEntry } from '../baseline/match.ts'
import { toolError } from '../model/errors.ts'
import { isObject, own, ownArray, ownString } from '../util/json.ts'
import { didYouMean } from '../util/text.ts'
import { pickApi, readSettings } from './settings.ts'
import type { Registration, Shell } from './shell.ts'

interface AcceptFlags {
  readonly reason: string
  readonly owner: string
  readonly expires?: string
  readonly report?: string
}

/** `specdrift baseline accept|list`: the findings that are accepted, by whom and why. */
const registerBaseline: Registration = (program, shell) => {
  const baseline = program.command('baseline').summary('accept findings, or list what is accepted')
  baseline
    .command('accept')
    .description('Accepts a finding of the last report: it is shown, but no longer fails a run.')
    .argument('<api>')
    .argument('<fingerprint>', 'the id printed with the finding')
    .requiredOption('--reason <text>', 'why it is accepted')
    .requiredOption('--owner <who>', 'who answers for it')
    .option('--expires <day>', 'last day it is accepted on, YYYY-MM-DD')
    .option(
      '--report <file>',
      'JSON report that holds it (of diff: --json -o <file>), reports/<api>/report.json by default',
    )
    .action((api: string, fingerprint: string, flags: AcceptFlags) => accept(shell, api, fingerprint, flags))
  baseline
    .command('list')
    .description('Lists the accepted findings.')
    .argument('[api]', 'the API, when there are several')
    .action((api: string | undefined) => list(shell, api))
}
export default registerBaseline

async function accept(shell: Shell, name: string, fingerprint: string, flags: AcceptFlags): Promise<void> {
  const config = await readSettings(shell)
  const api = pickApi(config, name).name
  const { baselineFile, problemOf, readBaseline, withEntry } = await import('../baseline/store.ts')
  const { writeWhole } = await import('../report/write.ts')
  const { reason, owner, expires } = flags
  const report = flags.report ?? `${config.reportsDir}/${api}/report.json`
  const ruleId = await ruleOf(resolve(shell.cwd, report), report, fingerprint)
  const entry: BaselineEntry = { fingerprint, ruleId, reason, owner, ...(expires !== undefined && { expires }) }
  const problem = problemOf(entry)
  if (problem !== undefined) throw toolError('USAGE', [`The entry ${problem}.`])
  const file = baselineFile(resolve(shell.cwd, config.specsDir), api)
  await writeWhole(file, withEntry(await readBaseline(file), entry))
  shell.print(`accepted ${ruleId} ${fingerprint}${expires === undefined ? '' : ` until ${expires}`}\n`)
}

/** The rule of a finding in a report. A finding nobody has seen cannot be accepted: it may be a slip. */
async function ruleOf(path: string, file: string, fingerprint: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((cause) => {
    throw toolError('FILE_NOT_FOUND', [`${file} (the report of the last monitor run)`], cause)
  })
  const report: unknown = parse(text, file)
  const findings = isObject(report) ? ownArray(report, 'findings') : []
  const found = findings.find((finding) => own(finding, 'fingerprint') === fingerprint)
  if (found !== undefined) return ownString(found, 'ruleId')
  const near = didYouMean(
    fingerprint,
    findings.map((finding) => ownString(finding, 'fingerprint')),
  )
  throw toolError('USAGE', [
    `${file} holds no finding ${fingerprint}${near === undefined ? '.' : `, did you mean ${near}?`}`,
  ])
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw toolError('STORE_BROKEN', [file, 'it is not JSON'], cause)
  }
}

async function list(shell: Shell, name: string | undefined): Promise<void> {
  const config = await readSettings(shell)
  const api = pickApi(config, name).name
  const { baselineFile, readBaseline } = await import('../baseline/store.ts')
  const { printable } = await import('../report/words.ts')
  const { entries } = await readBaseline(baselineFile(resolve(shell.cwd, config.specsDir), api))
  if (entries.length === 0) return shell.print(`Nothing of ${api} is accepted.\n`)
  for (const { fingerprint, ruleId = '', reason, owner, expires = 'for good' } of entries) {
    shell.print(`${printable(`${fingerprint}  ${ruleId.padEnd(24)}  ${expires.padEnd(10)}  ${owner}: ${reason}`)}\n`)
  }
}
