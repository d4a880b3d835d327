import { type Command, InvalidArgumentError, Option } from 'commander'
import type { ApiConfig } from '../../config/schema.ts'
import type { GenerateMode } from '../../drift/generation/cases.ts'
import type { GenerateOptions } from '../../run/live/generated/generate-options.ts'
import { oneOfNames } from '../shell/options/choices.ts'

/** Flags about generated requests. */
export interface GenerateFlags {
  readonly generate?: readonly GenerateMode[]
  readonly maxCalls?: number
  readonly case?: string
}

const modes: readonly GenerateMode[] = ['positive', 'negative', 'stateful']

/** `--generate`, `--max-calls` and `--case`. */
export function withGenerateOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--generate <modes>',
        'send generated requests, which create, change and delete their own resources, to a writable target: positive, negative, stateful (comma-separated)',
      ).argParser(readModes),
    )
    .addOption(
      new Option(
        '--max-calls <n>',
        'maximum number of generated requests, without cleanup (default: 10 per operation)',
      ).argParser((text) => {
        if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 to 999999.')
        return Number(text)
      }),
    )
    .addOption(
      new Option('--case <id>', 'send only the generated request with this id, without the suites').argParser(
        (text) => {
          if (/^(pos|neg|auth|unk)-[0-9a-f]{8}$/.test(text)) return text
          throw new InvalidArgumentError('It must be like neg-1a2b3c4d.')
        },
      ),
    )
}

function readModes(text: string): readonly GenerateMode[] {
  const named = text.split(',')
  const known = modes.filter((mode) => named.includes(mode))
  if (known.length === named.length) return known
  if (named.length === 1) oneOfNames(text, modes)
  throw new InvalidArgumentError(`It must be ${modes.join(', ')}, or ${modes.join(',')}.`)
}

/** What is generated, by flags, then by the config; undefined for nothing. The id of a case says its mode. */
export function generateOptionsOf(flags: GenerateFlags, api: Pick<ApiConfig, 'generate'>): GenerateOptions | undefined {
  const only = flags.case
  const ofCase =
    only === undefined ? undefined : modes.filter((mode) => only.startsWith('pos') === (mode === 'positive'))
  const wanted = flags.generate ?? ofCase ?? api.generate?.modes
  if (wanted === undefined) return undefined
  const maxCalls = flags.maxCalls ?? api.generate?.maxCalls
  return { modes: wanted, maxCalls, only }
}
