import { Option } from 'commander'
import { toolError } from '../../model/errors.ts'
import type { JsonObject } from '../../model/json.ts'
import { jsonText } from '../../report/labels.ts'
import type { Drafted } from '../../run/traffic/describe.ts'
import { plural } from '../../util/text.ts'
import { yamlText } from '../../util/writing/yaml-text.ts'
import { examples } from '../shell/options/examples.ts'
import { wholeNumber } from '../shell/options/options.ts'
import { readSettings } from '../shell/settings.ts'
import { emit, type Registration, type Shell } from '../shell/shell.ts'
import { aliasOf, collect } from './flags.ts'

const formats = ['document', 'overlay', 'patch'] as const

interface DescribeFlags {
  readonly api?: string
  readonly description?: string
  readonly recordingFormat?: string
  readonly baseUrl: readonly string[]
  readonly map?: readonly { readonly from: string; readonly to: string }[]
  readonly minEvidence: number
  readonly format?: (typeof formats)[number]
  readonly output?: string
}

/** Registers `specdrift describe <recording...>`. */
const registerDescribe: Registration = (program, shell) => {
  program
    .command('describe')
    .summary('draft an OpenAPI description from recorded traffic')
    .description(
      'Drafts an OpenAPI 3.1 document from recorded exchanges, or the parts that an existing description lacks, as an OpenAPI Overlay 1.0 or a JSON Patch (RFC 6902). x-evidence counts how often each part was seen. Recorded values are written only as enum values.',
    )
    .argument('<recordings...>', 'files, folders or globs; - for stdin')
    .option('--api <name>', 'extend the latest snapshot of this API (default: draft a new document)')
    .option('--description <address>', 'extend this description: a path, a URL, git:<rev>:<path> or <api>@<id>')
    .option('--recording-format <id>', 'format of the recordings (default: detected)')
    .option('--base-url <url>', 'use only requests below this URL (repeatable)', collect, [])
    .addOption(
      new Option(
        '--map <from=to>',
        'replace text in recorded URLs: {{host}}=https://api.example.com (repeatable)',
      ).argParser(aliasOf),
    )
    .addOption(
      new Option('--min-evidence <n>', 'number of values needed to infer required, a format or a map')
        .argParser(wholeNumber)
        .default(5),
    )
    .addOption(
      new Option('--format <format>', 'kind of draft (default: document, or overlay with a description)').choices(
        formats,
      ),
    )
    .option('-o, --output <file>', 'write to this file instead of stdout; as JSON if it ends in .json')
    .addHelpText(
      'after',
      examples(
        'specdrift describe recording.har -o openapi.yaml',
        'specdrift describe traffic/*.ndjson --api shop --format overlay -o overlay.yaml',
        'specdrift describe recording.ndjson --description openapi.yaml --format patch',
      ),
    )
    .action((recordings: readonly string[], flags: DescribeFlags) => describeRecordings(shell, recordings, flags))
}
export default registerDescribe

async function describeRecordings(shell: Shell, recordings: readonly string[], flags: DescribeFlags): Promise<void> {
  const { api, description = api === undefined ? undefined : `${api}@latest` } = flags
  if (api !== undefined && flags.description !== undefined)
    throw toolError('USAGE', ['Give --api or --description, not both.'])
  const format = flags.format ?? (description === undefined ? 'document' : 'overlay')
  if (format !== 'document' && description === undefined)
    throw toolError('USAGE', [`--format ${format} adds to a description: give --api or --description.`])
  const { specsDir } = await readSettings(shell)
  const { describeTraffic } = await import('../../run/traffic/describe.ts')
  const drafted = await describeTraffic({
    ...{ recordings, stdin: shell.stdin, cwd: shell.cwd, specsDir, evidence: flags.minEvidence },
    description,
    format: flags.recordingFormat,
    aliases: flags.map,
    ...(flags.baseUrl.length > 0 && { baseUrls: flags.baseUrl }),
  })
  for (const each of drafted.left) shell.note(`warning: left out: ${each}\n`)
  const text = await textOf(drafted, format, flags.output)
  if (text === undefined) shell.note('The description has all that was recorded.\n')
  else {
    shell.note(
      `${plural(drafted.operations, 'operation')} drafted${drafted.patch ? `, ${plural(drafted.patch.length, 'edit')}` : ''}\n`,
    )
    await emit(shell, text, flags.output)
  }
}

/** Formats the draft; undefined for an overlay without actions, which would be invalid (OpenAPI Overlay 1.0 §4.4.1). */
async function textOf(
  { document, patch = [], base }: Drafted,
  format: (typeof formats)[number],
  output = '',
): Promise<string | undefined> {
  if (format === 'patch') return jsonText(patch)
  if (format === 'document' || base === undefined) return documentText(document, output)
  if (patch.length === 0) return undefined
  const { overlayOf, overlayText } = await import('../../run/report/overlay.ts')
  return overlayText(overlayOf(base, { operations: patch, taken: [], left: [] }))
}

function documentText(document: JsonObject, output: string): string {
  return output.endsWith('.json') ? jsonText(document) : yamlText(document)
}
