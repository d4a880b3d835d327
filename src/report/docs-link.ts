import { documentedIds } from './documented-ids.ts'

/** Published address of docs/. Must match `homepage` in package.json. */
export const docsUrl = 'https://specdrift.github.io/specdrift/docs/'

const documented: ReadonlySet<string> = new Set(documentedIds)

/** Returns the documentation URL of a rule or check, or undefined if it is not built in. */
export function docsLink(ruleId: string): string | undefined {
  return documented.has(ruleId) ? `${docsUrl}rules/${ruleId}.html` : undefined
}
