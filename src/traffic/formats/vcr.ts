import { load } from 'js-yaml'
import type { Json } from '../../model/json.ts'
import { readCassette } from '../reading/cassette.ts'
import { defineFormat } from '../recording.ts'

export default defineFormat({
  id: 'vcr',
  title: 'Cassettes as YAML: VCR of Ruby, vcrpy, go-vcr',
  unknown: 'what the filters of the recorder took out',
  cut: { yamlItems: ['http_interactions', 'interactions'] },
  detect: ({ text }) => /^["']?(?:http_interactions|interactions)["']?\s*:/m.test(text) && !/^\s*[{[]/.test(text),
  read(record) {
    // Ruby writes `!binary`, Python `!!binary`.
    const items = parsed(record.replaceAll(/\bstring: !!?binary(?= )/g, 'base64_string:'))
    return [readCassette(Array.isArray(items) ? (items[0] ?? null) : items)]
  },
})

/** Ruby and Python name classes of their own for texts: `!!python/unicode`, `!ruby/string:Sequel::SQL::Blob`. */
function parsed(text: string): Json {
  try {
    return load(text) as Json
  } catch (error) {
    const plain = text.replaceAll(/(?<=[:,[{-]\s+|[[{])!!?(?:python|ruby)\/[^\s,\]}]+(?=\s)/g, '')
    if (plain === text) throw error
    return load(plain) as Json
  }
}
