/** Thrown for invalid options of the sandbox, such as an unknown kind of drift or operation. */
export class SandboxUsageError extends Error {
  override readonly name = 'SandboxUsageError'
}
