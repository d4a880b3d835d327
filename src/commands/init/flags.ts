import type { CredentialConfig } from '../../config/schema.ts'
import type { SourceHeader } from '../contract/source-access.ts'

export interface InitFlags {
  readonly url?: string
  readonly file?: string
  readonly api?: string
  readonly from?: string
  readonly baseUrl?: string
  readonly testTarget?: boolean
  readonly auth?: readonly CredentialConfig[]
  readonly header?: readonly SourceHeader[]
  readonly snapshot?: 'propose' | 'auto'
  readonly allowInvalid?: boolean
  readonly strict?: boolean
  readonly workflow: boolean
  readonly yes?: boolean
  readonly dryRun?: boolean
  readonly force?: boolean
}
