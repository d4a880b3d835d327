/** The sandbox was asked for something it cannot do: a malformed drift, an unknown kind or operation. */
export class SandboxUsageError extends Error {
  override readonly name = 'SandboxUsageError'
}
