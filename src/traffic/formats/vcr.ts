import { CORE_SCHEMA, defineScalarTag, load, mapTag, seqTag } from 'js-yaml'
import type { Json } from '../../model/json.ts'
import { readCassette } from '../reading/cassette.ts'
import { defineFormat } from '../recording.ts'

export default defineFormat({
  id: 'vcr',
  title: 'VCR cassettes as YAML: VCR for Ruby, vcrpy, go-vcr',
  unknown: 'values that filters of the recorder removed',
  cut: { yamlItems: ['http_interactions', 'interactions'] },
  detect: ({ text }) => /^["']?(?:http_interactions|interactions)["']?\s*:/m.test(text) && !/^\s*[{[]/.test(text),
  read(record) {
    // Ruby writes `!binary`, Python `!!binary`.
    const items = parsed(record.replaceAll(/\bstring: !!?binary(?= )/g, 'base64_string:'))
    return [readCassette(Array.isArray(items) ? (items[0] ?? null) : items)]
  },
})

/** Prefixes of Ruby and Python class tags: `!!python/unicode`, `!ruby/string:Sequel::SQL::Blob`. */
const classes = ['!ruby/', '!python/', 'tag:yaml.org,2002:ruby/', 'tag:yaml.org,2002:python/'].flatMap((tagName) => {
  const options = { tagName, matchByTagPrefix: true, identify: () => false }
  const resolve = (source: string, _: boolean, name: string) =>
    /\/(?:int|long|float)$/.test(name) ? Number(source) : source
  return [defineScalarTag(tagName, { ...options, resolve }), { ...seqTag, ...options }, { ...mapTag, ...options }]
})
const schema = CORE_SCHEMA.withTags(classes)

function parsed(text: string): Json {
  return load(text, { schema }) as Json
}
