import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isObject } from '../util/json.ts'
import { configJsonSchema } from './schema.ts'

interface Property {
  /** Path of the property. */
  readonly location: string
  readonly description: unknown
}

/** Returns every property of a JSON Schema, at every level and in every branch. */
function propertiesOf(schema: unknown, location: readonly string[] = []): readonly Property[] {
  if (Array.isArray(schema)) return schema.flatMap((each) => propertiesOf(each, location))
  if (!isObject(schema)) return []
  const { properties = {}, ...others } = schema
  const here = Object.entries(properties ?? {}).flatMap(([key, child]: [string, unknown]) => {
    const path = [...location, key]
    const description = isObject(child) ? child.description : undefined
    return [{ location: path.join('.'), description }, ...propertiesOf(child, path)]
  })
  return [...here, ...Object.values(others).flatMap((child) => propertiesOf(child, location))]
}

describe('the published schema of a config', () => {
  const properties = propertiesOf(configJsonSchema())

  it('covers the whole schema', () => {
    const locations = properties.map(({ location }) => location)
    expect(locations).toEqual(
      expect.arrayContaining([
        ...['$schema', 'rules.severity', 'notify.secretEnv', 'apis.auth.apply', 'apis.coverage.contentTypes'],
        ...['apis.target.timeouts.totalMs', 'apis.target.rateLimit.perSecond'],
      ]),
    )
    expect(locations.length).toBeGreaterThan(80)
  })

  it('describes every property in a sentence', () => {
    const sentence = /^[A-Z`](?!.*\. [A-Z]).*\.$/
    const without = properties.filter(({ description }) => !sentence.test(String(description)))
    expect(without).toEqual([])
  })

  it('has only keys that the configuration page documents', async () => {
    const page = await readFile(join(import.meta.dirname, '../../docs/config.md'), 'utf8')
    const code = (page.match(/`[^`]+`/g) ?? []).join(' ')
    const keys = new Set(properties.map(({ location }) => location.split('.').at(-1) ?? ''))
    const words = new Set(code.match(/[$\w]+/g))
    expect([...keys].filter((key) => !words.has(key))).toEqual([])
  })
})
