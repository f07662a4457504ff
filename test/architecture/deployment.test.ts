// What can be checked of the image and the composition without an engine to build them.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { SETTINGS } from '../../src/kernel/config.ts'

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
      expect(ignored, name).toContain(`\n!${name}\n`)
    }
    expect(ignored).toMatch(/^\*$/m)
  })

  it('has everything that the package has', () => {
    const there = [...copied, 'dist']
    for (const name of files.filter((name: string) => !name.startsWith('!')))
      expect(there, name).toContain(name.split('/')[0])
  })

  it('runs commands that exist', () => {
    const run = [...dockerfile.matchAll(/npm run ([\w:]+)/g)].map((match) => match[1]!)
    expect(run).toEqual(['build'])
    for (const name of run) expect(scripts).toHaveProperty(name)
    const [entry] = JSON.parse(/^ENTRYPOINT (.+)$/m.exec(dockerfile)![1]!).slice(1)
    expect(existsSync(entry)).toBe(true)
    expect(JSON.parse(/^CMD (\[.+)$/m.exec(dockerfile)![1]!)).toEqual(['serve'])
  })

  it('sets what the service knows, holds no secret and does not run as root', () => {
    const lines = [...dockerfile.matchAll(/^ENV (.+)$/gm)]
    const names = lines.flatMap(([, pairs]) => pairs!.split(' ').map((pair) => pair.split('=')[0]!))
    // Read by Node and by the C library.
    const others = ['NODE_ENV', 'MALLOC_ARENA_MAX']
    for (const name of names) expect(others.includes(name) || settings.has(name), name).toBe(true)
    expect(dockerfile).not.toMatch(/^(ENV|ARG).*(SECRET|PASSWORD|DATABASE_URL|KEY)/m)
    expect(dockerfile.lastIndexOf('\nUSER node')).toBeGreaterThan(dockerfile.lastIndexOf('\nRUN'))
  })
})

describe('the composition', () => {
  const nodes = Object.entries<{ environment: Record<string, string>; volumes: string[]; build?: string }>(
    composed.services,
  ).filter(([, service]) => service.build)

  it('is two nodes on one database, each with settings that the service knows', () => {
    expect(nodes).toHaveLength(2)
    for (const [name, { environment }] of nodes) {
      for (const setting of Object.keys(environment)) expect(settings.has(setting), `${name}: ${setting}`).toBe(true)
      expect(environment.DATABASE_URL).toContain('@postgres:5432/')
      // Required from outside: a default would be a secret that everybody knows.
      for (const secret of ['SECRET_KEY', 'DATABASE_URL']) expect(environment[secret]).toMatch(/\$\{\w+:\?/)
    }
  })

  it('names every volume it uses, and no two nodes share a data folder', () => {
    const used = Object.values<{ volumes: string[] }>(composed.services).flatMap(({ volumes }) =>
      volumes.map((volume) => volume.split(':')[0]!),
    )
    expect(new Set(used).size).toBe(used.length)
    expect(Object.keys(composed.volumes).toSorted()).toEqual(used.toSorted())
  })
})
