import { documentedIds } from './documented-ids.ts'

/** Where the pages of docs/ are published; `homepage` of package.json is the same. */
export const docsUrl = 'https://specdrift.github.io/specdrift/docs/'

const documented: ReadonlySet<string> = new Set(documentedIds)

/** The page of a rule or check; undefined for one that is not ours. */
export function docsLink(ruleId: string): string | undefined {
  return documented.has(ruleId) ? `${docsUrl}rules/${ruleId}.html` : undefined
}
