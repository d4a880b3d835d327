import { X509Certificate } from 'node:crypto'
import { resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import type { TargetConfig } from '../../config/schema.ts'
import type { Connection, Tls } from '../../drift/transport/connection.ts'
import { proxyFromEnvironment } from '../../drift/transport/proxy.ts'
import { readText } from '../../files/read-regular.ts'
import { toolError } from '../../model/errors.ts'

export interface ConnectionSources {
  readonly baseUrl: string
  /** Base folder of relative files. */
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Reads certificate files and selects the proxy. Throws FILE_UNREADABLE, CONFIG_INVALID, or USAGE for an invalid proxy. */
export async function connectionOf(config: TargetConfig, sources: ConnectionSources): Promise<Connection> {
  const { timeoutMs, timeouts, maxBytes, rateLimit, concurrency, http2 } = config
  const proxy = config.proxy ?? proxyFromEnvironment(sources.baseUrl, sources.env)
  return {
    timeoutMs,
    timeouts,
    maxBytes,
    ...(rateLimit !== undefined && { rateLimits: [rateLimit].flat() }),
    concurrency,
    ...(proxy !== undefined && proxy !== false && { proxy }),
    ...(config.tls !== undefined && { tls: await tlsOf(config.tls, sources.cwd) }),
    http2,
  }
}

async function tlsOf(config: NonNullable<TargetConfig['tls']>, cwd: string): Promise<Tls> {
  const { caFile, certFile, keyFile, servername, insecure } = config
  const read = async (file: string): Promise<string> => {
    try {
      return await readText(resolve(cwd, file), 16 * 2 ** 20)
    } catch (cause) {
      throw toolError('FILE_UNREADABLE', [file, cause instanceof Error ? cause.message : String(cause)], cause)
    }
  }
  if ((certFile === undefined) !== (keyFile === undefined)) {
    throw toolError('CONFIG_INVALID', ['target.tls', 'certFile and keyFile are of no use without each other'])
  }
  const material = {
    ...(caFile !== undefined && { ca: await read(caFile) }),
    ...(certFile !== undefined && { cert: await read(certFile) }),
    ...(keyFile !== undefined && { key: await read(keyFile) }),
  }
  try {
    // Validates them here, where the files can be named, instead of at the first call.
    createSecureContext(material)
    // OpenSSL silently skips unreadable CA certificates.
    if (material.ca !== undefined) new X509Certificate(material.ca)
  } catch (cause) {
    const files = [caFile, certFile, keyFile].filter(Boolean).join(', ')
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw toolError('CONFIG_INVALID', ['target.tls', `${files} cannot be used (${reason})`], cause)
  }
  return { ...material, servername, insecure }
}
