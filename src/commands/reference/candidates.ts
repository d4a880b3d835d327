import type { Command, Option } from 'commander'
import type { Config } from '../../config/schema.ts'
import { printable } from '../../report/labels.ts'
import type { Shell } from '../shell/shell.ts'

/** A completion. */
export interface Candidate {
  readonly word: string
  /** Description; may be empty. */
  readonly meaning: string
}

/** Returns completions of the last word. Empty if it is a file, which the shell completes. */
export async function candidatesFor(
  program: Command,
  environment: Shell,
  words: readonly string[],
): Promise<readonly Candidate[]> {
  const last = words.at(-1) ?? ''
  const shell = withConfig(environment, words)
  const { command, waiting, given } = readWords(program, words.slice(0, -1))
  const [, name, value] = /^(--[\w-]+)=(.*)$/.exec(last) ?? []
  if (name !== undefined && value !== undefined) {
    const candidates = await valuesOf(optionOf(command, name), shell, given)
    return fitting(candidates, value).map((each) => ({ ...each, word: `${name}=${each.word}` }))
  }
  if (waiting !== undefined) return fitting(await valuesOf(waiting, shell, given), last)
  if (last.startsWith('-')) return fitting(optionsOf(command), last)
  if (command.commands.length > 0) return given.length > 0 ? [] : fitting(commandsOf(command), last)
  return fitting(await argumentsOf(command, shell, given), last)
}

/** Applies `--config` of the command line being completed. */
function withConfig(shell: Shell, words: readonly string[]): Shell {
  const at = words.findLastIndex((word, index) => word === '--config' && index < words.length - 2)
  const glued = words.slice(0, -1).findLast((word) => word.startsWith('--config='))
  const config = at === -1 ? glued?.slice('--config='.length) : words[at + 1]
  return config === undefined ? shell : { ...shell, globals: () => ({ ...shell.globals(), config }) }
}

interface Reading {
  readonly command: Command
  /** Option that expects a value next. */
  readonly waiting: Option | undefined
  readonly given: readonly string[]
}

/** Finds the command that the words refer to, skipping options and their values. */
function readWords(program: Command, words: readonly string[]): Reading {
  let command = program
  let waiting: Option | undefined
  const given: string[] = []
  for (const word of words) {
    if (waiting !== undefined) waiting = undefined
    else if (word.startsWith('-')) waiting = word.includes('=') ? undefined : valued(optionOf(command, word))
    else {
      const next = command.commands.find((each) => each.name() === word)
      if (next === undefined) given.push(word)
      else command = next
    }
  }
  return { command, waiting, given }
}

function valued(option: Option | undefined): Option | undefined {
  return option?.required === true ? option : undefined
}

/** Finds an option of the command or of the program. */
function optionOf(command: Command, name: string): Option | undefined {
  const options = [...command.options, ...(command.parent?.options ?? [])]
  return options.find(({ long, short }) => long === name || short === name)
}

function optionsOf(command: Command): Candidate[] {
  const options = [...command.options, ...(command.parent?.options ?? [])].filter(({ hidden }) => !hidden)
  const help = { word: '--help', meaning: 'print help' }
  return [...options.map(({ long, flags, description }) => ({ word: long ?? flags, meaning: description })), help]
}

function commandsOf(command: Command): Candidate[] {
  const visible = command.createHelp().visibleCommands(command)
  return visible.map((each) => ({ word: each.name(), meaning: each.summary() || each.description() }))
}

async function valuesOf(
  option: Option | undefined,
  shell: Shell,
  given: readonly string[],
): Promise<readonly Candidate[]> {
  if (option?.argChoices !== undefined) return plain(option.argChoices)
  if (option?.attributeName() !== 'snapshot') return []
  const [only, another] = await apisOf(shell)
  const api = given[0] ?? (another === undefined ? only : undefined)
  return api === undefined ? [] : snapshotsOf(shell, api)
}

async function argumentsOf(command: Command, shell: Shell, given: readonly string[]): Promise<readonly Candidate[]> {
  const { registeredArguments } = command
  const last = registeredArguments.at(-1)
  const argument = registeredArguments[given.length] ?? (last?.variadic === true ? last : undefined)
  if (argument?.argChoices !== undefined) return plain(argument.argChoices)
  switch (argument?.name()) {
    case 'api':
      return plain(await apisOf(shell))
    case 'base':
    case 'revision':
      return addressesOf(shell)
    case 'fingerprint':
    case 'fingerprints':
      return findingsOf(shell, given[0] ?? '')
    case 'report':
      return plain(await apisOf(shell))
    case 'snapshot':
      return addressesOf(shell)
    case 'id':
      return command.name() === 'rules' ? rulesOf() : []
    default:
      return []
  }
}

/** Returns the snapshot addresses of all APIs: `shop@latest`, `shop@v2` … */
async function addressesOf(shell: Shell): Promise<Candidate[]> {
  const lists = await Promise.all(
    (await apisOf(shell)).map(async (api) => {
      const snapshots = await snapshotsOf(shell, api)
      const relative = snapshots.length === 0 ? [] : plain(['latest', 'previous'])
      return [...relative, ...snapshots].map(({ word, meaning }) => ({ word: `${api}@${word}`, meaning }))
    }),
  )
  return lists.flat()
}

/** Returns the findings of the last report. */
async function findingsOf(shell: Shell, api: string): Promise<Candidate[]> {
  const { readReport } = await import('../../run/report/read-report.ts')
  const { reportsDir = 'reports' } = (await configOf(shell)) ?? {}
  const report = await readReport(`${reportsDir}/${api}/report.json`, shell.cwd).catch(unknown)
  return (report?.findings ?? []).map(({ fingerprint, ruleId, message }) => ({
    word: fingerprint,
    meaning: `${ruleId}: ${message}`,
  }))
}

async function rulesOf(): Promise<Candidate[]> {
  const { catalogue } = await import('../../run/catalogue.ts')
  return [...catalogue.rules, ...catalogue.checks].map(({ id, title }) => ({ word: id, meaning: title }))
}

async function apisOf(shell: Shell): Promise<readonly string[]> {
  return Object.keys((await configOf(shell))?.apis ?? {})
}

async function snapshotsOf(shell: Shell, api: string): Promise<readonly Candidate[]> {
  const { listSnapshots } = await import('../../description/snapshots/store.ts')
  const { specsDir = 'specs' } = (await configOf(shell)) ?? {}
  const snapshots = await listSnapshots(specsDir, api, shell.cwd).catch(unknown)
  return (snapshots ?? []).map(({ id, title = '' }) => ({ word: id, meaning: title }))
}

async function configOf(shell: Shell): Promise<Config | undefined> {
  const { loadConfig } = await import('../../config/load.ts')
  // Completion must not execute code of the folder.
  return loadConfig(shell.cwd, shell.globals().config, { code: 'pass over' }).catch(unknown)
}

/** Ignores errors in config or stores, which the command itself reports. */
function unknown(): undefined {}

function plain(words: readonly string[]): Candidate[] {
  return words.map((word) => ({ word, meaning: '' }))
}

function fitting(candidates: readonly Candidate[], start: string): Candidate[] {
  return candidates
    .filter(({ word }) => word.startsWith(start))
    .map(({ word, meaning }) => ({ word: printable(word), meaning: printable(meaning) }))
}
