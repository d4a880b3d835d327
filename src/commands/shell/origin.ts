import type { Origin } from '../../model/report/origin.ts'
import type { Report } from '../../model/report.ts'

/** Reads SPECDRIFT_RELEASE and https://docs.github.com/actions/reference/workflows-and-actions/variables. */
export function originOf(env: NodeJS.ProcessEnv): Origin | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_SHA: commit, GITHUB_RUN_ID: id } = env
  const release = env.SPECDRIFT_RELEASE || (env.GITHUB_REF_TYPE === 'tag' && env.GITHUB_REF_NAME) || undefined
  if (!server || !repository) return release === undefined ? undefined : { release }
  const repositoryUrl = `${server}/${repository}`
  return {
    repositoryUrl,
    ...(commit && { commit, commitUrl: `${repositoryUrl}/commit/${commit}` }),
    ...(id && { run: `run ${env.GITHUB_RUN_NUMBER || id}`, runUrl: `${repositoryUrl}/actions/runs/${id}` }),
    ...(release && { release }),
  }
}

/** Adds the origin of the run to a report, if known. */
export function withOrigin(report: Report, env: NodeJS.ProcessEnv): Report {
  const origin = originOf(env)
  return origin === undefined ? report : { ...report, origin }
}
