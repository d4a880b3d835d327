import type { UserConfig } from './src/config/schema.ts'

export default {
  apis: {
    lending: {
      suites: 'suites/lending/*.suite.ts',
      target: { baseUrlEnv: 'LENDING_BASE_URL', sandbox: true },
      auth: [
        { prefix: '/main-account', type: 'bearer', env: 'LENDING_MAIN_TOKEN' },
        { prefix: '/sub-account', type: 'bearer', env: 'LENDING_SUB_TOKEN' },
      ],
    },
  },
  // What the lending service itself publishes as breaking, see specs/lending.
  policy: 'strict',
  // Told by the drift workflow, and by whoever says --notify.
  notify: [{ type: 'github-issue' }],
} satisfies UserConfig
