import { describe, expect, it } from 'vitest'
import { confineToFolder, confineToOrigin, isBelow } from './confine.ts'

describe('a folder', () => {
  const { resolve, pathOf } = confineToFolder('/srv/api/main.yaml')

  it.each([
    ['b.yaml', '/srv/api/b.yaml'],
    ['parts/b.yaml', '/srv/api/parts/b.yaml'],
    ['%62.yaml', '/srv/api/b.yaml'],
    ['100%.yaml', '/srv/api/100%.yaml'],
    ['parts\\b.yaml', '/srv/api/parts/b.yaml'],
    ['../api/b.yaml', '/srv/api/b.yaml'],
    ['..b.yaml', '/srv/api/..b.yaml'],
    // No schemes either: RFC 3986 §3.1 requires a leading letter, and a single letter is a drive.
    ['parts/ab:c.yaml', '/srv/api/parts/ab:c.yaml'],
    ['1a:b.yaml', '/srv/api/1a:b.yaml'],
    ['parts//', '/srv/api/parts/'],
  ])('contains %s', (target, location) => {
    expect(resolve(target, '/srv/api/main.yaml')).toEqual({ location })
  })

  it.each([
    ['FILE:b.yaml', 'a description read from a file may not reach the network or another scheme'],
    ['%68ttp://a.example/b.yaml', 'a description read from a file may not reach the network or another scheme'],
    ['//a.example/b.yaml', 'a description read from a file may not reach the network or another scheme'],
    ['/srv/api/b.yaml', 'the path is absolute'],
    ['C:/b.yaml', 'the path is absolute'],
    ['b.yaml%00', 'the path holds a NUL'],
    ['..', "it leaves the description's folder"],
    ['../', "it leaves the description's folder"],
    ['.', "it leaves the description's folder"],
    ['../api2/b.yaml', "it leaves the description's folder"],
    ['parts/../../b.yaml', "it leaves the description's folder"],
  ])('does not contain %s', (target, refused) => {
    expect(resolve(target, '/srv/api/main.yaml')).toEqual({ refused })
  })

  it('is always that of the main file', () => {
    expect(resolve('../b.yaml', '/srv/api/parts/a.yaml')).toEqual({ location: '/srv/api/b.yaml' })
    expect(resolve('../../b.yaml', '/srv/api/parts/a.yaml')).toEqual({ refused: "it leaves the description's folder" })
    expect(pathOf('/srv/api/parts/a.yaml')).toBe('parts/a.yaml')
  })

  it('does not contain itself or its parent', () => {
    expect(['/work', '/srv/api', '/srv/api/', '/srv/api/b'].map((path) => isBelow('/srv/api', path))).toEqual([
      false,
      false,
      false,
      true,
    ])
  })
})

describe('an origin', () => {
  const main = 'https://api.example/v1/main.yaml'
  const { resolve, pathOf } = confineToOrigin(main)

  it.each([
    ['b.yaml', 'https://api.example/v1/b.yaml'],
    ['../b.yaml?v=1', 'https://api.example/b.yaml?v=1'],
    ['//api.example/b.yaml', 'https://api.example/b.yaml'],
    ['https://api.example:443/b.yaml#/a', 'https://api.example/b.yaml'],
  ])('contains %s', (target, location) => {
    expect(resolve(target, main)).toEqual({ location })
  })

  it.each([
    ['http://api.example/b.yaml', 'it leaves https://api.example'],
    ['https://api.example:8443/b.yaml', 'it leaves https://api.example'],
    ['https://u@api.example/b.yaml', 'it holds credentials'],
    ['https://:p@api.example/b.yaml', 'it holds credentials'],
    ['https://[/b.yaml', 'it is not a URL'],
  ])('does not contain %s', (target, refused) => {
    expect(resolve(target, main)).toEqual({ refused })
  })

  it('names a file by path and query, without credentials', () => {
    expect(pathOf('https://api.example/v1/parts/b.yaml?v=1&api_key=k')).toBe('parts/b.yaml?v=1')
    expect(pathOf('https://api.example/b.yaml')).toBe('../b.yaml')
  })
})
