import { toolError } from '../../model/errors.ts'
import type { Sandbox, SandboxOptions } from '../../sandbox/index.ts'

/** Starts the sandbox and converts its errors to ToolErrors. Throws SANDBOX or USAGE. */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { SandboxUsageError, startSandbox } = await import('../../sandbox/index.ts')
  try {
    return await startSandbox(options)
  } catch (cause) {
    if (cause instanceof SandboxUsageError) throw toolError('SANDBOX', [cause.message], cause)
    if (cause instanceof Error && 'syscall' in cause && cause.syscall === 'listen') {
      throw toolError('USAGE', [`The sandbox cannot listen: ${cause.message}`], cause)
    }
    throw cause
  }
}
