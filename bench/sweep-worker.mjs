// Processes one description per request of the parent: loads it, and compares it with itself and with its marked copy.
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { markAll } from './marked.mjs'

const { loadDocument } = await import('../dist/description/reading/load.js')
const { compareDocuments } = await import('../dist/run/contract/diff.js')

process.on('message', async ({ file }) => {
  process.send(await sweepOne(file))
})
// The parent has ended.
process.on('disconnect', () => process.exit())
process.send({ ready: true })

/** Returns the outcome for one description; never throws. */
async function sweepOne(file) {
  const result = { stage: 'load', millis: {} }
  try {
    const document = await timed(result, 'load', () => loadDocument(file))
    const self = await timed(result, 'self', () => compareDocuments(document, document))
    const copy = JSON.parse(await readFile(file, 'utf8'))
    result.marks = markAll(copy)
    // The content and name stay the same, so only the text is compared, not the location.
    const marked = await loadDocument({ content: JSON.stringify(copy), name: basename(file) })
    const against = await timed(result, 'marked', () => compareDocuments(document, marked))
    const back = await timed(result, 'back', () => compareDocuments(marked, document))
    const edited = await timed(result, 'edited', () => compareEdited(document, file))
    return {
      ...result,
      stage: 'done',
      dialect: document.dialect,
      operations: self.operations.length,
      flaws: document.flaws.length,
      notChecked: self.notChecked.map(({ what, because }) => `${what.replace(/^.*#/, '')}: ${because}`),
      edited,
      self: brief(self.findings),
      marked: brief([...against.findings, ...back.findings]),
    }
  } catch (error) {
    const known = error?.name === 'ToolError'
    return {
      ...result,
      error: {
        known,
        code: error?.code ?? error?.name,
        message: String(error?.message ?? error),
        stack: known ? undefined : error?.stack,
      },
    }
  }
}

/** Control: makes one real edit, which must be reported exactly once. Returns undefined if there is no operation to edit. */
async function compareEdited(document, file) {
  const copy = JSON.parse(await readFile(file, 'utf8'))
  const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options']
  const operation = Object.values(copy.paths ?? {})
    .flatMap((item) => methods.map((method) => item?.[method]))
    .find((found) => typeof found === 'object')
  if (operation === undefined) return undefined
  const added = { name: 'x-bench-added', in: 'query', required: true, schema: { type: 'string' } }
  operation.parameters = [...(operation.parameters ?? []), added]
  const edited = await loadDocument({ content: JSON.stringify(copy), name: basename(file) })
  return compareDocuments(document, edited).findings.map(({ ruleId }) => ruleId)
}

async function timed(result, stage, work) {
  result.stage = stage
  const start = process.cpuUsage()
  const value = await work()
  const { user, system } = process.cpuUsage(start)
  result.millis[stage] = (user + system) / 1000
  return value
}

function brief(findings) {
  return {
    count: findings.length,
    first: findings.slice(0, 3).map(({ ruleId, site, message }) => {
      const location = [site.component ?? site.operation, site.part, site.pointer].filter(Boolean).join(' ')
      return `${ruleId} at ${location}: ${message}`
    }),
    rules: [...new Set(findings.map((finding) => finding.ruleId))].sort(),
  }
}
