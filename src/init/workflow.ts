import { variablesOf } from '../config/variables.ts'
import type { Ci, Setup } from './setup.ts'
import { baseUrlVariable } from './variable-name.ts'

/** Returns the workflow's path relative to the project. GitHub only reads workflows at the top of a repository. */
export function workflowFile({ api }: Setup, { folder }: Ci): string {
  const up = folder === '' ? '' : folder.replace(/[^/]+/g, '..').concat('/')
  return `${up}.github/workflows/${nameOf(api, folder)}.yml`
}

/** Returns the workflow's name. Includes the API, because other folders of a repository may have their own workflow. */
function nameOf(api: string, folder: string): string {
  return folder === '' ? 'specdrift' : `specdrift-${api}`
}

/** Renders a GitHub workflow that runs the monitor on a schedule and stores its reports. */
export function workflowText(setup: Setup, ci: Ci): string {
  const { api, baseUrl, credentials, sourceAuth = [] } = setup
  const { program, installs, folder } = ci
  const name = nameOf(api, folder)
  const below = (path: string) => (folder === '' ? path : JSON.stringify(`${folder}/${path}`))
  const env = [
    ...(baseUrl === undefined ? [reference('vars', baseUrlVariable(api))] : []),
    // The monitor also fetches the published description.
    ...new Set([...credentials, ...sourceAuth].flatMap(variablesOf).map((variable) => reference('secrets', variable))),
  ]
  return `# Checks the live API against its contract. Created by specdrift init; edit it as you like.
# Actions are pinned by commit; Dependabot or Renovate moves them.
name: ${name}

on:
  schedule:
    # Not at a full hour, when GitHub delays or drops scheduled runs.
    - cron: '37 5 * * *'
  workflow_dispatch:

permissions:
  contents: read

concurrency:
  group: ${name}
  cancel-in-progress: false

jobs:
  monitor:
    runs-on: ubuntu-latest
    timeout-minutes: 15
${defaults(folder)}    steps:
      - uses: actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2
        with:
          persist-credentials: false
      - uses: actions/setup-node@6044e13b5dc448c55e2357c09f80417699197238 # v6.2.0
        with:
          node-version: 24
${installs ? '      - run: npm ci\n' : ''}      # Earlier runs, from which the monitor knows which findings are new.
      - uses: actions/cache/restore@cdf6c1fa76f9f475f3d7449005a359c84ca0f306 # v5.0.3
        with:
          path: ${below('history')}
          key: ${name}-history-\${{ github.run_id }}-\${{ github.run_attempt }}
          restore-keys: ${name}-history-
      # Exit codes: 0 clean, 1 drift, 2 could not check. The job fails on 1 and 2; the summary says which.
      - name: Monitor
        run: ${program} monitor ${api}
${env.length === 0 ? '' : `        env:\n${env.join('')}`}      - name: Summary
        if: always()
        run: |
          if [ -f reports/${api}/report.md ]; then
            cat reports/${api}/report.md >> "$GITHUB_STEP_SUMMARY"
          else
            echo '## Nothing was checked: see the log of the monitor step' >> "$GITHUB_STEP_SUMMARY"
          fi
      # A separate step, because actions/cache doesn't save anything if the job fails.
      - uses: actions/cache/save@cdf6c1fa76f9f475f3d7449005a359c84ca0f306 # v5.0.3
        if: always()
        with:
          path: ${below('history')}
          key: ${name}-history-\${{ github.run_id }}-\${{ github.run_attempt }}
      - uses: actions/upload-artifact@bbbca2ddaa5d8feaa63e36b76fdaad77386f024f # v7.0.0
        if: always()
        with:
          name: ${name}-reports
          path: ${below('reports/')}
          if-no-files-found: warn
${/^https?:/i.test(setup.source) ? snapshotJob(setup, ci) : ''}`
}

/** Renders the job that commits a changed description. Only this job may write to the repository. */
function snapshotJob({ api, sourceAuth = [], snapshot }: Setup, { program, installs, folder }: Ci): string {
  const env = [...new Set(sourceAuth.flatMap(variablesOf))].map((variable) => reference('secrets', variable))
  const isAuto = snapshot === 'auto'
  const save = isAuto
    ? '          git push origin "HEAD:$GITHUB_REF_NAME"'
    : `          branch=specdrift/${api}-snapshot
          last() { git show "$1:./specs/${api}/snapshots.json" | grep '"sha256"' | tail -n 1; }
          proposed=
          if git fetch --quiet --depth=1 origin "refs/heads/$branch"; then
            proposed=$(git rev-parse FETCH_HEAD)
            if [ "$(last "$proposed")" = "$(last HEAD)" ]; then echo 'This snapshot is already proposed.'; exit 0; fi
            if [ "$(git log -1 --format=%ce "$proposed")" != "$(git log -1 --format=%ce)" ]; then
              echo "::error::Somebody else committed to $branch. Merge or delete the branch to get a new proposal."; exit 1
            fi
          fi
          git push --force-with-lease="$branch:$proposed" origin "HEAD:refs/heads/$branch"
          gh pr view "$branch" || gh pr create --base "$GITHUB_REF_NAME" --head "$branch" \\
            --title 'New snapshot of ${api}' --body 'The published description changed.'`
  return `
  # ${isAuto ? 'Commits a changed description as the new snapshot.' : 'Proposes a changed description as the new snapshot. Needs "Allow GitHub Actions to create pull requests" in the settings.'}
  snapshot:
    if: github.ref_type == 'branch'
    runs-on: ubuntu-latest
    timeout-minutes: 5
    permissions:
      contents: write
${isAuto ? '' : '      pull-requests: write\n'}${defaults(folder)}    steps:
      - uses: actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2
        with:
          persist-credentials: false
      - uses: actions/setup-node@6044e13b5dc448c55e2357c09f80417699197238 # v6.2.0
        with:
          node-version: 24
${installs ? '      - run: npm ci\n' : ''}      - name: Snapshot
        run: ${program} snapshot add ${api}
${env.length === 0 ? '' : `        env:\n${env.join('')}`}      - name: Store
        env:
          GH_TOKEN: \${{ github.token }}
        run: |
          [ -n "$(git status --porcelain -- specs/${api})" ] || exit 0
          gh auth setup-git
          git config user.name 'github-actions[bot]'
          git config user.email '41898282+github-actions[bot]@users.noreply.github.com'
          git add specs/${api}
          git commit --message 'New snapshot of ${api}'
${save}
`
}

function defaults(folder: string): string {
  return folder === '' ? '' : `    defaults:\n      run:\n        working-directory: ${JSON.stringify(folder)}\n`
}

function reference(context: 'vars' | 'secrets', variable: string): string {
  return `          ${variable}: \${{ ${context}.${variable} }}\n`
}
