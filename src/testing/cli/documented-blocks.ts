import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The fenced blocks of a language in a page of this repository. */
export function blocksOf(page: string, language: string): string[] {
  const text = readFileSync(resolve(join(import.meta.dirname, '../../..'), page), 'utf8')
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, block]) => block ?? '')
}
