export interface Description {
  readonly info?: { readonly title?: string; readonly version?: string; readonly description?: string }
  readonly servers?: readonly { readonly url: string }[]
  readonly components?: { readonly securitySchemes?: Readonly<Record<string, object>> }
  readonly paths?: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
}

interface DescribedOperation {
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly example?: unknown }>> }
}

interface Row {
  readonly method: string
  readonly path: string
  readonly operation: DescribedOperation
}

const methods: readonly string[] = ['get', 'post', 'put', 'patch', 'delete']

export function browsePage(description: Description): string {
  const { info, servers, paths = {} } = description
  const rows = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      methods.includes(method) ? [{ method: method.toUpperCase(), path, operation }] : [],
    ),
  )
  const tags = [...new Set(rows.map(tagOf))]
  const title = escapeHtml(info?.title ?? 'API')
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>${style}</style></head>
<body>
<h1>${title} <small>${escapeHtml(info?.version ?? '')}</small></h1>
<p>${escapeHtml(servers?.[0]?.url ?? '')} · ${rows.length} operations · <a href="/openapi.json">openapi.json</a></p>
<pre>${escapeHtml(info?.description ?? '')}</pre>
${tags
  .map((tag) =>
    section(
      tag,
      rows.filter((row) => tagOf(row) === tag),
    ),
  )
  .join('\n')}
</body>
</html>
`
}

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}' +
  'code,pre{font:14px/1.4 ui-monospace,monospace}pre{white-space:pre-wrap}summary{cursor:pointer}' +
  'details{border-top:1px solid #8884;padding:.4rem 0}b{display:inline-block;width:4rem}'

function section(tag: string, rows: readonly Row[]): string {
  return `<h2>${escapeHtml(tag)}</h2>\n${rows.map(entry).join('\n')}`
}

function entry({ method, path, operation }: Row): string {
  const { summary = '', description, requestBody } = operation
  const example = requestBody?.content?.['application/json']?.example
  const parts = [
    description === undefined ? '' : `<p>${escapeHtml(description)}</p>`,
    example === undefined ? '' : `<pre>${escapeHtml(JSON.stringify(example, null, 2))}</pre>`,
  ].join('')
  return `<details><summary><code><b>${method}</b>${escapeHtml(path)}</code> ${escapeHtml(summary)}</summary>${parts}</details>`
}

function tagOf({ operation }: Row): string {
  return operation.tags?.[0] ?? 'operations'
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character)
}
