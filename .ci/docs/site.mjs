// Generates a static site from docs/, one HTML page per Markdown page. The argument sets another output folder. The
// navigation comes from docs/README.md. Links between pages are relative, so the site also works from a folder.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import MarkdownIt from 'markdown-it'
import anchor from 'markdown-it-anchor'

const root = fileURLToPath(new URL('../../', import.meta.url))
const docs = join(root, 'docs')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const repository = manifest.repository.url.replace(/^git\+|\.git$/g, '')

/** Returns GitHub's anchor of a heading, which links between the pages use. */
const slugify = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')

/** Converts `concepts.md#words` to `concepts.html#words`, and links to files outside docs/ to URLs of the repository. */
function hrefOf(page, link) {
  if (/^[a-z]+:|^#/.test(link)) return link
  const [path, fragment] = link.split('#')
  const target = posix.join(posix.dirname(page), path)
  const hash = fragment === undefined ? '' : `#${fragment}`
  if (target.startsWith('../')) return `${repository}/blob/main/${target.slice(3)}${hash}`
  return `${path.replace(/README\.md$/, 'index.html').replace(/\.md$/, '.html')}${hash}`
}

/** Renders the Markdown text of a page as HTML. */
function render(text, page) {
  // Escape HTML in the pages, because they quote descriptions of other people.
  const markdown = new MarkdownIt({ html: false, linkify: false })
  markdown.use(anchor, { slugify, permalink: anchor.permalink.headerLink({ safariReaderFix: true }) })
  const plain =
    markdown.renderer.rules.link_open ?? ((tokens, at, options, _, self) => self.renderToken(tokens, at, options))
  markdown.renderer.rules.link_open = (tokens, at, options, env, self) => {
    const href = tokens[at].attrGet('href')
    if (href !== null) tokens[at].attrSet('href', hrefOf(page, href))
    return plain(tokens, at, options, env, self)
  }
  return markdown.render(text.replace(/^<!--.*?-->\s*/s, ''))
}

const escaped = (text) =>
  text.replace(/[&<>"]/g, (found) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[found])

/** Renders the sections and links of the navigation, relative to a page. */
function navigation(page) {
  const here = posix.dirname(page)
  const sections = readFileSync(join(docs, 'README.md'), 'utf8').split(/^## /m).slice(1)
  return sections
    .map((section) => {
      const [title = ''] = section.split('\n', 1)
      const items = [...section.matchAll(/\[([^\]]+)\]\(([^)\s]+\.md)\)/g)].map(([, name, target]) => {
        const current = posix.normalize(target) === page ? ' aria-current="page"' : ''
        const href = posix.relative(here, target.replace(/README\.md$/, 'index.html').replace(/\.md$/, '.html'))
        return `<li><a href="${escaped(href)}"${current}>${escaped(name)}</a></li>`
      })
      return `<h2>${escaped(title)}</h2><ul>${items.join('')}</ul>`
    })
    .join('\n')
}

function pageOf(page) {
  const text = readFileSync(join(docs, page), 'utf8')
  const title = /^# (.*)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? page
  const up = posix.relative(posix.dirname(page), '.') || '.'
  const csp = "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'"
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${csp}">
<title>${escaped(title)}${title === 'specdrift' ? '' : ' · specdrift'}</title>
<link rel="stylesheet" href="${up}/style.css">
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header><a href="${up}/index.html"><b>specdrift</b></a> <a href="${escaped(repository)}">repository</a></header>
<div class="columns">
<nav aria-label="Pages">
${navigation(page)}
</nav>
<main id="content" tabindex="-1">
${render(text, page)}
</main>
</div>
</body>
</html>
`
}

/** Returns the paths of all Markdown pages in docs/, except decision records. */
function pages(folder = docs) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'decisions' ? [] : pages(path)
    return entry.name.endsWith('.md') ? [relative(docs, path).replaceAll('\\', '/')] : []
  })
}

const target = process.argv[2] ?? join(root, 'site/docs')
rmSync(target, { recursive: true, force: true })
for (const page of pages().sort()) {
  const file = join(target, page.replace(/README\.md$/, 'index.html').replace(/\.md$/, '.html'))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, pageOf(page))
}
cpSync(join(docs, 'images'), join(target, 'images'), { recursive: true })
cpSync(new URL('site.css', import.meta.url), join(target, 'style.css'))
