import { operationsOf } from '../../description/dialects/operations.ts'
import { loadDocument } from '../../description/reading/load.ts'
import { ToolError, toolError } from '../../model/errors.ts'
import type { PickedApi } from '../shell/settings.ts'
import type { Shell } from '../shell/shell.ts'

/**
 * Throws USAGE if the sandbox lacks most of the description's operations. Ignores an unreadable description, which the run reports.
 */
export async function requireSandboxApi(
  { cwd }: Pick<Shell, 'cwd'>,
  specsDir: string,
  { name }: Pick<PickedApi, 'name'>,
  { snapshot = 'latest', flag }: { readonly snapshot?: string | undefined; readonly flag: string },
): Promise<void> {
  const document = await loadDocument(`${name}@${snapshot}`, { cwd, specsDir }).catch((error: unknown) => {
    if (error instanceof ToolError) return undefined
    throw error
  })
  if (document === undefined) return
  const { sandboxOperations } = await import('../../sandbox/index.ts')
  const served = new Set(sandboxOperations.map(nameless))
  const operations = operationsOf(document)
  const own = operations.filter(({ key }) => served.has(nameless(key)))
  if (operations.length > 0 && own.length * 2 >= operations.length) return
  throw toolError('USAGE', [
    `${flag} is for the lending API of the built-in sandbox, which has ${own.length} of the ${operations.length} operations of ${name}.`,
  ])
}

function nameless(key: string): string {
  return key.replace(/\{[^{}]*\}/g, '{}')
}
