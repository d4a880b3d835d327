import { describe, expect, it } from 'vitest'
import { confineToFolder, confineToOrigin, isBelow } from './confine.ts'

describe('a folder', () => {
  const { resolve, pathOf } = confineToFolder('/work/api/main.yaml')

  it.each([
    ['b.yaml', '/work/api/b.yaml'],
    ['parts/b.yaml', '/work/api/parts/b.yaml'],
    ['%62.yaml', '/work/api/b.yaml'],
    ['100%.yaml', '/work/api/100%.yaml'],
    ['parts\\b.yaml', '/work/api/parts/b.yaml'],
    ['../api/b.yaml', '/work/api/b.yaml'],
    ['..b.yaml', '/work/api/..b.yaml'],
    // Neither is a scheme: RFC 3986 §3.1 lets it begin with a letter, and one letter is a drive.
    ['parts/ab:c.yaml', '/work/api/parts/ab:c.yaml'],
    ['1a:b.yaml', '/work/api/1a:b.yaml'],
    ['parts//', '/work/api/parts/'],
  ])('holds %s', (target, location) => {
    expect(resolve(target, '/work/api/main.yaml')).toEqual({ location })
  })

  it.each([
    ['FILE:b.yaml', 'a description read from a file may not reach the network or another scheme'],
    ['%68ttp://a.example/b.yaml', 'a description read from a file may not reach the network or another scheme'],
    ['//a.example/b.yaml', 'a description read from a file may not reach the network or another scheme'],
    ['/work/api/b.yaml', 'the path is absolute'],
    ['C:/b.yaml', 'the path is absolute'],
    ['b.yaml%00', 'the path holds a NUL'],
    ['..', "it leaves the description's folder"],
    ['../', "it leaves the description's folder"],
    ['.', "it leaves the description's folder"],
    ['../api2/b.yaml', "it leaves the description's folder"],
    ['parts/../../b.yaml', "it leaves the description's folder"],
  ])('does not hold %s', (target, refused) => {
    expect(resolve(target, '/work/api/main.yaml')).toEqual({ refused })
  })

  it('is that of the main file, whichever file refers', () => {
    expect(resolve('../b.yaml', '/work/api/parts/a.yaml')).toEqual({ location: '/work/api/b.yaml' })
    expect(resolve('../../b.yaml', '/work/api/parts/a.yaml')).toEqual({ refused: "it leaves the description's folder" })
    expect(pathOf('/work/api/parts/a.yaml')).toBe('parts/a.yaml')
  })

  it('is not below itself, nor is the one above', () => {
    expect(['/work', '/work/api', '/work/api/', '/work/api/b'].map((path) => isBelow('/work/api', path))).toEqual([
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
  ])('holds %s', (target, location) => {
    expect(resolve(target, main)).toEqual({ location })
  })

  it.each([
    ['http://api.example/b.yaml', 'it leaves https://api.example'],
    ['https://api.example:8443/b.yaml', 'it leaves https://api.example'],
    ['https://u@api.example/b.yaml', 'it holds credentials'],
    ['https://:p@api.example/b.yaml', 'it holds credentials'],
    ['https://[/b.yaml', 'it is not a URL'],
  ])('does not hold %s', (target, refused) => {
    expect(resolve(target, main)).toEqual({ refused })
  })

  it('names a file by its path and query, without a credential', () => {
    expect(pathOf('https://api.example/v1/parts/b.yaml?v=1&api_key=k')).toBe('parts/b.yaml?v=1')
    expect(pathOf('https://api.example/b.yaml')).toBe('../b.yaml')
  })
})
