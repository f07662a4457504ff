// What can be checked of the image and the composition without an engine to build them.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { SETTINGS } from '../../src/kernel/settings.ts'

const dockerfile = readFileSync('Dockerfile', 'utf8').replaceAll('\\\n', ' ')
const ignored = readFileSync('.dockerignore', 'utf8')
const { scripts, files } = JSON.parse(readFileSync('package.json', 'utf8'))
const settings = new Set<string>(Object.values(SETTINGS).map(({ name }) => name))
const composed = parse(readFileSync('compose.yaml', 'utf8'), { merge: true })

/** What COPY takes from the folder; lines of other stages aside. */
const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap((match) => match[1]!.split(' ').slice(0, -1))

describe('the image', () => {
  it('copies only what is there and what the ignore file lets in', () => {
    expect(copied.length).toBeGreaterThan(10)
    for (const name of copied) {
      expect(existsSync(name), name).toBe(true)
      expect(ignored, name).toContain(`\n!${name.split('/')[0]!}\n`)
    }
    expect(ignored).toMatch(/^\*$/m)
  })

  it('has every folder of the package that the service reads', () => {
    const there = new Set([...copied, 'dist'].map((name) => name.split('/')[0]!))
    // Not read: the front page of the source code, and what the package leaves out.
    for (const name of files.filter((file: string) => file !== 'README.md' && !file.startsWith('!')))
      expect(there.has(name.split('/')[0]!), name).toBe(true)
  })

  it('runs commands that exist', () => {
    const run = [...dockerfile.matchAll(/npm run ([\w:]+)/g)].map((match) => match[1]!)
    expect(run).toEqual(['build'])
    for (const name of run) expect(scripts).toHaveProperty(name)
    const entry = JSON.parse(/^ENTRYPOINT (.+)$/m.exec(dockerfile)![1]!)
    expect(scripts.start).toBe(`exec ${entry.join(' ')} serve`)
    expect(existsSync(entry.at(-1))).toBe(true)
    expect(JSON.parse(/^CMD (\[.+)$/m.exec(dockerfile)![1]!)).toEqual(['serve'])
  })

  it('sets what the service knows, holds no secret and does not run as root', () => {
    const lines = [...dockerfile.matchAll(/^ENV (.+)$/gm)]
    const names = lines.flatMap(([, pairs]) => pairs!.split(' ').map((pair) => pair.split('=')[0]!))
    // Read by Node and by the C library.
    const others = ['NODE_ENV', 'MALLOC_ARENA_MAX']
    for (const name of names) expect(others.includes(name) || settings.has(name), name).toBe(true)
    expect(dockerfile).not.toMatch(/^(ENV|ARG).*(SECRET|PASSWORD|DATABASE_URL|KEY)/m)
    expect(dockerfile.lastIndexOf('\nUSER 1000:1000\n')).toBeGreaterThan(dockerfile.lastIndexOf('\nRUN'))
  })
})

describe('the composition', () => {
  const services = Object.entries<{ environment: Record<string, string>; volumes: string[]; build?: string }>(
    composed.services,
  )
  const nodes = services.filter(([name]) => name.startsWith('node-'))

  it('is two nodes on one database, each with settings that the service knows', () => {
    expect(nodes).toHaveLength(2)
    for (const [name, { environment }] of nodes) {
      for (const setting of Object.keys(environment)) expect(settings.has(setting), `${name}: ${setting}`).toBe(true)
      expect(environment.DATABASE_URL).toContain('@postgres:5432/')
      // The proxy is the only way to a node.
      expect(environment.TRUST_PROXY).toBe('1')
      expect(composed.services[name].ports).toBeUndefined()
      // Required from outside: a default would be a secret that everybody knows.
      for (const secret of ['SECRET_KEY', 'DATABASE_URL']) expect(environment[secret]).toMatch(/\$\{\w+:\?/)
    }
  })

  it('gives the backup job settings that the service or its script knows', () => {
    const script = readFileSync('deploy/daily-backup.sh', 'utf8')
    for (const name of Object.keys(composed.services.backup.environment))
      expect(settings.has(name) || script.includes(`\${${name}`), name).toBe(true)
  })

  it('proxies to every node, and the proxy knows each variable of its file', () => {
    const caddyfile = readFileSync('deploy/Caddyfile', 'utf8')
    for (const [name] of nodes) expect(caddyfile).toContain(`${name}:8080`)
    // Variables with a default are for tests.
    const required = [...caddyfile.matchAll(/\{\$(\w+)\}/g)].map((match) => match[1]!)
    expect(required).toEqual(Object.keys(composed.services.proxy.environment))
  })

  it('refuses to start without a value for each variable that has no default', () => {
    const used = [...readFileSync('compose.yaml', 'utf8').matchAll(/\$\{(\w+)([^}]*)\}/g)]
    expect(new Set(used.map((match) => match[1]))).toEqual(
      new Set(['BACKUP_DAYS', 'POSTGRES_PASSWORD', 'SECRET_KEY', 'SITE_ADDRESS']),
    )
    for (const [text, , rest] of used) expect(rest, text).toMatch(/^:[?-]./)
  })

  it('names every volume it uses, and no two services share one', () => {
    const used = services.flatMap(([, { volumes }]) =>
      volumes.map((volume) => volume.split(':')[0]!).filter((volume) => !volume.startsWith('./')),
    )
    expect(new Set(used).size).toBe(used.length)
    expect(Object.keys(composed.volumes).toSorted()).toEqual(used.toSorted())
  })

  it('mounts only files that exist', () => {
    const files = services.flatMap(([, { volumes }]) => volumes.filter((volume) => volume.startsWith('./')))
    expect(files).toHaveLength(2)
    for (const file of files) expect(existsSync(file.split(':')[0]!), file).toBe(true)
  })
})
