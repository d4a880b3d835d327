// Generates docs/troubleshooting.md: the meaning and the fix of every error code.
import { readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import { block, generated, page, table } from './markdown.mjs'

/** `when` and `steps` by error code. */
const errorHelp = load(readFileSync(new URL('error-help.yaml', import.meta.url), 'utf8'))

/** Renders the page. Throws if a code has no help, or if there is help for an unknown code. */
export function troubleshootingPage(codes, toolError) {
  const odd = [
    ...codes.filter((code) => !Object.hasOwn(errorHelp, code)).map((code) => `${code} is missing`),
    ...Object.keys(errorHelp)
      .filter((code) => !codes.includes(code))
      .map((code) => `${code} is no error`),
  ]
  if (odd.length > 0) throw new Error(`.ci/docs/error-help.yaml: ${odd.join(', ')}`)
  const sorted = codes.toSorted()
  return page(
    generated,
    '# Troubleshooting',
    'After reading this page you know what each exit code means and how to fix each error. Start with `specdrift doctor`, which diagnoses configuration and connection problems. An error is printed as a message with a hint. Search this page for the message, or add `--debug` to see the code and the stack trace.',
    '## Exit codes',
    table(
      ['code', 'meaning', 'what to do'],
      [
        ['0', "Clean: no finding at or above `--fail-on` that the baseline doesn't accept.", ''],
        [
          '1',
          "Findings at or above `--fail-on` (default `error`) that the baseline doesn't accept, or coverage below its minimum.",
          'Open the report. [Fix, accept or configure](concepts.md#what-to-do-with-a-finding).',
        ],
        [
          '2',
          'The check could not run, for example because of a wrong option, an invalid config or description, or an unreachable API.',
          'Find the error below.',
        ],
        ['130, 143', 'Stopped by Ctrl-C or SIGTERM. The results so far are reported as partial.', 'Run again.'],
      ],
    ),
    '## Errors by code',
    ...sorted.map((code) => section(code, toolError)),
  )
}

function section(code, toolError) {
  const { message } = toolError(code, ['<1>', '<2>', '<3>', '<4>'])
  const { when, steps } = errorHelp[code]
  const names = ['…', '…', '…', '…']
  const shown = names.reduce((text, name, index) => text.replaceAll(`<${index + 1}>`, name), message)
  const example = /^…\.?$/.test(shown) ? undefined : block('text', `error: ${shown}`)
  return page(`### ${code}`, example, when, steps.map((step) => `- ${step}`).join('\n')).trimEnd()
}
