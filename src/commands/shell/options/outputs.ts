import { Option } from 'commander'
import { toolError } from '../../../model/errors.ts'
import type { TerminalView } from '../../../model/report/view.ts'
import { emit, type Rendered, type Shell } from '../shell.ts'
import { oneOfNames } from './choices.ts'

/** Value of `--format name[=file]`. */
export interface Wanted {
  readonly format: string
  /** `-` for stdout. Absent: the destination of `--output`. */
  readonly file?: string
}

/** Flags of commands that print data. */
export interface OutputFlags {
  readonly format?: readonly Wanted[]
  readonly json?: boolean
  readonly output?: string
}

/** A format with its destination. */
export interface Destination {
  readonly format: string
  /** A path, or `-` for stdout. */
  readonly file: string
}

/** The first format is the default. `old` maps deprecated format names to current ones. */
export function outputOptions(
  formats: readonly string[],
  old: Readonly<Record<string, string>> = {},
): readonly [Option, Option, Option] {
  const [standard = ''] = formats
  const add = (text: string, previous: readonly Wanted[] = []): readonly Wanted[] => {
    const at = text.indexOf('=')
    const name = at === -1 ? text : text.slice(0, at)
    const format = Object.hasOwn(old, name) ? (old[name] ?? name) : oneOfNames(name, formats)
    const file = at === -1 ? undefined : text.slice(at + 1)
    return [...previous, { format, ...(file !== undefined && { file: file === '' ? '-' : file }) }]
  }
  const description = `output format; format=file writes to a file (repeatable, default: ${standard})`
  return [
    new Option('--format <name[=file]>', description).choices(formats).argParser(add),
    new Option('-o, --output <file>', 'write to this file instead of stdout'),
    new Option('--json', 'same as --format json').hideHelp(),
  ]
}

/** Returns the requested outputs, the one for stdout or `--output` first. Throws USAGE if two have the same destination. */
export function destinationsOf({ format = [], json, output }: OutputFlags, standard = 'text'): readonly Destination[] {
  const wanted: readonly Wanted[] = json === true ? [...format, { format: 'json' }] : format
  const plain = wanted.filter(({ file }) => file === undefined)
  const others = wanted.flatMap(({ format: name, file }) => (file === undefined ? [] : [{ format: name, file }]))
  const names = new Set(plain.map((each) => each.format))
  if (names.size > 1)
    throw toolError('USAGE', [
      `Only one format can be written to ${output ?? 'stdout'}, not ${[...names].join(' and ')}: write the others to files, for example --format ${[...names].at(-1)}=<file>.`,
    ])
  const isMainWanted = plain.length > 0 || output !== undefined || others.every(({ file }) => file !== '-')
  const main = { format: plain[0]?.format ?? standard, file: output ?? '-' }
  const all = isMainWanted ? [main, ...others] : others
  const twice = all.find(({ file }, index) => all.findIndex((each) => each.file === file) !== index)
  if (twice !== undefined)
    throw toolError('USAGE', [
      `Two formats can't be written to the same destination: ${twice.file === '-' ? 'stdout' : twice.file}.`,
    ])
  return all
}

/** Formats that remain readable when documents are concatenated. */
const joinable = new Set(['text', 'markdown', 'github', 'one-line'])

/** Throws USAGE if outputs of APIs would be overwritten or concatenated to unparsable text. `{api}` in a path is the API's name. */
export function requireApart(destinations: readonly Destination[], apis: number): void {
  if (apis < 2) return
  for (const { format, file } of destinations) {
    if (file === '-' && !joinable.has(format))
      throw toolError('USAGE', [
        `--format ${format} for several APIs needs one file per API: --format ${format}=<path with {api}>.`,
      ])
    if (file !== '-' && !file.includes('{api}'))
      throw toolError('USAGE', [`${file} would be overwritten by each API: put {api} into the path.`])
  }
}

/** Renders each format and prints or writes it. Only terminals get color, links and line wrapping. */
export async function emitAll(
  shell: Shell,
  destinations: readonly Destination[],
  render: (format: string, view: TerminalView) => Rendered | Promise<Rendered>,
  api = '',
): Promise<void> {
  for (const { format, file } of destinations) {
    const isPrinted = file === '-'
    await emit(
      shell,
      await render(format, isPrinted ? shell.view() : { colour: false }),
      isPrinted ? '-' : file.replaceAll('{api}', api),
    )
  }
}
