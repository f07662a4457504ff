// Tests are grouped by what they need, and a pure test can start nothing that needs to be prepared.
import { describe, expect, it } from 'vitest'
import { GROUPS, groupFiles, TestImports } from '../support/groups.ts'

describe('the group of a test', () => {
  it.each([
    ["import { it } from 'vitest'", 'pure'],
    ["import type { TestServer } from '../support/server.ts'", 'pure'],
    ["import { a } from './near.ts'", 'pure'],
    ["import { forEachDatabase } from '../support/databases.ts'", 'database'],
    ["import { openDatabase } from '../../src/db/database.ts'", 'database'],
    ["import { startServer } from '../support/server.ts'", 'server'],
    ["import {\n  startApp,\n} from '../../src/app/app.ts'", 'server'],
    ["import { a } from './far.ts'", 'server'],
    ["import { spawn } from 'node:child_process'", 'processes'],
    ["import { importBuilt } from '../support/built.ts'", 'processes'],
    ["const { runPlinth } = await import('../support/child.ts')", 'processes'],
    [
      "import { visit } from '../support/browser.ts'\nimport { forEachDatabase } from '../support/databases.ts'",
      'browser',
    ],
  ])('of %j is %s', (source, group) => {
    const sources: Record<string, string> = {
      'test/a/a.test.ts': source,
      'test/a/near.ts': "export { random } from '../support/random.ts'",
      'test/a/far.ts': "export * from './farther.ts'",
      'test/a/farther.ts': "import './far.ts'\nimport { startServer } from '../support/server.ts'",
    }
    expect(new TestImports((file) => sources[file] ?? '').groupOf('test/a/a.test.ts')).toBe(group)
  })

  it('is one of those that have files', () => {
    const files = groupFiles('.test.ts')
    expect(GROUPS.filter((group) => files[group].length < 10)).toEqual([])
    expect(files.pure).toContain('test/architecture/groups.test.ts')
  })
})

describe('a test', () => {
  const imports = new TestImports(() => "import { a } from '../../src/kernel/a.ts'\nimport '../support/server.ts'")

  it.each([
    ['test/http/keys.test.ts', true],
    ['src/kernel/a.ts', true],
    ['src/http/api/keys.ts', true],
    ['src/access/keys.ts', false],
    ['src/kernel/b.ts', false],
    // Every test of a server would be about it.
    ['test/support/server.ts', false],
  ])('about %s: %s', (changed, isAbout) => {
    expect(imports.isAbout('test/http/keys.test.ts', [changed])).toBe(isAbout)
  })
})

describe('a pure test', () => {
  it('cannot start a process or a thread, so no browser, database or server either', () => {
    // Not imported: that would put this file into another group.
    const { spawn, execFileSync } = process.getBuiltinModule('node:child_process')
    const { Worker } = process.getBuiltinModule('node:worker_threads')
    expect(() => spawn('true')).toThrow('pure test')
    expect(() => execFileSync('true')).toThrow('pure test')
    expect(() => new Worker('', { eval: true })).toThrow('pure test')
  })
})
