import type { NewFile } from './new-file.ts'

/** File with values for declared variables that are not set in the environment. */
export const envFile = '.env'

const heading =
  "# Values for the variables declared in the config, unless the environment sets them. Don't commit this file."

/** Appends missing variables, or returns undefined. `existing`: current content; `named`: the variables in it. */
export function withVariables(
  existing: string | undefined,
  named: ReadonlySet<string>,
  variables: Readonly<Record<string, string>>,
): NewFile | undefined {
  const missing = Object.entries(variables).filter(([name]) => !named.has(name))
  if (missing.length === 0) return undefined
  const eol = existing?.includes('\r\n') === true ? '\r\n' : '\n'
  const added = missing.map(([name, value]) => `${name}=${value}${eol}`).join('')
  if (existing === undefined || existing === '')
    return { path: envFile, text: `${heading}${eol}${added}`, what: 'contains secrets, not for git' }
  const gap = /\n$/.test(existing) ? '' : eol
  const names = missing.map(([name]) => name).join(', ')
  return { path: envFile, text: `${existing}${gap}${added}`, what: `adds ${names}`, added }
}
