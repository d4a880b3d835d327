// Camunda 7 (Java 17, Spring Boot, H2) from Maven Central, with sample data created through its API: a process with a user task, two instances, a
// user.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, send, startServer } from './server.mjs'

const version = '7.22.0'
const dependency = (group, name, of = '') =>
  `<dependency><groupId>${group}</groupId><artifactId>${name}</artifactId>${of && `<version>${of}</version>`}`
const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>bench</groupId><artifactId>bench</artifactId><version>1</version>
<dependencyManagement><dependencies>${dependency('org.springframework.boot', 'spring-boot-dependencies', '3.3.4')}
<type>pom</type><scope>import</scope></dependency></dependencies></dependencyManagement><dependencies>
${dependency('org.camunda.bpm.springboot', 'camunda-bpm-spring-boot-starter-rest', version)}</dependency>
${dependency('org.camunda.bpm', 'camunda-engine-rest-openapi', version)}</dependency>
${dependency('org.springframework.boot', 'spring-boot-starter-jdbc')}</dependency>
${dependency('com.h2database', 'h2')}</dependency></dependencies></project>
`
const program = `@org.springframework.boot.autoconfigure.SpringBootApplication
public class Bench {
  public static void main(String[] args) { org.springframework.boot.SpringApplication.run(Bench.class, args); }
}
`
const orderProcess = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="bench">
<process id="order" name="Order" isExecutable="true" camunda:historyTimeToLive="30"><startEvent id="start"/>
<sequenceFlow id="a" sourceRef="start" targetRef="pack"/><userTask id="pack" name="Pack" camunda:assignee="ann"/>
<sequenceFlow id="b" sourceRef="pack" targetRef="end"/><endEvent id="end"/></process></definitions>
`

/** Starts the server with an in-memory database. */
export async function start(folder) {
  const classes = join(folder, 'classes')
  const libraries = join(folder, 'lib')
  if (!existsSync(classes)) {
    await writeFile(join(folder, 'pom.xml'), pom)
    const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies'
    execFileSync('mvn', ['-q', '-B', goal, `-DoutputDirectory=${libraries}`], { cwd: folder, stdio: ['ignore', 2, 2] })
    await mkdir(join(folder, 'source', 'bench'), { recursive: true })
    const source = join(folder, 'source', 'bench', 'Bench.java')
    await writeFile(source, `package bench;\n${program}`)
    execFileSync('javac', ['-cp', `${libraries}/*`, '-d', classes, source], { stdio: ['ignore', 2, 2] })
  }
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}/engine-rest`
  const settings = {
    'server.address': '127.0.0.1',
    'server.port': port,
    'spring.datasource.url': 'jdbc:h2:mem:bench',
    'camunda.bpm.admin-user.id': 'admin',
    'camunda.bpm.admin-user.password': 'admin',
  }
  const flags = Object.entries(settings).map(([name, value]) => `--${name}=${value}`)
  const command = ['-Xmx1g', '-cp', `${classes}:${libraries}/*`, 'bench.Bench', ...flags]
  const { close } = await startServer('java', command, { url: `${baseUrl}/version`, cwd: folder })
  const form = new FormData()
  form.set('deployment-name', 'orders')
  form.set('data', new Blob([orderProcess]), 'order.bpmn')
  await fetch(`${baseUrl}/deployment/create`, { method: 'POST', body: form })
  for (const businessKey of ['1', '2']) {
    const variables = { amount: { value: 3, type: 'Integer' } }
    await send('POST', `${baseUrl}/process-definition/key/order/start`, { businessKey, variables })
  }
  const jar = join(libraries, `camunda-engine-rest-openapi-${version}.jar`)
  const description = join(folder, 'openapi.json')
  await writeFile(description, execFileSync('unzip', ['-p', jar, 'openapi.json'], { maxBuffer: 1e8 }))
  return { baseUrl, description, close }
}
