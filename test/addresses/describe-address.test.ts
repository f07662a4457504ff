// Standard addresses: the table of cases, corrections, places, points and hostile input.
import { describe, expect, it } from 'vitest'
import { addressBookOf } from '../../src/addresses/address-book.ts'
import type { AddressDescription, PartName } from '../../src/addresses/address-types.ts'
import { describeAddress } from '../../src/addresses/describe-address.ts'
import { AddressSchema } from '../../src/http/addresses/address-schemas.ts'
import { dataset } from '../demo/dataset.ts'
import { fixtureCases, readTable } from '../matcher/fixture.ts'
import { HOSTILE } from '../matcher/hostile.ts'
import { fromCases } from '../support/cases.ts'
import { snapshotOf } from '../support/snapshots.ts'
import { fixtureBook } from './fixture-book.ts'

const rows = readTable('addresses.tsv').map(({ address = '', hint = '', text, mailing, understood, why }) => {
  const [city = null, province = null] = hint === '' ? [] : hint.split(', ')
  return { address, city, province, text, mailing, understood, why }
})

const read = (address: string, hints: Partial<Parameters<typeof describeAddress>[0]> = {}) =>
  describeAddress({ address, ...hints }, fixtureBook)

const part = ({ parts }: AddressDescription, wanted: PartName) => parts.find(({ name }) => name === wanted)

it.each(rows)('standardizes "$address" [$city]: $why', ({ address, city, province, text, mailing, understood }) => {
  const { standardized, parts } = read(address, { city, province })
  expect([standardized.text, standardized.mailing[0]]).toEqual([text, mailing])
  const states = parts.filter((one) => one.understood !== 'given').map((one) => `${one.name}:${one.understood}`)
  expect(states.join(' ')).toBe(understood)
})

describe('a standard address', () => {
  it('is read back unchanged: cases of the matcher', () => {
    // Texts in `names-as-words` have a building's name, but no address.
    const tables = [...fixtureCases].filter(([table]) => table !== 'names-as-words').map(([, cases]) => cases)
    const addresses = [...tables, rows].flat()
    const changed = addresses.flatMap(({ address, city, province }) => {
      const { text } = read(address, { city, province }).standardized
      const again = read(text).standardized.text
      return again === text ? [] : [`${address} → ${text} → ${again}`]
    })
    expect(changed.length / addresses.length, changed.join('\n')).toBeLessThan(0.02)
  })

  it('is read back unchanged, and is the line of the building: buildings of the demonstration', () => {
    const snapshot = snapshotOf(dataset(400))
    const book = addressBookOf(snapshot)
    const changed: string[] = []
    let lines = 0
    for (const project of snapshot.projects.toArray())
      for (const { line } of project.buildings.flatMap(({ addresses }) => addresses)) {
        const { city_name: city, province } = project
        const { standardized } = describeAddress({ address: line, city, province }, book)
        const again = describeAddress({ address: standardized.text }, book).standardized
        lines++
        if (again.text !== standardized.text) changed.push(`${standardized.text} → ${again.text}`)
        if (standardized.line !== line) changed.push(`${line} → ${standardized.line}`)
      }
    expect(lines).toBeGreaterThan(400)
    expect(changed.length / lines, changed.join('\n')).toBeLessThan(0.01)
  })

  it('has two spaces before the postal code on an envelope', () => {
    expect(read('1203-1480 howe st, vancouver bc v6z1c4').standardized.mailing).toEqual([
      '1203-1480 HOWE ST',
      'VANCOUVER BC  V6Z 1C4',
    ])
  })

  it('keeps a name that contains a city', () => {
    const { standardized } = read('12 rue du Lac-de-Montréal, Laval, QC')
    expect(standardized.text).toBe('12 Rue du Lac-de-Montréal, Laval, QC')
  })

  it('is French by its street', () => {
    expect(read('1288 avenue des Canadiens-de-Montréal, Montréal').standardized.language).toBe('fr')
    expect(read('55 rue Rideau, Ottawa, ON').standardized.language).toBe('fr')
    expect(read('55 Rideau St, Ottawa, ON').standardized.language).toBe('en')
  })
})

describe('corrections', () => {
  it('never corrects a street that exists', () => {
    // Both are real streets of Toronto.
    for (const street of ['Bayview Ave', 'Bathurst St', 'Broadview Ave', 'Brookview Dr'])
      expect(part(read(`10 ${street}, Toronto`), 'street_name')?.understood).toBe('given')
  })

  it('does not correct an unknown street where no list is complete', () => {
    const described = read('12 Albernei Rd, Guelph, ON')
    expect(part(described, 'street_name')).toMatchObject({ value: 'Albernei', understood: 'given' })
    expect(described.street).toMatchObject({ known: false, numbers: null, source: null })
  })

  it('corrects a city only if the address is linked to a building there', () => {
    const address = '1480 Howe St, Burnaby, BC'
    expect(part(read(address), 'city')).toMatchObject({ value: 'Burnaby', understood: 'given' })
    const linked = describeAddress({ address }, fixtureBook, 'howe')
    expect(part(linked, 'city')).toEqual({
      name: 'city',
      value: 'Vancouver',
      as_given: 'Burnaby',
      understood: 'corrected',
    })
  })
})

describe('postal codes', () => {
  it('are never made up', () => {
    const described = read('1480 Howe St, Vancouver')
    expect([described.standardized.postal_code, described.postal_code]).toEqual([null, null])
  })

  it('come from the linked building, marked as inferred', () => {
    const described = describeAddress({ address: '1480 Howe St, Vancouver' }, fixtureBook, 'howe')
    expect(described.standardized.postal_code).toBe('V6Z 1C4')
    expect(part(described, 'postal_code')).toMatchObject({ as_given: null, understood: 'inferred' })
  })

  it.each([
    ['V6Z 1C4', true, true],
    ['M5V 1A1', true, false],
    ['V6Z', false, true],
    ['V6O 1C4', false, null],
    ['12345', false, null],
  ])('%s: valid %s, fits Vancouver %s', (postal, valid, fits) => {
    const described = read('1480 Howe St', { city: 'Vancouver', province: 'BC', postal })
    expect(described.postal_code).toMatchObject({ valid, fits })
  })
})

describe('places', () => {
  it('names the municipality, the part of it and the metropolitan area', () => {
    expect(read('10 Navy Wharf Crt, North York').municipality).toEqual({
      name: 'Toronto',
      province: 'ON',
      district: 'North York',
      part_of: 'Greater Toronto',
      known: true,
    })
  })

  it('says that an address is outside Canada', () => {
    const described = read('500 Main St, Seattle, WA 98101')
    expect(described).toMatchObject({ outside_canada: true, point: null, street: { known: false } })
  })

  it('says between which numbers a street is known', () => {
    expect(read('99 The Donway W, Toronto').street).toEqual({
      name: 'The Donway W',
      known: true,
      numbers: { from: 65, to: 255 },
      includes_number: true,
      source: 'street_list',
    })
    expect(read('9999 The Donway W, Toronto').street.includes_number).toBe(false)
  })

  it('estimates a point between the buildings around it, or takes the middle of the city', () => {
    const book = addressBookOf(snapshotOf(dataset(200)))
    const { index } = book
    const row = index.latitude.findIndex((latitude) => !Number.isNaN(latitude))
    const entry = index.entryBuilding.indexOf(row)
    const street = index.entryStreet[entry]!
    const { name } = index.directory.cities[index.buildingCity[row]!]!
    const line = `${index.entryNumber[entry]} ${book.street(street).parts!.name}`
    const near = book.pointOn(street, index.entryNumber[entry]!)!
    expect(near.latitude).toBeCloseTo(index.latitude[row]!, 1)
    expect(near.longitude).toBeCloseTo(index.longitude[row]!, 1)
    expect(describeAddress({ address: line, city: name }, book).point).not.toBeNull()
    expect(describeAddress({ address: '1 Unheardof Gdns', city: name }, book).point?.accuracy).toBe('city')
    expect(describeAddress({ address: '1 Unheardof Gdns' }, book).point).toBeNull()
  })
})

describe('units', () => {
  it.each(fromCases<[string, string, string][]>('addresses/describe-address', 'units'))(
    'reads the unit of %s',
    (address, value, kind) => {
      expect(read(address, { city: 'Vancouver' }).unit).toEqual({ value, kind })
    },
  )

  it('ignores #N/A', () => {
    expect(read('1480 Howe St #N/A', { city: 'Vancouver' }).unit).toBeNull()
  })
})

it('describes hostile input, in the form of the schema', () => {
  for (const text of [...HOSTILE, '1480 Howe St '.repeat(700), '12-14 & 3/4 '.repeat(700)]) {
    const address = text.slice(0, 8000)
    AddressSchema.parse(
      read(address, { city: text.slice(0, 100), province: text.slice(0, 40), postal: text.slice(0, 16) }),
    )
  }
})
