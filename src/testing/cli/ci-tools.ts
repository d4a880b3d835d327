import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

const folder = resolve(import.meta.dirname, '../../../.ci/tools')

/** The packages that only CI and releases need: `npm ci --prefix .ci/tools` installs them. */
export const ciTools = { folder, packages: join(folder, 'node_modules') }

/** Whether tests that need these packages are skipped: they are not installed, and `REQUIRE_CI_TOOLS=1` does not require them. */
export const withoutCiTools = !existsSync(ciTools.packages) && process.env.REQUIRE_CI_TOOLS !== '1'
if (withoutCiTools) process.stderr.write('Tests that need .ci/tools are skipped: npm ci --prefix .ci/tools\n')
