import type { Command } from 'commander'
import { loaders } from '../../../report/loaders.ts'
import { expandOption, failOnOption, policyOption } from './options.ts'
import { outputOptions } from './outputs.ts'

/** All report formats, starting with `text`, the default. */
export const reportFormats: readonly string[] = ['text', ...Object.keys(loaders).filter((name) => name !== 'text')]

/** Adds the options of commands that produce a report: output and threshold. */
export function withReportOptions(command: Command, formats = reportFormats): Command {
  const all = [...outputOptions(formats), expandOption(), policyOption(), failOnOption()]
  return all.reduce((to, option) => to.addOption(option), command)
}

/** Adds the options that select the contract for checking traffic. */
export function withContractOptions(command: Command): Command {
  return command
    .option('--api <name>', 'API whose latest snapshot to use (optional if there is only one)')
    .option('--description <address>', 'description to use instead: a path, a URL, git:<rev>:<path> or <api>@<id>')
}
