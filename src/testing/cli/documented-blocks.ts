import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Returns the fenced code blocks of a language on a page of this repository. */
export function blocksOf(page: string, language: string): string[] {
  const text = readFileSync(resolve(join(import.meta.dirname, '../../..'), page), 'utf8')
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, block]) => block ?? '')
}
