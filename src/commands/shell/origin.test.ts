import { expect, it } from 'vitest'
import { originOf } from './origin.ts'

it('reads the origin of a run from the variables of GitHub Actions', () => {
  const env = {
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_SHA: 'da94ba8',
    GITHUB_RUN_ID: '9001',
    GITHUB_RUN_NUMBER: '412',
  }
  expect(originOf(env)).toEqual({
    repositoryUrl: 'https://github.com/acme/shop',
    commit: 'da94ba8',
    commitUrl: 'https://github.com/acme/shop/commit/da94ba8',
    run: 'run 412',
    runUrl: 'https://github.com/acme/shop/actions/runs/9001',
  })
  expect(originOf({ GITHUB_SHA: 'da94ba8' })).toBeUndefined()
  const tag = { GITHUB_REF_TYPE: 'tag', GITHUB_REF_NAME: 'v2.1.0' }
  expect(originOf({ ...env, ...tag })).toMatchObject({ run: 'run 412', release: 'v2.1.0' })
  expect(originOf({ ...env, ...tag, SPECDRIFT_RELEASE: '2.1.0' })).toMatchObject({ release: '2.1.0' })
  expect(originOf({ GITHUB_REF_TYPE: 'branch', GITHUB_REF_NAME: 'main' })).toBeUndefined()
  expect(originOf({ SPECDRIFT_RELEASE: '2.1.0' })).toEqual({ release: '2.1.0' })
})
