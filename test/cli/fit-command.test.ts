// plinth fit: writes a better model, refuses a worse one, and reads files and the ledger.
import { cpSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LabelledCase } from '@plinth/matcher/internal/fit/labelled-case'
import { isHeldOut } from '@plinth/matcher/internal/fit/labelled-case'
import { beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { readModelFile } from '../../src/app/model-file.ts'
import { readSnapshot } from '../../src/catalog/snapshot/open-dataset.ts'
import { run } from '../../src/cli/program.ts'
import { openDatabase } from '../../src/db/database.ts'
import { cityBuildings, misspelledCases } from '../matcher/labelled-city.ts'
import { startServer } from '../support/server.ts'
import { suiteFolder } from '../support/suite-folder.ts'
import { TEST_SECRET } from '../support/test-settings.ts'

const folder = suiteFolder()
const buildings = cityBuildings()
const buildingsFile = join(folder, 'buildings.ndjson')

function writeLines(name: string, rows: readonly object[]): string {
  const file = join(folder, name)
  writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  return file
}

const labelRows = (cases: readonly LabelledCase[]) =>
  cases.map(({ id, text, city, province, truth }) => ({ id, text, city, province, building_key: truth }))

beforeAll(() => {
  writeLines(
    'buildings.ndjson',
    buildings.map(({ key, addresses, city, province }) => ({
      building_key: key,
      address: addresses[0]!.line,
      city,
      province,
    })),
  )
})

async function plinthFit(args: readonly string[], env: Record<string, string> = {}) {
  const printed: [string[], string[]] = [[], []]
  vi.stubEnv('BASE_URL', undefined)
  for (const [name, value] of Object.entries({ DATA_DIR: join(folder, 'none'), ...env })) vi.stubEnv(name, value)
  const out = vi.spyOn(console, 'log').mockImplementation((line) => void printed[0].push(`${line}\n`))
  const err = vi.spyOn(console, 'error').mockImplementation((line) => void printed[1].push(`${line}\n`))
  try {
    const code = await run(['fit', ...args])
    return { code, out: printed[0].join(''), err: printed[1].join('') }
  } finally {
    out.mockRestore()
    err.mockRestore()
    vi.unstubAllEnvs()
  }
}

const wrongLabels = () => writeLines('wrong.ndjson', labelRows(misspelledCases(buildings, () => null)))
const contradictingLabels = () =>
  writeLines(
    'contradicting.ndjson',
    // rows without a building are split by their text, so the building is named in both kinds
    labelRows(misspelledCases(buildings, ({ key }) => (isHeldOut(key) ? key : `not here ${key}`))),
  )

describe('plinth fit', () => {
  it('writes a model that is better on the held-out labels, and shows before and after', async () => {
    const out = join(folder, 'better.json')
    const result = await plinthFit([
      '--buildings',
      buildingsFile,
      '--labels',
      wrongLabels(),
      '--out',
      out,
      '--version',
      'v9',
    ])
    expect(result).toMatchObject({ code: 0 })
    expect(result.out).toMatch(/held-out labels/)
    expect(result.out).toMatch(/log loss, bits per label +\d/)
    expect(result.out).toMatch(/fuzzy, hints +[\d.]+ \(\d+\)/)
    expect(result.err).toMatch(/^Reading .*buildings\.ndjson/)
    const written = readModelFile(out)
    expect(written.model.version).toBe('v9')
    expect(written.figures.map(({ set }) => set)).toEqual(['wrong.ndjson', 'wrong.ndjson'])
    expect(written.reliability.every(({ measured_on }) => measured_on === 'held-out part of wrong.ndjson')).toBe(true)
    // the written model is where the next fit starts, and it has nothing more to learn from the same labels
    const again = await plinthFit(['--buildings', buildingsFile, '--labels', wrongLabels(), '--check'], {
      MODEL_FILE: out,
    })
    expect(again.out).toContain('v9')
  })

  it('reports with --check that a refit would help, and writes nothing', async () => {
    const args = ['--buildings', buildingsFile, '--labels', wrongLabels(), '--check', '--json']
    const { code, out } = await plinthFit(args)
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      helps: true,
      reason: null,
      version: expect.stringMatching(/^m\d+-\d{8}-\d{4}$/),
    })
  })

  it('never writes a model that is worse on the held-out labels', async () => {
    const out = join(folder, 'worse.json')
    const { code, out: text } = await plinthFit([
      '--buildings',
      buildingsFile,
      '--labels',
      contradictingLabels(),
      '--out',
      out,
    ])
    expect(code).toBe(6)
    expect(text).toMatch(/The refitted model is not better: .+\. Nothing was written\./)
    expect(existsSync(out)).toBe(false)
  })

  it('writes nothing if there are too few labels', async () => {
    const few = writeLines('few.ndjson', labelRows(misspelledCases(buildings.slice(0, 100), () => null)))
    const out = join(folder, 'few.json')
    const result = await plinthFit(['--buildings', buildingsFile, '--labels', few, '--out', out])
    expect(result.code).toBe(6)
    expect(result.out).toMatch(/Too few labels: 100, of which \d+ are held out .+ At least 200 must be\./)
    expect(existsSync(out)).toBe(false)
  })

  it('names the file and the line of a label that it cannot read', async () => {
    const bad = writeLines('bad.ndjson', [{ text: '1 Main St', building_key: null }, { text: '2 Main St' }])
    const result = await plinthFit(['--buildings', buildingsFile, '--labels', bad, '--out', join(folder, 'x.json')])
    expect(result.code).toBe(2)
    expect(result.err).toContain('bad.ndjson, line 2: building_key is missing; use null if no building is right')
  })

  it('says which file it cannot read, and counts labels of unknown buildings', async () => {
    const none = join(folder, 'none.ndjson')
    const missing = await plinthFit(['--buildings', none, '--labels', none, '--check'])
    expect(missing).toMatchObject({ code: 2, err: expect.stringContaining(`cannot read ${none}: ENOENT`) })
    const unlabelled = await plinthFit(['--buildings', buildingsFile, '--labels', none, '--check'])
    expect(unlabelled).toMatchObject({ code: 2, err: expect.stringContaining(`cannot read ${none}: ENOENT`) })
    const unknown = writeLines('unknown.ndjson', [{ text: '1 Main St', building_key: 'nowhere' }])
    const { err } = await plinthFit(['--buildings', buildingsFile, '--labels', unknown, '--check'])
    expect(err).toContain('1 labels name a building that is not in')
  })

  it.each([
    [['--check'], 'nothing to fit on'],
    [['--from-ledger', '--labels', 'x', '--check'], 'use either --from-ledger or --buildings'],
    [['--from-ledger'], '--out <file> is missing'],
    [['--from-ledger', '--check', '--version', 'a b'], '--version must be'],
  ])('explains wrong usage: %j', async (args, message) => {
    const { code, err } = await plinthFit(args)
    expect(code).toBe(2)
    expect(err).toContain(message)
  })
})

/** `111 Alderbrook Ave` as `111 Alderbroook Ave`; short names stay. */
const misspell = (line: string): string => line.replace(/^(\d+ [A-Z][a-z]{3,})([a-z])([a-z]) /, '$1$2$2$3 ')

const isRight = (i: number): boolean => i % 60 < 30

describe('plinth fit --from-ledger', () => {
  it('learns from the decisions in the database', async () => {
    const dataDir = join(folder, 'ledger')
    cpSync(inject('filledFolder'), dataDir, { recursive: true })
    const db = await openDatabase({ dataDir })
    try {
      const { projects } = await readSnapshot(db, 'production')
      const all = projects
        .toArray()
        .flatMap((project) => project.buildings.map((building) => ({ project, building })))
        .filter(({ building: { addresses } }) => misspell(addresses[0]!.line) !== addresses[0]!.line)
      // the test data is small, so every address is decided for many units
      const rows = Array.from({ length: 900 }, (_, i) => ({ i, ...all[i % all.length]! })).map(
        ({ project, building, i }) => ({
          id: `dec_fit${i}`,
          dataset: 'production' as const,
          case_id: null,
          kind: isRight(i) ? ('accept' as const) : ('reject' as const),
          state: 'verified' as const,
          address_key: `${i}|fit`,
          // clean addresses are right, misspelled ones are not
          text: `#${100 + i} - ${(isRight(i) ? String : misspell)(building.addresses[0]!.line)}`,
          city: project.city_name,
          province: project.province,
          project_id: null,
          building_id: null,
          actor: 'a curator',
          note: null,
          evidence: '{}',
          supersedes: null,
          suggested_by: null,
          decided_at: new Date(Date.UTC(2026, 10, 1, 0, 0, i)).toISOString(),
          revision: i + 1,
        }),
      )
      for (let i = 0; i < rows.length; i += 100)
        await db.query
          .insertInto('link_decisions')
          .values(rows.slice(i, i + 100))
          .execute()
    } finally {
      await db.close()
    }
    const { code, out, err } = await plinthFit(['--from-ledger', '--check', '--json'], {
      DATA_DIR: dataDir,
      SECRET_KEY: TEST_SECRET,
    })
    expect(err).toContain('decisions are about them')
    const result = JSON.parse(out)
    expect(code).toBe(result.helps ? 0 : 6)
    expect(result.before.n).toBeGreaterThan(200)
    expect(result.after.logLoss).toBeLessThan(result.before.logLoss)
  })

  it('goes through the running server, and says that the ledger has too few decisions', async () => {
    const server = await startServer()
    try {
      const env = { DATA_DIR: server.dataDir, SECRET_KEY: TEST_SECRET }
      const { code, out } = await plinthFit(['--from-ledger', '--check'], env)
      expect(out).toMatch(/^Too few labels: 0/)
      expect(code).toBe(6)
    } finally {
      await server.stop()
    }
  })
})
