import type { Json } from '../../model/json.ts'
import type { Operation } from '../../model/operation.ts'
import { isObject, own, ownArray, ownEntries, ownString } from '../../util/json.ts'
import { fragmentToPointer, pointerTokens } from '../../util/pointer.ts'
import { namesSecret } from '../../util/secret-keys.ts'
import { quoted } from '../files.ts'
import { variableName } from '../variable-name.ts'
import { type Hiding, hideJson, hideText, isCredential } from './hide.ts'
import { code, type Script, type ScriptFlow, type ScriptStep, variable } from './script.ts'

/** Reads the workflows of an Arazzo 1.0 description (https://spec.openapis.org/arazzo/v1.0.1.html). Undefined for any other file. */
export function flowsOf(file: Json, operations: readonly Operation[], hiding: Hiding): Script | undefined {
  if (ownString(file, 'arazzo') === '') return undefined
  const read = ownArray(file, 'workflows').map((workflow) => flowOf(workflow, { file, operations, hiding }))
  return {
    calls: [],
    flows: read.filter(({ steps }) => steps.length > 0),
    notes: read
      .filter(({ steps }) => steps.length === 0)
      .map(({ name }) => `workflow ${name}: no step calls an operation`),
  }
}

interface Around {
  readonly file: Json
  readonly operations: readonly Operation[]
  readonly hiding: Hiding
}

function flowOf(workflow: Json, around: Around): ScriptFlow {
  const properties = ownEntries(own(workflow, 'inputs'), 'properties')
  const inputs = properties.map(([name, schema]): [string, Json] => [name, inputOf(name, schema, around.hiding)])
  const notes: string[] = []
  const steps = ownArray(workflow, 'steps').flatMap((step): ScriptStep[] => {
    const operation = operationOf(step, around.operations)
    if (operation !== undefined) return [stepOf(step, operation, workflow, around)]
    notes.push(
      `Not carried over: step ${ownString(step, 'stepId')}, ${own(step, 'workflowId') === undefined ? 'whose operation the description does not have' : 'which is another workflow'}.`,
    )
    return []
  })
  for (const key of ['dependsOn', 'successActions', 'failureActions', 'outputs'])
    if (own(workflow, key) !== undefined) notes.push(`Not carried over: ${key} of the workflow.`)
  const used = JSON.stringify(steps)
  return {
    name: ownString(workflow, 'workflowId'),
    inputs: inputs.filter(() => used.includes('inputs[')),
    steps,
    notes,
  }
}

/** Returns the default or example of an input, or an environment variable for missing and secret values. */
function inputOf(name: string, schema: Json, hiding: Hiding): Json {
  const example = own(schema, 'default') ?? own(schema, 'example') ?? ownArray(schema, 'examples')[0]
  const isSecret = namesSecret(name) || ownString(schema, 'format') === 'password'
  return example === undefined || isSecret ? variable(variableName(hiding.api, name)) : hideJson(example, name, hiding)
}

/** Finds an operation by possibly qualified `operationId`, or by `operationPath` (Arazzo 1.0.1 §4.6.5.1). */
function operationOf(step: Json, operations: readonly Operation[]): Operation | undefined {
  const id = ownString(step, 'operationId').replace(/^\$sourceDescriptions\.[^.]+\./, '')
  if (id !== '') return operations.find(({ operationId }) => operationId === id)
  const [, fragment = ''] = ownString(step, 'operationPath').split('#', 2)
  const tokens = pointerTokens(fragmentToPointer(`#${fragment}`) ?? '')
  const [first, path, method] = tokens
  if (first !== 'paths') return undefined
  return operations.find((each) => each.path === path && each.method.toLowerCase() === method)
}

function stepOf(step: Json, operation: Operation, workflow: Json, around: Around): ScriptStep {
  const notes: string[] = []
  const { hiding } = around
  const resolve = (value: Json, name = ''): Json => hideJson(resolved(value, name, notes), name, hiding)
  const parameters = { path: {}, query: {}, headers: {} } as Record<'path' | 'query' | 'headers', Record<string, Json>>
  for (const written of [...ownArray(workflow, 'parameters'), ...ownArray(step, 'parameters')]) {
    const parameter = referenced(written, around.file)
    const [name, location] = [ownString(parameter, 'name'), ownString(parameter, 'in')]
    const holder =
      location === 'header' ? 'headers' : location === 'path' || location === 'query' ? location : undefined
    const value = own(parameter, 'value')
    if (name === '' || holder === undefined || value === undefined)
      notes.push(`Not carried over: the parameter ${name || '(reference)'}.`)
    // Credentials come from the config.
    else if (holder !== 'headers' || !/^authorization$/i.test(name)) {
      const found = resolve(value, name)
      const isSecret = namesSecret(name) || (holder === 'headers' && typeof found === 'string' && isCredential(found))
      parameters[holder][name] = typeof found === 'string' ? hideText(found, name, isSecret, hiding) : found
    }
  }
  const body = own(step, 'requestBody')
  const payload = own(body, 'payload')
  if (own(body, 'replacements') !== undefined) notes.push('Not carried over: replacements of the request body.')
  for (const key of ['onSuccess', 'onFailure', 'dependsOn'])
    if (own(step, key) !== undefined) notes.push(`Not carried over: ${key}.`)
  const { expect, values } = criteriaOf(ownArray(step, 'successCriteria'), notes)
  const outputs = ownEntries(step, 'outputs').flatMap(([name, written]): [string, string][] => {
    const expression = typeof written === 'string' ? outputCode(written) : undefined
    if (expression === undefined) notes.push(`Not carried over: the output ${name}.`)
    return expression === undefined ? [] : [[name, expression]]
  })
  return {
    id: ownString(step, 'stepId'),
    operation: operation.key,
    ...parameters,
    ...(payload !== undefined && { body: bodyOf(payload, resolve(payload), hiding) }),
    ...(ownString(body, 'contentType') !== '' &&
      payload !== undefined && { contentType: ownString(body, 'contentType') }),
    ...(expect !== undefined && { expect }),
    ...{ outputs, values, notes },
  }
}

/** Resolves a Reusable Object to the referenced component (§4.6.10). */
function referenced(written: Json, file: Json): Json {
  const [, name] = /^\$components\.parameters\.(.+)$/.exec(ownString(written, 'reference')) ?? []
  const found = name === undefined ? undefined : own(own(own(file, 'components'), 'parameters'), name)
  if (!isObject(found)) return written
  const value = own(written, 'value')
  return value === undefined ? found : { ...found, value }
}

/** Hides secrets in a payload. */
function bodyOf(payload: Json, found: Json, hiding: Hiding): Json {
  if (typeof payload !== 'string' || typeof found !== 'string') return found
  return hideText(found, 'body', hiding.holdsSecret(found, true), hiding)
}

/** Converts runtime expressions, standalone or embedded in strings, to source code (§4.7). */
function resolved(value: Json, name: string, notes: string[]): Json {
  if (Array.isArray(value)) return value.map((item) => resolved(item, name, notes))
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, resolved(member, key, notes)]))
  if (typeof value !== 'string') return value
  const whole = valueCode(value)
  if (whole !== undefined) return code(whole)
  if (value.startsWith('$') && !namesSecret(name)) notes.push(`Not carried over: the expression of ${name}.`)
  return value.replaceAll(/\{(\$[^{}]+)\}/g, (written, expression: string) => {
    const found = valueCode(expression)
    return found === undefined ? written : code(found)
  })
}

function valueCode(expression: string): string | undefined {
  const [, input] = /^\$inputs\.([\w-]+)$/.exec(expression) ?? []
  if (input !== undefined) return `inputs[${quoted(input)}]`
  const [, step, output] = /^\$steps\.([\w-]+)\.outputs\.([\w-]+)$/.exec(expression) ?? []
  return step === undefined || output === undefined ? undefined : `steps[${quoted(step)}]?.[${quoted(output)}]`
}

function outputCode(expression: string): string | undefined {
  if (expression === '$statusCode') return '$response.status'
  if (expression === '$response.body') return '$response.json'
  const [, pointer] = /^\$response\.body#(\/.*)$/.exec(expression) ?? []
  if (pointer !== undefined) return `at($response.json, ${quoted(pointer)})`
  const [, header] = /^\$response\.header\.([\w-]+)$/.exec(expression) ?? []
  return header === undefined ? undefined : `$response.headers[${quoted(header.toLowerCase())}]`
}

/** Converts success criteria (§4.6.9) to an expected status and expected values, as far as possible. */
function criteriaOf(
  criteria: readonly Json[],
  notes: string[],
): { readonly expect: Json | undefined; readonly values: readonly [string, Json][] } {
  let expect: Json | undefined
  const values: [string, Json][] = []
  for (const criterion of criteria) {
    const condition = ownString(criterion, 'condition').trim()
    const type = own(criterion, 'type')
    const status = type === undefined || type === 'simple' ? statusOf(condition) : undefined
    const [, pointer, written] =
      /^\$response\.body#(\/\S*)\s*==\s*('[^']*'|-?\d+(?:\.\d+)?|true|false|null)$/.exec(condition) ?? []
    if (status !== undefined && expect === undefined) expect = status
    else if (
      type === undefined &&
      pointer !== undefined &&
      written !== undefined &&
      !pointerTokens(pointer).some((token) => namesSecret(token, 'property'))
    )
      values.push([
        `at($response.json, ${quoted(pointer)})`,
        written.startsWith("'") ? written.slice(1, -1) : JSON.parse(written),
      ])
    else notes.push(`Not carried over: a success criterion${typeof type === 'string' ? ` of type ${type}` : ''}.`)
  }
  return { expect, values }
}

function statusOf(condition: string): Json | undefined {
  const parts = condition
    .split('||')
    .map((part) => /^\(?\s*\$statusCode\s*==\s*'?(\d{3})'?\s*\)?$/.exec(part.trim())?.[1])
  if (parts.every((part) => part !== undefined)) return parts.length === 1 ? Number(parts[0]) : parts.map(Number)
  const [, low, high] = /^\$statusCode\s*>=\s*(\d)00\s*&&\s*\$statusCode\s*<\s*(\d)00$/.exec(condition) ?? []
  return low !== undefined && Number(high) === Number(low) + 1 ? `${low}XX` : undefined
}
