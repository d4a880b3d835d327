import type { Json } from '../../model/json.ts'
import { defineLogFormat, fieldOf, type LoggedRequest } from '../reading/log-line.ts'

export default defineLogFormat({
  id: 'api-gateway',
  title: 'Access logs of Amazon API Gateway as JSON, with the names of its example formats',
  unknown: 'bodies, headers and queries; path values, unless `$context.path` is logged as `path`',
  marks: ['httpMethod', 'routeKey'],
  line(text) {
    // JSON.parse returns JSON; its type is `any`.
    const line = JSON.parse(text) as Json
    return {
      ...requestOf(line),
      host: fieldOf(line, ['domainName']),
      time: fieldOf(line, ['requestTime', 'requestTimeEpoch']),
      milliseconds: Number(fieldOf(line, ['responseLatency'])),
      client: fieldOf(line, ['user', 'caller', 'principalId']),
      status: Number(fieldOf(line, ['status'])),
    }
  },
})

/** The example log formats contain only the resource path or the route, so the path parameters are unknown. */
function requestOf(line: Json): LoggedRequest {
  const [, routeMethod, route] = /^([A-Z]+) (\/.*)$/.exec(fieldOf(line, ['routeKey']) ?? '') ?? []
  const method = fieldOf(line, ['httpMethod']) ?? routeMethod
  const [path, stage] = [fieldOf(line, ['path']), fieldOf(line, ['stage'])]
  if (path !== undefined) {
    const isBelow = stage !== undefined && path.startsWith(`/${stage}/`)
    return { method, target: isBelow ? path.slice(stage.length + 1) : path, withoutQuery: true }
  }
  const template = fieldOf(line, ['resourcePath']) ?? route
  if (template === undefined || /\+\}/.test(template))
    throw new Error('it has no path, or that of a proxy resource: log $context.path as `path`')
  return { method, target: template.replaceAll(/\{([^{}]*)\}/g, '{{$1}}'), withoutQuery: true }
}
