import { variablesOf } from '../config/variables.ts'
import type { Ci, Setup } from './setup.ts'
import { baseUrlVariable } from './variable-name.ts'

/** Where the workflow is, from the project's folder: GitHub reads only those at the top of a repository. */
export function workflowFile({ api }: Setup, { folder }: Ci): string {
  const up = folder === '' ? '' : folder.replace(/[^/]+/g, '..').concat('/')
  return `${up}.github/workflows/${nameOf(api, folder)}.yml`
}

/** Other folders of a repository may have a workflow of their own. */
function nameOf(api: string, folder: string): string {
  return folder === '' ? 'specdrift' : `specdrift-${api}`
}

/** The GitHub workflow that runs the monitor on a schedule and keeps its reports. */
export function workflowText({ api, baseUrl, credentials }: Setup, { program, installs, folder }: Ci): string {
  const name = nameOf(api, folder)
  const below = (path: string) => (folder === '' ? path : JSON.stringify(`${folder}/${path}`))
  const env = [
    ...(baseUrl === undefined ? [reference('vars', baseUrlVariable(api))] : []),
    ...new Set(credentials.flatMap(variablesOf).map((variable) => reference('secrets', variable))),
  ]
  return `# Holds the live API to its contract. Written by specdrift init, and yours to change.
# Actions are pinned by commit; Dependabot or Renovate moves them.
name: ${name}

on:
  schedule:
    # An odd minute: full hours are when scheduled runs are late or dropped.
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
${folder === '' ? '' : `    defaults:\n      run:\n        working-directory: ${JSON.stringify(folder)}\n`}    steps:
      - uses: actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2
        with:
          persist-credentials: false
      - uses: actions/setup-node@6044e13b5dc448c55e2357c09f80417699197238 # v6.2.0
        with:
          node-version: 24
${installs ? '      - run: npm ci\n' : ''}      # The history of earlier runs decides what is new and since when.
      - uses: actions/cache/restore@cdf6c1fa76f9f475f3d7449005a359c84ca0f306 # v5.0.3
        with:
          path: ${below('history')}
          key: ${name}-history-\${{ github.run_id }}-\${{ github.run_attempt }}
          restore-keys: ${name}-history-
      # 0 clean, 1 drift, 2 could not check: both of the latter end red, and the summary says which it was.
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
      # By hand, as actions/cache keeps nothing of a run that ends red.
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
`
}

function reference(context: 'vars' | 'secrets', variable: string): string {
  return `          ${variable}: \${{ ${context}.${variable} }}\n`
}
