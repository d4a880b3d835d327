// Gitea (Go), built from its module, with sample data created through its API: two users, an organization, a repository with an issue, a label, …
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, send, startServer } from './server.mjs'

const version = 'v1.26.0'

/** Starts the server with its data in the given folder. */
export async function start(folder) {
  const binary = join(folder, 'gitea')
  const source = join(folder, 'source')
  if (!existsSync(binary)) {
    if (!existsSync(source)) {
      const told = execFileSync('go', ['mod', 'download', '-json', `code.gitea.io/gitea@${version}`], { cwd: folder })
      cpSync(JSON.parse(told).Dir, source, { recursive: true })
      execFileSync('chmod', ['-R', 'u+w', source])
    }
    const flags = ['build', '-tags', 'sqlite sqlite_unlock_notify', '-o', binary, '.']
    execFileSync('go', flags, { cwd: source, stdio: ['ignore', 2, 2] })
  }
  const port = await freePort()
  const data = join(folder, `data-${port}`)
  await mkdir(data, { recursive: true })
  // Gitea doesn't run as root.
  const id = (flag) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  const user = process.getuid() === 0 ? { uid: id('-u'), gid: id('-g') } : {}
  const config = join(data, 'app.ini')
  const root = `http://127.0.0.1:${port}`
  await writeFile(
    config,
    `RUN_USER = ${execFileSync('id', ['-un', String(user.uid ?? process.getuid())], { encoding: 'utf8' }).trim()}
WORK_PATH = ${data}
[server]
HTTP_ADDR = 127.0.0.1
HTTP_PORT = ${port}
ROOT_URL = ${root}/
STATIC_ROOT_PATH = ${source}
DISABLE_SSH = true
[database]
DB_TYPE = sqlite3
PATH = ${join(data, 'gitea.db')}
[security]
INSTALL_LOCK = true
[repository]
ROOT = ${join(data, 'repositories')}
[log]
LEVEL = Error
`,
  )
  if (user.uid !== undefined) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, data])
  const env = { HOME: data, GITEA_WORK_DIR: data, USER: 'nobody' }
  const gitea = (...words) =>
    execFileSync(binary, [...words, '--config', config], {
      ...user,
      cwd: data,
      env: { ...process.env, ...env },
      encoding: 'utf8',
    })
  gitea('migrate')
  const admin = [
    '--username',
    'bench',
    '--password',
    'bench-Password1',
    '--email',
    'bench@example.org',
    '--must-change-password=false',
  ]
  const made = gitea('admin', 'user', 'create', '--admin', ...admin, '--access-token', '--access-token-scopes', 'all')
  const [token] = /[0-9a-f]{40}/.exec(made)
  const { close } = await startServer(binary, ['web', '--config', config], {
    url: `${root}/api/v1/version`,
    env,
    user,
    cwd: data,
  })
  const baseUrl = `${root}/api/v1`
  const headers = { authorization: `token ${token}` }
  const post = (path, body) => send('POST', `${baseUrl}${path}`, body, headers)
  await post('/admin/users', {
    username: 'ann',
    email: 'ann@example.org',
    password: 'ann-Password1',
    must_change_password: false,
  })
  await post('/orgs', { username: 'shop' })
  await post('/user/repos', { name: 'books', auto_init: true, default_branch: 'main', readme: 'Default' })
  await post('/orgs/shop/repos', { name: 'site', auto_init: true })
  const repository = '/repos/bench/books'
  await post(`${repository}/labels`, { name: 'bug', color: '#ff0000' })
  await post(`${repository}/milestones`, { title: 'first' })
  await post(`${repository}/issues`, { title: 'a page is missing', body: 'it is' })
  await post(`${repository}/issues/1/comments`, { body: 'so it is' })
  await post(`${repository}/releases`, { tag_name: 'v1', target_commitish: 'main', name: 'one' })
  const template = await readFile(join(source, 'templates', 'swagger', 'v1_json.tmpl'), 'utf8')
  const description = join(folder, 'openapi.json')
  await writeFile(
    description,
    template.replaceAll('{{.SwaggerAppVer}}', version).replaceAll('{{.SwaggerAppSubUrl}}', ''),
  )
  return {
    baseUrl,
    description,
    url: `${root}/swagger.v1.json`,
    header: { name: 'Authorization', value: `token ${token}` },
    close,
  }
}
