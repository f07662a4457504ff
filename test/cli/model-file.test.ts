// Model files: what is refused and why, and what a server that loads one reports.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, describe, expect, it } from 'vitest'
import { BUILT_IN_MODEL, loadModel, readModelFile, writeModelFile } from '../../src/app/model-file.ts'
import { Catalog } from '../../src/catalog/catalog.ts'
import { runMatch } from '../../src/cli/match/match-command.ts'
import { Links } from '../../src/links/links.ts'
import { Collector } from '../support/collector.ts'
import { forEachDatabase } from '../support/databases.ts'
import { startServer } from '../support/server.ts'
import { suiteFolder } from '../support/suite-folder.ts'

const folder = suiteFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const { model, figures, reliability } = BUILT_IN_MODEL
const own = {
  model: { ...model, version: 'own-2026-11-16' },
  figures: figures.slice(0, 1).map((figure) => ({ ...figure, set: 'our labels' })),
  reliability: reliability.slice(0, 2).map((bin) => ({ ...bin, measured_on: 'our labels' })),
}
const goodFile = join(folder, 'good.json')
writeModelFile(goodFile, own, new Date('2026-11-16T00:00:00Z'))

// biome-ignore lint/suspicious/noExplicitAny: tests break the file on purpose
function changed(change: (json: any) => void): string {
  const json = JSON.parse(readFileSync(goodFile, 'utf8'))
  change(json)
  const file = join(folder, 'changed.json')
  writeFileSync(file, JSON.stringify(json))
  return file
}

describe('readModelFile', () => {
  it('reads what was written', () => {
    expect(readModelFile(goodFile)).toEqual(own)
  })

  it.each([
    ['another format', (json) => (json.format = 'other/1'), /format: must be "plinth-model\/1"/],
    ['a missing version', (json) => delete json.version, /version:/],
    ['a version that would break JSON', (json) => (json.version = 'a"b'), /version: must be 1 to 40 letters/],
    ['a missing component', (json) => delete json.weights.city, /city\.same has no weight/],
    ['a missing level', (json) => delete json.weights.city.missing, /city\.missing has no weight/],
    ['an unknown component', (json) => (json.weights.moon = { full: 1 }), /moon\.full is not a level/],
    ['an unknown level', (json) => (json.weights.city.nearby = 1), /city\.nearby is not a level/],
    ['a weight that is not a number', (json) => (json.weights.city.same = Number.NaN), /weights\.city\.same:/],
    ['a missing map', (json) => delete json.calibration.fuzzy.text, /calibration\.fuzzy\.text:/],
    [
      'a map that falls',
      (json) => (json.calibration.exact.hints = [[0, 0.5], [0.5, 0.4], [1, 0.9]]), // biome-ignore format: points
      /calibration\.exact\.hints: must rise/,
    ],
    [
      'a map that ends early',
      (json) => (json.calibration.exact.hints = [[0, 0], [0.9, 0.9]]), // biome-ignore format: points
      /calibration\.exact\.hints: must start at 0 and end at 1/,
    ],
    ['a probability above 1', (json) => (json.calibration.name.hints[1][1] = 1.5), /calibration\.name\.hints\.1\.1:/],
    // biome-ignore lint/suspicious/noExplicitAny: tests break the file on purpose
  ] as [string, (json: any) => void, RegExp][])('refuses %s and names it', (_, change, message) => {
    expect(() => readModelFile(changed(change))).toThrow(message)
  })

  it('says that a file is missing or is not JSON', () => {
    expect(() => readModelFile(join(folder, 'none.json'))).toThrow(/none\.json cannot be used: ENOENT/)
    writeFileSync(join(folder, 'text.json'), 'hello')
    expect(() => readModelFile(join(folder, 'text.json'))).toThrow(/is not JSON/)
  })

  it('uses the built-in model without a file', () => {
    expect(loadModel(undefined)).toBe(BUILT_IN_MODEL)
  })
})

describe('plinth match --model', () => {
  it('matches with the weights of the file', async () => {
    const buildings = join(folder, 'buildings.ndjson')
    writeFileSync(buildings, '{"building_key":"howe","address":"1480 Howe St","city":"Vancouver","province":"BC"}\n')
    const confidenceWith = async (file: string | undefined): Promise<number> => {
      const [output, errors] = [new Collector(), new Collector()]
      const input = Readable.from(['{"text":"1480 Howe St, Vancouver"}\n'])
      expect(await runMatch({ buildings, model: file, input, output, errors })).toBe(0)
      return JSON.parse(output.text).data[0].match_confidence
    }
    const doubtful = changed((json) => {
      json.weights.prior.base -= 8
    })
    expect(await confidenceWith(doubtful)).toBeLessThan(await confidenceWith(undefined))
  })
})

describe('MODEL_FILE', () => {
  it('is the model of production and sandbox, and of its calibration', async () => {
    const server = await startServer({ MODEL_FILE: goodFile })
    try {
      const path = '/api/v1/building-links?address=1480%20Howe%20St%2C%20Vancouver%2C%20BC'
      for (const key of [server.keys.pro, server.keys.sandbox]) {
        expect((await server.get(path, key)).body.meta.model_version).toBe('own-2026-11-16')
        expect((await server.get('/api/v1/dataset', key)).body.data.model_version).toBe('own-2026-11-16')
      }
      const { data } = (await server.get('/api/v1/building-links/calibration', server.keys.pro)).body
      expect(data).toMatchObject({
        model_version: 'own-2026-11-16',
        figures: JSON.parse(JSON.stringify(own.figures)),
        reliability: JSON.parse(JSON.stringify(own.reliability)),
      })
    } finally {
      await server.stop()
    }
  })

  it('stops the start with a sentence if the file is not valid', async () => {
    const file = changed((json) => delete json.weights.city.same)
    await expect(startServer({ MODEL_FILE: file })).rejects.toThrow(
      /changed\.json cannot be used: .*city\.same has no weight/,
    )
  })
})

forEachDatabase('a catalog with its own model', (open) => {
  it('answers with the version of that model', async () => {
    const catalog = new Catalog({ db: await open(), model: own.model })
    await catalog.refresh()
    const { model_version } = new Links(catalog).resolve({ address: '1 Main St' }, 'production')
    expect(model_version).toBe('own-2026-11-16')
  })
})
