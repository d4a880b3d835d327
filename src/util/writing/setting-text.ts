import type { Json } from '../../model/json.ts'
import { isObject } from '../json.ts'

/** Formats settings like the config file and names it: `never: ['!GET /logout'] in specdrift.config.ts`. Default: JSON. */
export function settingText(configFile = '.json', settings: Readonly<Record<string, Json>>): string {
  const isJson = configFile.endsWith('.json')
  const quoted = (text: string): string => (isJson ? JSON.stringify(text) : inQuotes(text, configFile))
  const member = ([key, value]: readonly [string, Json]): string =>
    `${!isJson && /^[a-z_]\w*$/i.test(key) ? key : quoted(key)}: ${written(value)}`
  const written = (value: Json): string => {
    if (typeof value === 'string') return quoted(value)
    if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`
    return isObject(value) ? `{ ${Object.entries(value).map(member).join(', ')} }` : JSON.stringify(value)
  }
  const name = configFile.split(/[/\\]/).at(-1)
  return `${Object.entries(settings).map(member).join(', ')} in ${name === '.json' ? 'the config' : name}`
}

/** YAML doubles a single quote inside single quotes; JavaScript escapes it. */
function inQuotes(text: string, configFile: string): string {
  const isYaml = /\.ya?ml$/.test(configFile)
  return `'${isYaml ? text.replaceAll("'", "''") : text.replace(/[\\']/g, '\\$&')}'`
}
