import { envFile } from './env-text.ts'
import type { NewFile } from './new-file.ts'
import type { Setup } from './setup.ts'
import { baseUrlVariable } from './variable-name.ts'
import { workflowFile, workflowText } from './workflow.ts'

/** The config that `init` writes. */
export const configFile = 'specdrift.config.ts'

/** The files of a new project, apart from the snapshot and `.gitignore`; the config last: it makes them a project. */
export function filesOf(setup: Setup): readonly NewFile[] {
  const { api, ci, environment } = setup
  const what = 'calls every operation that changes nothing'
  return [
    { path: `suites/${api}/all.suite.ts`, text: suiteText(setup), what },
    ...(ci === undefined
      ? []
      : [{ path: workflowFile(setup, ci), text: workflowText(setup, ci), what: 'runs the monitor every day' }]),
    ...(environment === undefined ? [] : [environment]),
    { path: configFile, text: configText(setup), what: 'where the API is, and who may call it' },
  ]
}

function configText({ api, source, snapshot, sourceAuth = [], baseUrl, credentials }: Setup): string {
  const target = baseUrl === undefined ? { baseUrlEnv: baseUrlVariable(api) } : { baseUrl }
  return `import { defineConfig } from 'specdrift'

export default defineConfig({
  apis: {
    ${/^[a-z_]\w*$/i.test(api) ? api : quoted(api)}: {
      source: ${quoted(source)},
${snapshot === undefined ? '' : `      snapshot: ${quoted(snapshot)},\n`}${listOf('sourceAuth', sourceAuth, 'What the description is fetched with, by the names of environment variables.')}      target: ${literal(target)},
${listOf('auth', credentials, 'The names of environment variables, never the secrets themselves.')}    },
  },
})
`
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

// One call of your own, with the response it must get; nothing else needs to be asserted:
// api.call('GET ${path}', { path: { ${name}: 'nope' }, expect: 404, as: 'an unknown one' })

// Every other operation that changes nothing, with the examples of the description.
api.remaining()
`
}

/** A flat object as source code: what comes from a description stays text. */
function literal(value: Readonly<Record<string, unknown>>): string {
  return `{ ${Object.entries(value)
    .map(([key, member]) => `${key}: ${quoted(String(member))}`)
    .join(', ')} }`
}

/** A text as a literal of TypeScript. */
export function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  // What an editor shows in another order than it runs, or takes for the end of a line.
  const hidden = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g
  return `'${inner.replace(hidden, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)}'`
}

/** The text of a `.gitignore` with what a project leaves behind, or undefined when it says so already. */
export function withIgnored(text: string): string | undefined {
  const known = new Set(text.split('\n').map((line) => line.trim().replace(/^\/|\/?\*?$/g, '')))
  // Only the folders beside the config: `src/history` is somebody's source.
  const missing = ['node_modules/', envFile, '/reports/', '/history/'].filter(
    (line) => !known.has(line.replaceAll('/', '')),
  )
  if (missing.length === 0) return undefined
  const before = text === '' || text.endsWith('\n') ? text : `${text}\n`
  return `${before}${missing.map((line) => `${line}\n`).join('')}`
}
