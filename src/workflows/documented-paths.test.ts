import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const decisions = readdirSync(join(root, 'docs/decisions')).map((name) => `docs/decisions/${name}`)

/** Returns source files and folders named in backticks, such as `room/file.ts` or `room/folder/`. */
function pathsIn(page: string): readonly string[] {
  const text = readFileSync(join(root, page), 'utf8')
  const named = [...text.matchAll(/`((?:[\w.-]+\/)+(?:[\w.-]+\.(?:ts|tsx|mjs))?)`/g)].map(([, path]) => path ?? '')
  return named.filter(
    (path) => /^(src|\.ci|bench|prove)\//.test(path) || existsSync(join(root, 'src', path.split('/')[0] ?? '')),
  )
}

/** Returns link targets that are files of this repository. */
function linksIn(page: string): readonly string[] {
  const text = readFileSync(join(root, page), 'utf8')
  return [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map(([, target]) => target ?? '')
    .filter((target) => !/^[a-z]+:/.test(target))
}

describe.each(['src/README.md', ...decisions])('%s', (page) => {
  it('names existing files and folders, and links to existing pages', () => {
    const missing = pathsIn(page).filter(
      (path) => ![root, join(root, 'src')].some((from) => existsSync(join(from, path))),
    )
    const dead = linksIn(page).filter((target) => !existsSync(join(root, dirname(page), target)))
    expect([missing, dead]).toEqual([[], []])
  })
})

it('finds the paths on a page', () => {
  expect(pathsIn('src/README.md').length).toBeGreaterThan(30)
})
