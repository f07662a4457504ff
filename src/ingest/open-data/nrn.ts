// National Road Network: one line per road segment, with the street, place and civic numbers of each side.

import { at } from '../../kernel/at.ts'
import { provinceOf } from '../read/canonical-address.ts'
import type { Draft } from '../record/draft.ts'
import { FileRefused } from '../record/draft.ts'
import type { Cells, RecordOrReason, RollFile, RollRecord, RollTable } from '../rolls/roll-table.ts'
import { mergeRanges, rangeText } from './number-ranges.ts'

/** The columns that are read, in the English and in the French edition. */
const NAMES = [
  {
    nid: 'NID',
    province: 'DATASETNAM',
    range: 'ADRANGENID',
    road: 'ROADNID',
    street: 'STRNAMENID',
    sides: ['L', 'R'].map((side) => ({
      place: `${side}_PLACENAM`,
      street: `${side}_STNAME_C`,
      first: `${side}_HNUMF`,
      last: `${side}_HNUML`,
      link: `${side}_ALTNANID`,
    })),
    parts: ['DIRPREFIX', 'STRTYPRE', 'STARTICLE', 'NAMEBODY', 'STRTYSUF', 'DIRSUFFIX'],
  },
  {
    nid: 'IDN',
    province: 'NOMJEUDONN',
    range: 'IDINTERVAD',
    road: 'IDNELEMRTE',
    street: 'IDNOMRUE',
    sides: ['G', 'D'].map((side) => ({
      place: `NOMLIEU_${side}`,
      street: `NOMRUE_C_${side}`,
      first: `NUMP_${side}`,
      last: `NUMD_${side}`,
      link: `IDNOMNOF_${side}`,
    })),
    parts: ['PREDIR', 'PRETYPRUE', 'ARTNOMRUE', 'CORPSNOM', 'SUFTYPRUE', 'SUFDIR'],
  },
] as const

type Names = (typeof NAMES)[number]

const MAX_LENGTH = 90
/** Second names are in memory while the segments are read. A province has some ten thousands. */
const MAX_SECOND_NAMES = 1_000_000
const NOTHING = /^(?:none|unknown|aucune?|inconnue?)$/i

/** Also what has a meaning in a list of streets. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: names must not break a list into other lines
const plainText = (text: string): string => (NOTHING.test(text) ? '' : text.replace(/[\u0000-\u001f;#]+/g, ' ').trim())

/** From a segment to its alternate names: address range or road → link → name. */
class SecondNames {
  readonly #namesOfLink = new Map<string, string[]>()
  readonly #text = new Map<string, string>()
  readonly #linksOfRange = new Map<string, readonly string[]>()

  addLink(link: string, name: string): void {
    const names = this.#namesOfLink.get(link)
    if (names) names.push(name)
    else this.#namesOfLink.set(link, [name])
    this.#text.set(name, '')
    if (this.#text.size + this.#namesOfLink.size > 2 * MAX_SECOND_NAMES)
      throw new FileRefused(`the files have more than ${MAX_SECOND_NAMES} alternate names`)
  }

  addName(id: string, text: string): void {
    if (this.#text.has(id)) this.#text.set(id, text)
  }

  addRange(id: string, links: readonly string[]): void {
    if (links.some((link) => this.#namesOfLink.has(link))) this.#linksOfRange.set(id, links)
  }

  /** Per side. */
  of(range: string, road: string, side: number): string[] {
    const names = [this.#linksOfRange.get(range)?.[side] ?? '', road].flatMap((id) => this.#namesOfLink.get(id) ?? [])
    return names.flatMap((id) => this.#text.get(id) || [])
  }
}

function tableWith(second: SecondNames): RollTable {
  const links = NAMES.map(
    (names): RollFile => ({
      columns: [names.street],
      mayBeEmpty: true,
      recordOf: (cells) => {
        // some editions link the road itself
        second.addLink(cells(names.road) || cells(names.nid), cells(names.street))
        return []
      },
    }),
  )
  const streets = NAMES.map(
    (names): RollFile => ({
      columns: [names.nid, ...names.parts],
      mayBeEmpty: true,
      recordOf: (cells) => {
        const parts = names.parts.map((part) => plainText(cells(part)))
        second.addName(cells(names.nid), parts.filter(Boolean).join(' ').slice(0, MAX_LENGTH))
        return []
      },
    }),
  )
  const ranges = NAMES.map(
    (names): RollFile => ({
      columns: [names.nid, ...names.sides.map(({ link }) => link)],
      mayBeEmpty: true,
      recordOf: (cells) => {
        second.addRange(
          cells(names.nid),
          names.sides.map(({ link }) => cells(link)),
        )
        return []
      },
    }),
  )
  const [english, french] = NAMES.map(
    (names): RollFile => ({
      columns: [
        names.province,
        ...names.sides.flatMap(({ place, street, first, last }) => [place, street, first, last]),
      ],
      recordOf: (cells, line) => segment(cells, line, names, second),
    }),
  ) as [RollFile, RollFile]
  const table = {
    ...english,
    name: 'nrn',
    about: 'National Road Network, streets and civic numbers (shapefile or CSV)',
    encoding: 'windows-1252',
    companions: [french, ...links, ...streets, ...ranges],
    publishes: 'streets',
    start: () => tableWith(new SecondNames()),
    draftOf,
  } as const
  return Object.assign(table, { order: [...links, ...streets, ...ranges, table, french] })
}

export const nrnTable: RollTable = tableWith(new SecondNames())

function segment(cells: Cells, line: number, names: Names, second: SecondNames): RecordOrReason {
  const province = provinceOf(cells(names.province))
  if (province === null) return { reject: 'the province is not known', column: names.province }
  const records: RollRecord[] = []
  for (const [side, columns] of names.sides.entries()) {
    const [place, street] = [plainText(cells(columns.place)), plainText(cells(columns.street))]
    if (place === '' || street === '') continue
    if (place.length > MAX_LENGTH || `${place}${street}`.includes('\ufffd'))
      return { reject: 'the name of the place is too long or not readable', column: columns.place }
    if (street.length > MAX_LENGTH) return { reject: 'the name of the street is too long', column: columns.street }
    const range = rangeText(cells(columns.first), cells(columns.last))
    if (range === null) return { reject: 'the civic numbers are no numbers', column: columns.first }
    const others = second.of(cells(names.range), cells(names.nid), side).filter((name) => name !== street)
    records.push({ key: `${province}\t${place}\t${street}`, line, values: [range, others.join(';')] })
  }
  return records.length > 0 ? records : { skip: 'segments without a street name and a place' }
}

const MAX_OTHER_NAMES = 20

/** A street of one place. */
function draftOf(key: string, records: readonly RollRecord[]): Draft {
  const [province, place, street] = key.split('\t')
  const others = new Set(records.flatMap(({ values }) => (values[1] ? String(values[1]).split(';') : [])))
  return {
    line: at(records, 0).line,
    fields: {
      province,
      place,
      street,
      numbers: mergeRanges(records.map(({ values }) => String(values[0]))),
      other_names: [...others].sort().slice(0, MAX_OTHER_NAMES).join(';'),
    },
  }
}
