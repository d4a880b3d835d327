import type { Excerpt, Origin } from '../../model/report/origin.ts'
import { described, line, list, maybe, object, string } from './schema-parts.ts'

/** The schema of `origin`. */
export const origin = object<Origin>({
  commit: maybe(described('Of the repository that holds descriptions and suites.')),
  commitUrl: maybe(string),
  repositoryUrl: maybe(string),
  run: maybe(described('What the run is called where it took place.')),
  runUrl: maybe(string),
  release: maybe(
    described('The release that is checked: SPECDRIFT_RELEASE, or the tag that a run of GitHub Actions is for.'),
  ),
})

/** The schema of one of `excerpts`. */
export const excerpt = object<Excerpt>({ file: string, line, lines: list(string) })
