export { driftKinds } from './drift/index.ts'
export { type Sandbox, type SandboxOptions, startSandbox } from './server.ts'
export { SandboxUsageError } from './usage-error.ts'
