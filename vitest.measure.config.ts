import base from '/work/wt/b/vitest.config.ts'
import { mergeConfig } from '/work/wt/b/node_modules/vitest/dist/config.js'
export default mergeConfig(base, { root: '/work/wt/b', cacheDir: '/work/wt/b/node_modules/.vite', server:{fs:{strict:false}}, test: { setupFiles: ['/work/wt/b/b-setup.mjs'] } })
