import { type Command, Help, Option } from 'commander'

/** Options that `--help` prints: `first` for the first two groups, `all` for `--help --all`. */
export type HelpExtent = 'first' | 'all'

const common = 'Options:'
const first: readonly string[] = [common, 'Selection:']

/** Options by group, in the order of `--help`. An option that is not listed is a common one. */
const groups: Readonly<Record<string, readonly string[]>> = {
  [common]: [],
  'Selection:': [
    ...['--min-severity', '--only', '--exclude', '--operation', '--tag', '--exclude-tag', '--since', '--until'],
    ...['--sample', '--max'],
  ],
  'Output:': ['--expand', '--group-by', '--verbose', '--har', '--reports-dir', '--samples', '--max-findings'],
  'CI:': [
    ...['--fail-on', '--min-coverage', '--shard', '--suites', '--statistics', '--notify', '--require-history'],
    ...['--partial', '--slice', '--no-workflow'],
  ],
  'Advanced:': [
    ...['--policy', '--strict', '--allow-invalid', '--snapshot', '--header', '--force', '--consumers', '--today'],
    ...['--cross-check', '--no-cross-check', '--max-calls', '--case', '--sandbox', '--drift', '--jobs'],
    ...['--response-time-ms', '--recording-format', '--map', '--client', '--follow', '--state', '--flush'],
    ...['--history-dir', '--no-history', '--host', '--keep-host', '--insecure', '--max-body'],
    ...['--no-config-code', '--debug', '--log-level', '--log-format', '--no-color'],
  ],
}
const order = Object.keys(groups)

/** The options that a group lists, by their long flag. */
export const groupedOptions = Object.values(groups).flat()

/** A command with more options and commands than this shows the first two groups only. */
const mostItems = 12

/** How every command prints its help: options in groups, commands before the options, choices without quotes. */
export function helpLayout(extent: HelpExtent): Partial<Help> {
  const base = new Help()
  const all = (command: Command): Option[] =>
    base.visibleOptions(command).toSorted((a, b) => order.indexOf(groupOf(a)) - order.indexOf(groupOf(b)))
  const shown = (command: Command): Option[] => {
    const isShort = extent === 'first' && command.options.length + command.commands.length > mostItems
    return isShort ? all(command).filter((option) => first.includes(groupOf(option))) : all(command)
  }
  return {
    visibleOptions: shown,
    subcommandTerm: (command) => command.name(),
    groupItems: (_, items, headingOf) =>
      base.groupItems(items, items, (item) => (item instanceof Option ? groupOf(item) : headingOf(item))),
    optionDescription({ description, argChoices, defaultValue }) {
      const choices = argChoices === undefined ? [] : [`one of ${argChoices.join(', ')}`]
      const isPlain = typeof defaultValue === 'string' || typeof defaultValue === 'number'
      const extra = [...choices, ...(isPlain ? [`default: ${defaultValue}`] : [])]
      return extra.length === 0 ? description : `${description} (${extra.join('; ')})`
    },
    formatHelp(command, helper) {
      const blocks = base.formatHelp.call(helper, command, helper).trimEnd().split('\n\n')
      const isOptions = (block: string): boolean => order.some((heading) => block.startsWith(`${heading}\n`))
      const hidden = all(command).length - shown(command).length
      const more = hidden === 0 ? [] : [`${hidden} more options: ${nameOf(command)} --help --all`]
      const sorted = [...blocks.filter((each) => !isOptions(each)), ...blocks.filter(isOptions), ...more]
      return `${sorted.join('\n\n')}\n`
    },
  }
}

function groupOf({ long }: Option): string {
  return order.find((group) => groups[group]?.includes(long ?? '')) ?? common
}

/** The full name of a command: `specdrift baseline list`. */
function nameOf(command: Command): string {
  return command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`
}
