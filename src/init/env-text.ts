import type { NewFile } from './new-file.ts'

/** Where the program finds variables that the config declares and the environment does not set. */
export const envFile = '.env'

const heading =
  '# Read by specdrift where the environment says nothing: the names the config declares. Keep it out of git.'

/**
 * The `.env` with the variables it lacks at its end: `held` is what is there, undefined for no file, `named` the names
 * it has. What is there stays as it is, with its line breaks. Undefined when it lacks none.
 */
export function withVariables(
  held: string | undefined,
  named: ReadonlySet<string>,
  variables: Readonly<Record<string, string>>,
): NewFile | undefined {
  const missing = Object.entries(variables).filter(([name]) => !named.has(name))
  if (missing.length === 0) return undefined
  const eol = held?.includes('\r\n') === true ? '\r\n' : '\n'
  const added = missing.map(([name, value]) => `${name}=${value}${eol}`).join('')
  if (held === undefined || held === '')
    return { path: envFile, text: `${heading}${eol}${added}`, what: 'for your eyes only' }
  const gap = /\n$/.test(held) ? '' : eol
  const names = missing.map(([name]) => name).join(', ')
  return { path: envFile, text: `${held}${gap}${added}`, what: `with ${names} at its end`, added }
}
