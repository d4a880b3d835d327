// Finds the suite that covers each enum value of the latest contract: sent and accepted, or received.
import { resolve } from './builds.mjs'

/** Reasons for values that no suite covers, by schema and value. A reason for a covered value is an error. */
const why = {}

/** Returns every enum of a description, with the pointer of its schema. */
export function enumsOf(node, pointer = '') {
  if (typeof node !== 'object' || node === null) return []
  const own = Array.isArray(node.enum) ? [{ pointer, values: node.enum }] : []
  return [
    ...own,
    ...Object.entries(node).flatMap(([key, child]) => enumsOf(child, `${pointer}/${key.replaceAll('/', '~1')}`)),
  ]
}

/** Returns the enum values that occur in a value, each as `pointer value`. */
function shownIn(root, schema, pointer, value) {
  if (schema?.$ref !== undefined) return shownIn(root, resolve(root, schema), schema.$ref.slice(1), value)
  if (schema === undefined) return []
  const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((keyword) =>
    (schema[keyword] ?? []).flatMap((part, at) => shownIn(root, part, `${pointer}/${keyword}/${at}`, value)),
  )
  const own = schema.enum?.includes(value) ? [`${pointer} ${value}`] : []
  const isList = Array.isArray(value)
  const items = isList ? value.flatMap((item) => shownIn(root, schema.items, `${pointer}/items`, item)) : []
  const isObject = typeof value === 'object' && value !== null && !isList
  const members = isObject
    ? Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
        name in value ? shownIn(root, one, `${pointer}/properties/${name}`, value[name]) : [],
      )
    : []
  return [...parts, ...own, ...items, ...members]
}

/** Returns the enum values that occur in successful exchanges. */
export function shownBy(root, exchanges) {
  const shown = exchanges.flatMap(({ operation, body, sent }) => {
    if (operation === undefined || sent.status >= 300) return []
    const [method, path] = operation.split(' ')
    const own = root.paths[path]?.[method.toLowerCase()]
    const media = (part) => resolve(root, part)?.content?.['application/json']?.schema
    return [
      ...(body === '' ? [] : shownIn(root, media(own?.requestBody), '', JSON.parse(body))),
      ...(sent.body === '' ? [] : shownIn(root, media(own?.responses[sent.status]), '', JSON.parse(sent.body))),
    ]
  })
  return [...new Set(shown)]
}

/** Renders the page and collects errors: a value with neither a suite nor a reason, or with both. `shown` contains the values by suite file. */
export function enumPage(root, shown) {
  const rows = enumsOf(root).flatMap(({ pointer, values }) =>
    values.map((value) => {
      const suites = Object.keys(shown).filter((file) => shown[file].includes(`${pointer} ${value}`))
      return { pointer, value, suites, because: why[`${pointer} ${value}`] }
    }),
  )
  const wrong = rows.filter(({ suites, because }) => (suites.length === 0) === (because === undefined))
  const text = `# Every listed value, and the suite that shows it

Written by \`npm run prove\` (\`npm run prove -- enums\` for this page alone); do not edit. A value is shown when a request with it is accepted, or a
response has it. ${rows.length} values: ${rows.filter(({ suites }) => suites.length > 0).length} are shown, ${rows.filter(({ because }) => because !== undefined).length} cannot be.

| list | value | shown by, or why not |
|---|---|---|
${rows.map(({ pointer, value, suites, because = '✖' }) => `| \`${pointer.replace('/components/schemas/', '')}\` | \`${JSON.stringify(value)}\` | ${suites.length > 0 ? suites.map((file) => `\`${file}\``).join(', ') : because} |`).join('\n')}
`
  return {
    text,
    wrong: wrong.map(({ pointer, value }) => `${pointer} ${JSON.stringify(value)}`),
  }
}
