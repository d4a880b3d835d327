import { expect, it } from 'vitest'
import { originOf } from './origin.ts'

it('says where a run takes place, as GitHub Actions states it', () => {
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
})
