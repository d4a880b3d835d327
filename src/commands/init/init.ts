import { Option } from 'commander'
import { authOption, headerOption } from '../contract/source-access.ts'
import { examples } from '../shell/options/examples.ts'
import type { Registration } from '../shell/shell.ts'
import type { InitFlags } from './flags.ts'

const registerInit: Registration = (program, shell) => {
  program
    .command('init')
    .summary('set up specdrift for an API')
    .description(
      'Creates a config, the first snapshot, a suite and a GitHub workflow. On a terminal, asks for missing settings.',
    )
    .option('--url <url>', 'URL of the OpenAPI description')
    .option('--file <path>', 'path of the OpenAPI description, if it is a file')
    .option('--api <name>', 'name of the API (default: derived from its title)')
    .option('--base-url <url>', 'base URL of the API (default: from the description)')
    .option(
      '--test-target',
      "don't write `writable: false` to the config, because the API is your own test system, where data may be lost",
    )
    .addOption(
      authOption(
        'how to authenticate, with the name of an environment variable: bearer:T, header:X-Api-Key:K, header:Authorization:K:prefix="token ", query:key:K, cookie:name:K, basic:USER:PASSWORD; @/path limits it to a path (repeatable; default: the security scheme in the description)',
      ),
    )
    .addOption(headerOption())
    .option(
      '--from <file>',
      'create a suite from a recording, a Postman or Bruno collection, or an Arazzo description; without --url and --file, adds it to the existing project',
    )
    .option('--strict', 'reject an invalid OpenAPI description instead of warning')
    .option('--allow-invalid', 'store the description even if it cannot be parsed')
    .addOption(
      new Option(
        '--snapshot <mode>',
        'how the workflow stores a changed description: propose opens a pull request (default), auto commits it',
      ).choices(['propose', 'auto']),
    )
    .option('--no-workflow', "don't create a GitHub workflow")
    .option('--yes', "don't ask questions")
    .option('--dry-run', 'print the files without writing them')
    .option('--force', 'overwrite existing files')
    .addHelpText(
      'after',
      examples(
        'specdrift init --url https://api.example.com/openapi.json --api shop --yes',
        'specdrift init',
        'specdrift init --url https://api.example.com/openapi.json --auth header:X-Api-Key:SHOP_KEY',
        'specdrift init --from recording.har --api shop',
        'specdrift init --file openapi.yaml --base-url https://api.example.com --auth bearer:SHOP_TOKEN --dry-run',
      ),
    )
    .action(async (flags: InitFlags) => (await import('./init-project.ts')).initProject(shell, flags))
}
export default registerInit
