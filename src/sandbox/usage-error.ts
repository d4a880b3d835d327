/** The sandbox cannot do what the options request: a malformed drift, an unknown kind or operation. */
export class SandboxUsageError extends Error {
  override readonly name = 'SandboxUsageError'
}
