import { Option } from 'commander'
import { authOption, headerOption } from '../contract/source-access.ts'
import { examples } from '../shell/options/examples.ts'
import type { Registration } from '../shell/shell.ts'
import type { InitFlags } from './flags.ts'

/** `specdrift init`: config, first snapshot, suite and workflow of an API. */
const registerInit: Registration = (program, shell) => {
  program
    .command('init')
    .summary('set a folder up to watch an API')
    .description(
      'Writes a config, the first snapshot, a suite and a GitHub workflow. A terminal is asked for what no option says.',
    )
    .option('--url <url>', 'where the description is published')
    .option('--file <path>', 'the description, when it is a file')
    .option('--api <name>', 'what the API is called here; made from its title by default')
    .option('--base-url <url>', 'where the API is called; read off the description by default')
    .addOption(
      authOption(
        'credential, by the variable that holds it: bearer:T, header:X-Api-Key:K, header:Authorization:K:prefix="token ", query:key:K, cookie:name:K or basic:USER:PASSWORD, with @/prefix for some paths (repeatable); the description is fetched with it too where it has to be; by the description by default',
      ),
    )
    .addOption(headerOption())
    .option(
      '--from <file>',
      'write a suite of the calls in a recording, a Postman collection, a Bruno collection (exported, or its folder), or an Arazzo description; without --url and --file it is added to the project that is there',
    )
    .option('--strict', 'refuse a description that breaks the OpenAPI specification, which is a warning otherwise')
    .option('--allow-invalid', 'store the description even when nothing of it can be read')
    .addOption(
      new Option(
        '--snapshot <mode>',
        'how the workflow stores a changed description: propose (default) opens a pull request, auto commits it',
      ).choices(['propose', 'auto']),
    )
    .option('--no-workflow', 'write no GitHub workflow')
    .option('--yes', 'ask nothing')
    .option('--dry-run', 'print what would be written, and write nothing')
    .option('--force', 'overwrite files that are there')
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
