import { toolError } from '../../model/errors.ts'
import { plural } from '../../util/text.ts'
import { examples } from '../shell/options/examples.ts'
import type { Registration } from '../shell/shell.ts'
import { clientSecret, collect } from './flags.ts'

interface RedactFlags {
  readonly output: string
  readonly key: readonly string[]
  readonly recordingFormat?: string
  readonly append?: true
}

/** Registers `specdrift redact <recording...>`. */
const registerRedact: Registration = (program, shell) => {
  program
    .command('redact')
    .summary('copy recordings without secrets and personal data')
    .description(
      "Copies recordings of any supported format, without credentials and likely personal data: e-mail addresses, payment cards, IBANs, phone numbers, national identifiers, IP addresses, and properties such as firstName. Doesn't read the config.",
    )
    .argument('<recordings...>', 'files, folders or globs; - for stdin')
    .requiredOption('-o, --output <file>', 'output file: HAR if it ends in .har, else NDJSON')
    .option(
      '--append',
      'append each line to the copy at once, instead of replacing the copy at the end: for continuous traffic',
    )
    .option('--key <name>', 'also redact properties and headers with this name (repeatable)', collect, [])
    .option('--recording-format <id>', 'format of the recordings (default: detected)')
    .addHelpText(
      'after',
      examples(
        'specdrift redact recording.har -o shared.har',
        'specdrift redact traffic/*.ndjson --key nickname -o shared.ndjson',
      ),
    )
    .action(async (recordings: readonly string[], { output, key, recordingFormat, append }: RedactFlags) => {
      if (append === true && /\.har$/i.test(output))
        throw toolError('USAGE', ['--append writes NDJSON, which a HAR is not.'])
      const { redactRecordings } = await import('../../run/traffic/redact.ts')
      const { exchanges, broken, removed } = await redactRecordings({
        ...{ recordings, stdin: shell.stdin, cwd: shell.cwd, output, keys: key },
        format: recordingFormat,
        appends: append,
        clientSecret: clientSecret(shell.env, false),
      })
      if (broken > 0) shell.note(`warning: ${plural(broken, 'record')} could not be read and were skipped\n`)
      const kinds = [...removed].sort(([, a], [, b]) => b - a).map(([kind, count]) => `  ${count} × ${kind}\n`)
      shell.note(`${plural(exchanges, 'exchange')} written to ${output}; removed:\n${kinds.join('') || '  nothing\n'}`)
    })
}
export default registerRedact
