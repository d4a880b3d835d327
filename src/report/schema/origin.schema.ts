import type { Excerpt, Origin } from '../../model/report/origin.ts'
import { described, line, list, maybe, object, string } from './schema-parts.ts'

export const origin = object<Origin>({
  commit: maybe(described('Commit of the repository with descriptions and suites.')),
  commitUrl: maybe(string),
  repositoryUrl: maybe(string),
  run: maybe(described('Name of the run in CI.')),
  runUrl: maybe(string),
  release: maybe(described('Release under test: SPECDRIFT_RELEASE, or the tag of a GitHub Actions run.')),
})

export const excerpt = object<Excerpt>({ file: string, line, lines: list(string) })
