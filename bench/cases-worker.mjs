// Runs one peer in a separate process, because some pairs exhaust its memory or never finish.
import { createRequire } from 'node:module'

const order = ['breaking', 'compatible']
const reply = (findings) => ({
  verdict: order.find((verdict) => findings.some((finding) => finding.verdict === verdict)) ?? 'nothing',
  ids: [...new Set(findings.map(({ id }) => id))].sort(),
})

const tools = {
  'openapi-diff': async ({ before, after }) => {
    const { default: tool } = await import('openapi-diff')
    const spec = (content, location) => {
      return { content, location, format: content.startsWith('{"swagger"') ? 'swagger2' : 'openapi3' }
    }
    const sides = { sourceSpec: spec(before, 'a.json'), destinationSpec: spec(after, 'b.json') }
    const found = await tool.diffSpecs(sides)
    const of = (list, verdict) => (list ?? []).map(({ code }) => ({ verdict, id: code }))
    return reply([
      ...of(found.breakingDifferences, 'breaking'),
      ...of(found.nonBreakingDifferences, 'compatible'),
      ...of(found.unclassifiedDifferences, 'compatible'),
    ])
  },
  'api-smart-diff': async ({ before, after }) => {
    const { apiDiff } = createRequire(import.meta.url)('api-smart-diff')
    const diffs = apiDiff(JSON.parse(before), JSON.parse(after))
    return reply(diffs.map(({ type, action }) => ({ verdict: type === 'breaking' ? type : 'compatible', id: action })))
  },
}

process.on('message', async (pair) => {
  try {
    process.send(await tools[process.argv[2]](pair))
  } catch (error) {
    process.send({
      verdict: 'refused',
      ids: [
        String(error.message ?? error)
          .split('\n')[0]
          .slice(0, 120),
      ],
    })
  }
})
