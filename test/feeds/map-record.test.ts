// Records of feeds in the shapes that real servers send, and the listings they become.
import { describe, expect, it } from 'vitest'
import { dialectOf, fieldsOf, fileMapping, resoMapping, TARGETS } from '../../src/feeds/read/field-mapping.ts'
import type { MappedListing } from '../../src/feeds/read/map-record.ts'
import { mapRecord } from '../../src/feeds/read/map-record.ts'
import { resoSource } from '../../src/feeds/read-reso.ts'
import { MAX_ATTRIBUTES_BYTES } from '../../src/http/listings/listing-schemas.ts'
import { fromCases } from '../support/cases.ts'

type Row<Expected> = [string, Record<string, unknown>, Expected]
const rowsOf = <Expected>(table: string) => fromCases<Row<Expected>[]>('feeds/map-record', table)
const PROPTX = 'https://query.ampre.ca/odata'
const DDF = 'https://ddfapi.realtor.ca/odata/v1'

function listingOf(record: Record<string, unknown>, mapping = resoMapping({})): MappedListing {
  const mapped = mapRecord({ ListingKey: 'a', UnparsedAddress: '1480 Howe St', ...record }, mapping, '')
  if (mapped.kind !== 'listing') throw new Error(mapped.reason)
  return mapped.listing
}

const given = (values: object) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))

describe('a record of a feed', () => {
  it.each(rowsOf<string>('addresses'))('has as its address: %s', (_, record, address) => {
    expect(listingOf({ UnparsedAddress: null, ...record }).address).toBe(address)
  })

  it.each(rowsOf<object>('hints'))('has the hints of %s', (_, record, hints) => {
    expect(given(listingOf(record).hints)).toEqual(hints)
  })

  it.each(rowsOf<object | null>('attributes'))('has the attributes of %s', (_, record, attributes) => {
    expect(listingOf(record).attributes).toEqual(attributes)
  })

  it('keeps any status, and reads the one of the board where the standard one is missing', () => {
    expect(listingOf({ StandardStatus: 'Unknown', MlsStatus: 'New' }).status).toBe('Unknown')
    expect(listingOf({ MlsStatus: 'New' }).status).toBe('New')
  })

  it('never has more attributes than a listing may have', () => {
    for (let length = 1; length <= 110; length++) {
      const values = fieldsOf(resoMapping({})).map((name) => [name, '福'.repeat(length)])
      const { attributes } = listingOf({ ...Object.fromEntries(values), ListingKey: 'a' })
      expect(Buffer.byteLength(JSON.stringify(attributes))).toBeLessThanOrEqual(MAX_ATTRIBUTES_BYTES)
    }
  })

  it('can be mapped in another way, by the former name of the MLS number too', () => {
    const changes = { listing_id: ['Ref'], office: null, legal_unit: ['LockerUnit'] }
    const record = { Ref: 'R1', ListingId: 'C1', ListOfficeKey: '5', LegalApartmentNumber: '3', LockerUnit: '9' }
    expect(listingOf(record, resoMapping(changes)).attributes).toEqual({ mls_number: 'R1', legal_unit: '9' })
  })

  it('has the same names in a file', () => {
    const columns = TARGETS.filter((target) => target !== 'modified_at' && target !== 'listing_id')
    expect(Object.keys(fileMapping({}, columns)).sort()).toEqual([...columns].sort())
  })
})

describe('a dialect', () => {
  it('is chosen by the host, and asks for its own fields only', () => {
    expect([PROPTX, DDF, 'https://reso.mls.tld/odata', ''].map((url) => dialectOf(url).name)).toEqual([
      'proptx',
      'ddf',
      'reso',
      'reso',
    ])
    const [proptx, ddf, any] = [PROPTX, DDF, ''].map((url) => fieldsOf(resoMapping({}, url)))
    expect(proptx).toEqual(expect.arrayContaining(['CondoCorpNumber', 'ApartmentNumber', 'LegalStories']))
    expect(proptx).not.toContain('Latitude')
    expect(ddf).toEqual(expect.arrayContaining(['Latitude', 'AssociationName', 'UnitNumber']))
    for (const name of ['CondoCorpNumber', 'ApartmentNumber', 'BuildingName', 'TransactionType', 'LegalStories'])
      expect(ddf).not.toContain(name)
    expect(any).toEqual(expect.arrayContaining([...proptx!, ...ddf!]))
  })

  it('asks for no more rows than the server sends', () => {
    const sizeOf = (url: string, page_size: number) =>
      resoSource({ url, resource: 'Property', filter: null, page_size }, resoMapping({}, url)).pageSize
    expect([sizeOf(DDF, 500), sizeOf(DDF, 20), sizeOf(PROPTX, 500)]).toEqual([100, 20, 500])
  })

  it('has only names that a mapping has, and keeps the changes of the customer', () => {
    for (const url of [PROPTX, DDF, '']) {
      expect(TARGETS).toEqual(expect.arrayContaining(Object.keys(dialectOf(url).fields)))
      expect(resoMapping({ latitude: ['MyLatitude'], city: null }, url)).toMatchObject({ latitude: ['MyLatitude'] })
      expect(resoMapping({ city: null }, url)).not.toHaveProperty('city')
    }
  })
})
