export { type Config, defineConfig, type UserConfig } from './config/schema.ts'
export { type LoadOptions, loadDocument } from './description/reading/load.ts'
export type { Inspection, Inspector, InspectorOptions, RawExchange } from './drift/checking/inspect.ts'
export type { Dialect } from './model/dialect.ts'
export { type Draft, defineRule, type Policy, type Rule } from './model/diff/rule.ts'
export type { Document, Flaw, SourcePosition } from './model/document.ts'
export { type ErrorCode, ToolError } from './model/errors.ts'
export type {
  Evidence,
  Finding,
  FindingState,
  PatchOperation,
  Severity,
  Site,
  Verdict,
  Witness,
} from './model/finding.ts'
export type { Json, JsonObject, Pointer } from './model/json.ts'
export type { Statistics } from './model/live/statistics.ts'
export {
  type Check,
  type DriftDraft,
  defineCheck,
  type Exchange,
  type NotChecked,
  type Outcome,
} from './model/observation.ts'
export {
  type ChangelogEntry,
  type Coverage,
  defineReporter,
  type Hint,
  type OperationCoverage,
  type RenderOptions,
  type Report,
  type Reporter,
  type Share,
  type Subject,
  type Summary,
} from './model/report.ts'
export type { Snapshot } from './model/snapshot.ts'
export { renderReport } from './report/render.ts'
export { reportSchema } from './report/schema/report.schema.ts'
export { type DiffOptions, diffDocuments } from './run/contract/diff.ts'
export { createInspector } from './run/live/inspect.ts'
export type { RuleSettings } from './util/rule-settings.ts'
