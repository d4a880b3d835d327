import { expect, it } from 'vitest'
import { fileLink, issueLink, webLink } from './links.ts'

const origin = { repositoryUrl: 'https://github.com/acme/shop', commit: 'da94ba8' }

it.each([
  ['https://github.com/acme/shop/actions/runs/9001', true],
  ['http://ghe.local:8080/a', true],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['https://user:secret@evil.example/', false],
  ['https://a b.example/', false],
  ['https://a.example/"><script>', false],
  ['//evil.example', false],
])('%s may be followed: %s', (address, may) => {
  expect(webLink(address)).toBe(may ? address : undefined)
})

it('links a line of a file at the commit, but no file outside the repository', () => {
  expect(fileLink(origin, 'specs/a b.yaml', 3)).toBe('https://github.com/acme/shop/blob/da94ba8/specs/a%20b.yaml#L3')
  for (const file of ['/etc/passwd', '../x.yaml', 'a/../../x', 'https://a.example/x.yaml', 'git:HEAD:x.yaml'])
    expect(fileLink(origin, file, 3), file).toBeUndefined()
  expect(fileLink({ ...origin, commit: 'main"' }, 'a.yaml', 3)).toBeUndefined()
  expect(fileLink(undefined, 'a.yaml', 3)).toBeUndefined()
})

it('escapes title and text of an issue link', () => {
  const link = issueLink(origin, 'a & b', '"><script>\n#')
  expect(link).toBe('https://github.com/acme/shop/issues/new?title=a%20%26%20b&body=%22%3E%3Cscript%3E%0A%23')
  expect(issueLink({ repositoryUrl: 'javascript:x' }, 'a', 'b')).toBeUndefined()
})
