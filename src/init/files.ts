import { isOnThisMachine } from './base-url.ts'
import { envFile } from './env-text.ts'
import type { NewFile } from './new-file.ts'
import type { Setup } from './setup.ts'
import { baseUrlVariable } from './variable-name.ts'
import { workflowFile, workflowText } from './workflow.ts'

export const configFile = 'specdrift.config.ts'

/** Returns the files of a new project except the snapshot and `.gitignore`. The config is last, because it marks the folder as a project. */
export function filesOf(setup: Setup): readonly NewFile[] {
  const { api, ci, environment } = setup
  const what = 'calls every operation that does not change state'
  return [
    { path: `suites/${api}/all.suite.ts`, text: suiteText(setup), what },
    ...(ci === undefined
      ? []
      : [{ path: workflowFile(setup, ci), text: workflowText(setup, ci), what: 'runs the monitor every day' }]),
    ...(environment === undefined ? [] : [environment]),
    { path: configFile, text: configText(setup), what: 'where the API is, and who may call it' },
  ]
}

function configText(setup: Setup): string {
  const { api, source, snapshot, sourceAuth = [], baseUrl, credentials } = setup
  const address = baseUrl === undefined ? { baseUrlEnv: baseUrlVariable(api) } : { baseUrl }
  const isReadOnly = !mayBeWritable(setup)
  return `import { defineConfig } from 'specdrift'

export default defineConfig({
  apis: {
    ${/^[a-z_]\w*$/i.test(api) ? api : quoted(api)}: {
      source: ${quoted(source)},
${snapshot === undefined ? '' : `      snapshot: ${quoted(snapshot)},\n`}${listOf('sourceAuth', sourceAuth, 'Credentials for fetching the description: names of environment variables.')}${isReadOnly ? `      // ${readOnlyComment}\n` : ''}      target: ${literal({ ...address, ...(isReadOnly && { writable: false }) })},
${listOf('auth', credentials, 'Names of environment variables, never the secrets themselves.')}    },
  },
})
`
}

const readOnlyComment =
  'specdrift only reads from this API. Change `writable` only if it is a test system of your own, where data may be lost.'

/** Returns whether the target may become writable: by `isTestTarget`, or because it runs on this machine. */
export function mayBeWritable({ baseUrl, isTestTarget }: Pick<Setup, 'baseUrl' | 'isTestTarget'>): boolean {
  return isTestTarget === true || (baseUrl !== undefined && isOnThisMachine(baseUrl))
}

function listOf(key: string, credentials: readonly object[], comment: string): string {
  if (credentials.length === 0) return ''
  const lines = credentials.map((credential) => `        ${literal({ ...credential })},\n`).join('')
  return `      // ${comment}\n      ${key}: [\n${lines}      ],\n`
}

function suiteText({ api, operations }: Setup): string {
  const keyed = operations.find(({ method, path }) => method === 'GET' && /^[\w\-./]+\{\w+\}$/.test(path))
  const { path = '/things/{id}' } = keyed ?? {}
  const name = /\{(\w+)\}$/.exec(path)?.[1] ?? 'id'
  return `import { contract } from 'specdrift/suite'

const api = await contract({ api: ${quoted(api)} })

// A call with an expected status. Responses are always checked against the contract:
// api.call('GET ${path}', { path: { ${name}: 'nope' }, expect: 404, as: 'an unknown id' })

// Calls all other operations that don't change state, with the description's examples.
api.remaining()
`
}

/** Returns a flat object as source code. Values from the description are quoted. */
function literal(value: Readonly<Record<string, unknown>>): string {
  return `{ ${Object.entries(value)
    .map(([key, member]) => `${key}: ${typeof member === 'boolean' ? member : quoted(String(member))}`)
    .join(', ')} }`
}

export function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  // Escape bidirectional controls and line separators, which editors display misleadingly.
  const hidden = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g
  return `'${inner.replace(hidden, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)}'`
}

/** Adds generated files to a `.gitignore`, or returns undefined if it already has them. */
export function withIgnored(text: string): string | undefined {
  const ignoredNames = new Set(text.split('\n').map((line) => line.trim().replace(/^\/|\/?\*?$/g, '')))
  // Anchored to the config's folder, because `src/history` may be source code.
  const missing = ['node_modules/', envFile, '/reports/', '/history/'].filter(
    (line) => !ignoredNames.has(line.replaceAll('/', '')),
  )
  if (missing.length === 0) return undefined
  const before = text === '' || text.endsWith('\n') ? text : `${text}\n`
  return `${before}${missing.map((line) => `${line}\n`).join('')}`
}
