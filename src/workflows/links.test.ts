import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { docsUrl } from '../report/docs-link.ts'
import { packedArchive } from '../testing/cli/packed-archive.ts'

const root = resolve(import.meta.dirname, '../..')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const repository: string = manifest.repository.url.replace(/^git\+|\.git$/g, '')

const git = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
const pages = git.stdout
  .split('\n')
  .filter(
    (page) =>
      /^(README|CONTRIBUTING|SECURITY|CHANGELOG|docs\/|src\/README|\.github\/)/.test(page) &&
      existsSync(join(root, page)),
  )

const packed = new Set((await packedArchive()).paths)

const textOf = (page: string): string => readFileSync(join(root, page), 'utf8')

const withoutCode = (text: string): string => text.replace(/^( *)(`{3,})[\s\S]*?^\1\2/gm, '').replace(/`[^`\n]*`/g, '`')

/** Returns link and image targets of a page. */
function linksIn(text: string): readonly string[] {
  return [...withoutCode(text).matchAll(/\]\(([^)\s]+)(?: "[^"]*")?\)/g)].map(([, target]) => target ?? '')
}

/** Returns the anchors that GitHub generates for a page's headings. */
function anchorsIn(text: string): ReadonlySet<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of text.replace(/^( *)(`{3,})[\s\S]*?^\1\2/gm, '').matchAll(/^#{1,6} (.*)$/gm)) {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const anchor = plain.replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-')
    let unique = anchor
    for (let count = 1; anchors.has(unique); count++) unique = `${anchor}-${count}`
    anchors.add(unique)
  }
  return anchors
}

/** Returns the file of this repository that a link points to, with its anchor, or undefined for an external link. */
function targetOf(page: string, link: string): { readonly file: string; readonly anchor: string } | undefined {
  const [path = '', anchor = ''] = link.split('#')
  const own = [`${repository}/blob/main/`, `${repository}/tree/main/`, `${repository}/raw/main/`].find((prefix) =>
    path.startsWith(prefix),
  )
  if (own !== undefined) return { file: path.slice(own.length), anchor }
  if (path.startsWith(docsUrl))
    return { file: `docs/${path.slice(docsUrl.length).replace(/\.html$/, '.md') || 'README.md'}`, anchor }
  if (/^[a-z]+:/.test(path)) return undefined
  return { file: path === '' ? page : relative(root, join(root, dirname(page), path)), anchor }
}

function deadLinks(page: string, text: string): string[] {
  return linksIn(text).filter((link) => {
    const target = targetOf(page, link)
    if (target === undefined) return false
    const path = join(root, target.file)
    if (!existsSync(path)) return true
    return target.anchor !== '' && path.endsWith('.md') && !anchorsIn(readFileSync(path, 'utf8')).has(target.anchor)
  })
}

/** Hosts allowed in external links. Review a site before adding it. */
const hosts = [
  'docs.gitlab.com',
  'github.com',
  'semver.org',
  'spec.openapis.org',
  'vector.dev',
  'www.conventionalcommits.org',
  'www.npmjs.com',
  'www.schemastore.org',
]

/** Returns invalid external links: no https, an unknown host, credentials, or a character that terminates them. */
function doubtful(page: string): string[] {
  return linksIn(textOf(page)).filter((link) => {
    if (!/^[a-z]+:/.test(link) || link.startsWith(docsUrl)) return false
    if (!URL.canParse(link)) return true
    const { protocol, host, username, href } = new URL(link)
    return protocol !== 'https:' || !hosts.includes(host) || username !== '' || /[\s<>"…]|[.,;]$/.test(href)
  })
}

it('external links use https and known hosts', () => {
  expect(pages.flatMap((page) => doubtful(page).map((link) => `${page}: ${link}`))).toEqual([])
})

it('finds the pages', () => {
  expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/README.md', 'docs/rules/enum-narrowed.md']))
  expect(deadLinks('README.md', '[a](b.md) [c](#nothing) [d](docs/cli.md#specdrift-diff)')).toEqual([
    'b.md',
    '#nothing',
  ])
})

it('links point to existing pages and headings', () => {
  expect(pages.flatMap((page) => deadLinks(page, textOf(page)).map((link) => `${page}: ${link}`))).toEqual([])
})

it('a packed page links only to packed files', () => {
  const isPacked = (file: string) => packed.has(file) || [...packed].some((path) => path.startsWith(`${file}/`))
  const outside = pages
    .filter((page) => packed.has(page))
    .flatMap((page) =>
      linksIn(textOf(page))
        .filter((link) => !/^[a-z]+:/.test(link) && !isPacked(targetOf(page, link)?.file ?? ''))
        .map((link) => `${page}: ${link}`),
    )
  expect(outside).toEqual([])
})

it('package.json has the homepage that reports link to', () => {
  expect(manifest.homepage).toBe(docsUrl)
})
