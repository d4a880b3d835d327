import { join, resolve } from 'node:path'
import type { Config } from '../../config/schema.ts'
import type { Document } from '../../model/document.ts'
import type { TerminalView } from '../../model/report/view.ts'
import type { Report } from '../../model/report.ts'
import { type Destination, emitAll } from './options/outputs.ts'
import type { Rendered, Shell } from './shell.ts'

/** Outputs of a report, which are rewritten with the second opinion. */
export interface Written {
  readonly destinations: readonly Destination[]
  readonly render: (report: Report, format: string, view: TerminalView) => Rendered | Promise<Rendered>
  /** Rewrites the report files of a run. */
  readonly rewrite?: (report: Report) => Promise<unknown>
  /** Whether to store the opinion next to the history. */
  readonly kept?: boolean
}

/** Prints the second opinion of an API with `crossCheck: true` and adds it to files. A failure prints a single line. */
export async function addSecondOpinion(shell: Shell, config: Config, report: Report, written: Written): Promise<void> {
  const { api = '', inputs, shard, couldNotCheck } = report
  const pair = inputs.base && inputs.revision && ([inputs.base, inputs.revision] as const)
  // Only snapshots can be reloaded.
  if (inputs.published !== undefined || pair === undefined || shard !== undefined || couldNotCheck !== undefined) return
  try {
    const { askOpenapiDiff, opinionFile, withOpinion } = await import('../../run/contract/second-opinion.ts')
    const { loadDocument } = await import('../../description/reading/load.ts')
    const { cwd } = shell
    const [base, revision] = await Promise.all(
      pair.map(({ name }) => loadDocument(name, { cwd, specsDir: config.specsDir })),
    )
    if (!isSame(base, pair[0].sha256) || !isSame(revision, pair[1].sha256)) return
    const keptIn = written.kept === true && { keptIn: opinionFile(resolve(cwd, config.historyDir), api) }
    const opinion = await untilStopped(shell, (signal) =>
      askOpenapiDiff(base, revision, { ...keptIn, signal, ...packageOf(shell) }),
    )
    const { report: whole, lines } = withOpinion(report, opinion)
    const isPrinted = written.destinations.some(({ format, file }) => format === 'text' && file === '-')
    const text = lines.map((line) => `${line}\n`).join('')
    if (isPrinted) shell.print(text)
    else shell.note(text)
    const files = written.destinations.filter(({ file }) => file !== '-')
    const quiet = { ...shell, note: () => {} }
    await emitAll(quiet, files, (format, view) => written.render(whole, format, view), api)
    await written.rewrite?.(whole)
  } catch (error) {
    const because = error instanceof Error ? error.message : String(error)
    shell.note(`note: the cross-check failed: ${because}\n`)
  }
}

/** Returns where to resolve the package. With `--no-config-code`, only specdrift's own copy is used, not one of the working directory. */
export function packageOf({ cwd, globals }: Shell): { readonly from?: readonly string[] } {
  return globals().configCode ? { from: [join(cwd, 'package.json'), import.meta.url] } : {}
}

function isSame(document: Document | undefined, sha256: string): document is Document {
  return document?.sha256 === sha256
}

/** Runs the cross-check. A signal stops waiting for it, but doesn't change the exit code of the run. */
async function untilStopped<T>(shell: Shell, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const forget = shell.signals?.on(() => controller.abort())
  const say = (): void => shell.note('waiting for openapi-diff, at most 30 s; Ctrl-C skips it\n')
  // Explain the delay to a user at a terminal.
  const timer = shell.stdin.isTTY === true ? setTimeout(say, 1000) : undefined
  try {
    return await ask(controller.signal)
  } finally {
    clearTimeout(timer)
    forget?.()
  }
}
