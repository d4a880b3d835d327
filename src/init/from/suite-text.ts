import type { Json } from '../../model/json.ts'
import { quoted } from '../files.ts'
import { partsOf, type Script, type ScriptCall, type ScriptFlow, type ScriptStep } from './script.ts'

/** Renders a suite: calls, flows as one test each, and comments about parts that could not be converted. */
export function scriptText(api: string, source: string, { calls, flows, notes }: Script): string {
  const body = [
    ...calls.map(callText),
    ...flows.map(flowText),
    ...(notes.length === 0 ? [] : [['// Not carried over:', ...notes.map((note) => comment(`- ${note}`))].join('\n')]),
  ].join('\n\n')
  const isAsserting = flows.some(({ steps }) => steps.some(({ values }) => values.length > 0))
  return `${[
    "import { contract } from 'specdrift/suite'",
    ...(flows.length === 0 ? [] : [`import { ${isAsserting ? 'expect, ' : ''}test } from ${quoted('vitest')}`]),
    '',
    comment(
      `Written from ${source} by \`specdrift init --from\`. Identifiers are those of that file, secrets are environment variables.`,
    ),
    `const api = await contract({ api: ${quoted(api)} })`,
    ...(body.includes("env('") ? [variableReader] : []),
    ...(/\bat\(response/.test(body) ? [pointerReader] : []),
    '',
    body,
  ].join('\n')}\n`
}

const variableReader = `const { env: variables } = process
const env = (name: string): string => variables[name] ?? ''`

const pointerReader = `// The value at a JSON Pointer (RFC 6901).
const at = (json: any, pointer: string): any =>
  pointer.split('/').slice(1).reduce((node, token) => node?.[token.replaceAll('~1', '/').replaceAll('~0', '~')], json)`

/** Renders a one-line comment. Text from a file must not end the comment. */
function comment(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches the characters to remove
  const hidden = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g
  return `// ${text.replace(hidden, ' ')}`
}

function callText(call: ScriptCall): string {
  return [...call.notes.map(comment), `api.call(${quoted(call.operation)}${optionsOf(call)})`].join('\n')
}

function flowText({ name, inputs, steps, notes }: ScriptFlow): string {
  const lines = [
    ...(inputs.length === 0 ? [] : [`const inputs: Record<string, any> = ${source(Object.fromEntries(inputs))}`]),
    'const steps: Record<string, Record<string, any>> = {}',
    ...steps.flatMap(stepLines),
  ]
  // A step may refer to an output that was not converted, so `steps` must be declared.
  const kept = lines.some((line) => /(?<!const )\bsteps[[]/.test(line))
    ? lines
    : lines.filter((line) => !line.startsWith('const steps'))
  return [...notes.map(comment), `test(${quoted(name)}, async () => {`, ...kept.map((line) => `  ${line}`), '})'].join(
    '\n',
  )
}

function stepLines(step: ScriptStep, index: number): readonly string[] {
  const { id, operation, outputs, values, notes } = step
  const response = `response${index + 1}`
  const isUsed = outputs.length + values.length > 0
  // Only the first occurrence; the rest is a pointer from the file.
  const read = (expression: string): string => expression.replace('$response', response)
  return [
    comment(id),
    ...notes.map(comment),
    `${isUsed ? `const ${response} = ` : ''}await api.send(${quoted(operation)}${optionsOf(step)})`,
    ...values.map(([expression, value]) => `expect(${read(expression)}).toEqual(${source(value)})`),
    ...(outputs.length === 0
      ? []
      : [
          `steps[${quoted(id)}] = { ${outputs.map(([name, expression]) => `${quoted(name)}: ${read(expression)}`).join(', ')} }`,
        ]),
  ]
}

const keys = ['path', 'query', 'headers', 'body', 'rawBody', 'contentType', 'expect', 'as'] as const

function optionsOf(call: ScriptCall): string {
  const given = keys.flatMap((key) => {
    const value: Json | undefined = call[key]
    const isEmpty =
      value === undefined || (key !== 'body' && typeof value === 'object' && Object.keys(value ?? {}).length === 0)
    return isEmpty ? [] : [`${key}: ${source(value)}`]
  })
  return given.length === 0 ? '' : `, { ${given.join(', ')} }`
}

function source(value: Json): string {
  if (typeof value === 'string') return textSource(value)
  if (Array.isArray(value)) return `[${value.map((item) => source(item)).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, member]) => `${keySource(key)}: ${source(member)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** Renders a property key. `__proto__: x` would set the prototype, so it is computed. */
function keySource(key: string): string {
  if (key === '__proto__') return "['__proto__']"
  return /^[A-Za-z_]\w*$/.test(key) ? key : quoted(key)
}

function textSource(text: string): string {
  const parts = partsOf(text)
  const pieces = parts.flatMap((part, index) => (index % 2 === 1 ? [part] : part === '' ? [] : [quoted(part)]))
  return pieces.length === 0 ? "''" : pieces.join(' + ')
}
