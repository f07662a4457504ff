// `npm run bench nrn`: a road network of the whole country into the database, and what a node needs to use it.
//   npm run bench nrn [-- --segments=2000000 --embedded --write-results]
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dbfOf, ROADSEG, segment } from '../../../test/support/nrn-files.ts'
import { zipOf } from '../../../test/support/zip-files.ts'
import { Random } from '../../shared/random.ts'
import { table, whole } from '../../shared/tables.ts'
import { inChild, inFolder, numberOption, onDatabase, publish } from '../speed/measure.ts'
import type { ImportMeasured, ImportTask } from './import-node.ts'
import type { StreetsLoaded } from './nrn-node.ts'

const SEGMENTS = 2_000_000
const PER_STREET = 7
/** About as many places as the country has, a third of the streets in a few of them. */
const PLACES = 5000
const PROVINCES = [
  ...['Ontario', 'Québec', 'British Columbia', 'Alberta', 'Manitoba', 'Saskatchewan', 'Nova Scotia'],
  ...['New Brunswick', 'Newfoundland and Labrador', 'Prince Edward Island', 'Yukon', 'Nunavut'],
]
const CITIES = ['Guelph', 'Hamilton', 'Laval', 'Burnaby', 'Edmonton', 'Brandon', 'Regina', 'Halifax', 'Moncton']
const TYPES = ['Street', 'Avenue', 'Road', 'Drive', 'Crescent', 'Court', 'Lane', 'Boulevard']
const SYLLABLES = 'mar low brin dle os prey tal quil ler hys sop ken ford wick den ash by thor pe el mo ra vin'.split(
  ' ',
)

const wordOf = (random: Random): string => {
  const word = Array.from({ length: 2 + random.below(3) }, () => random.pick(SYLLABLES)).join('')
  return `${word[0]!.toUpperCase()}${word.slice(1)}`
}

/** A ZIP per province, as they are published. */
function writeFiles(folder: string, segments: number): string[] {
  mkdirSync(folder, { recursive: true })
  const random = new Random(26)
  return PROVINCES.map((province, at) => {
    const share = Math.round((segments * (at < 2 ? 3 : 1)) / (PROVINCES.length + 4))
    const places = Array.from({ length: Math.round(PLACES / PROVINCES.length) }, (_, n) =>
      n === 0 && CITIES[at] ? CITIES[at] : `${wordOf(random)} ${wordOf(random)}`,
    )
    const records = Array.from({ length: Math.ceil(share / PER_STREET) }, () => {
      const place = random.below(3) === 0 ? places[random.below(5)]! : random.pick(places)
      const street = `${wordOf(random)} ${random.pick(TYPES)}`
      return Array.from({ length: PER_STREET }, (_, n) =>
        segment([place, street, n * 100 + 1, n * 100 + 99], [place, street, n * 100 + 2, n * 100 + 98], {
          DATASETNAM: province,
          ROADSEGID: n,
        }),
      )
    }).flat()
    const file = join(folder, `nrn_rrn_${at}_shp_en.zip`)
    writeFileSync(file, zipOf([{ name: `NRN_${at}_17_0_ROADSEG.dbf`, content: dbfOf(ROADSEG, records) }]))
    return file
  })
}

export async function benchNrn(): Promise<void> {
  const segments = numberOption('segments', SEGMENTS)
  await onDatabase(async (newDatabase, database) => {
    await inFolder(async (folder) => {
      const files = writeFiles(join(folder, 'nrn'), segments)
      const url = await newDatabase()
      const task: ImportTask = { url, dataDir: folder, files, source: 'nrn', format: 'nrn' }
      const run = () => inChild<ImportMeasured>(new URL('./import-node.ts', import.meta.url), task)
      const [first, again] = [await run(), await run()]
      if (first.run.outcome !== 'published' || again.run.outcome !== 'unchanged')
        throw new Error(`outcomes ${first.run.outcome} (${first.run.gates}) and ${again.run.outcome}`)
      const row = (name: string, { run, peakRssMb }: ImportMeasured) => [
        name,
        `${whole(run.counts.seconds)} s`,
        `${whole(peakRssMb)} MB`,
      ]
      const loaded = await inChild<StreetsLoaded>(new URL('./nrn-node.ts', import.meta.url), task, ['--expose-gc'])
      const rows = [row('first import', first), row('the same files again', again)]
      const use = `A node reads them in ${whole(loaded.ms)} ms and keeps ${whole(loaded.idleMb)} MB, ${whole(loaded.usedMb)} MB after all lists were used.`
      const head = `${whole(segments)} segments, ${whole(first.run.counts.rows)} streets, ${PROVINCES.length} ZIP files:`
      publish('nrn', `${head}\n\n${table(['', 'time', 'peak memory'], rows)}\n\n${use}`, database)
    })
  })
}
