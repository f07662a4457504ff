import { describe, expect, it } from 'vitest'
import { facetsOf } from '../../src/catalog/query/facets.ts'
import { listProjects } from '../../src/catalog/query/list-projects.ts'
import { mapProjects } from '../../src/catalog/query/project-map.ts'
import { filterWarnings, listCities } from '../../src/catalog/query/reference-lists.ts'
import { placeNames } from '../../src/catalog/snapshot/city-names.ts'
import { dataset } from '../demo/dataset.ts'
import { fromCases } from '../support/cases.ts'
import { projectRow } from '../support/rows.ts'
import { snapshotOf } from '../support/snapshots.ts'

const snapshot = snapshotOf([
  projectRow('1', { city_name: 'Toronto', postal_code: 'M2N 5P5', neighbourhood_name: 'Willowdale' }),
  projectRow('2', { city_name: 'North York', postal_code: null, neighbourhood_name: null }),
  projectRow('3', { city_name: 'Toronto', postal_code: null, neighbourhood_name: 'North York' }),
  projectRow('4', { city_name: 'Toronto', postal_code: 'M5V 1A1', neighbourhood_name: null }),
  projectRow('5', { city_name: 'Montréal', province: 'QC', postal_code: 'H3C 1K2', neighbourhood_name: 'Griffintown' }),
  projectRow('6', { city_name: 'Woodbridge', postal_code: null, neighbourhood_name: null }),
  projectRow('7', { city_name: 'Vaughan', postal_code: 'L4L 1A1', neighbourhood_name: null }),
])

const found = (city: string) => listProjects(snapshot, { city: [city] }, { limit: 50 }).records.map(({ id }) => id)

describe('the city filter', () => {
  it.each(fromCases<[string, string, number[]][]>('catalog/places', 'city filters'))('finds %s', (_, city, ids) => {
    expect(found(city)).toEqual(ids)
  })

  it('agrees with the map, the facet and the list of cities', () => {
    expect(mapProjects(snapshot, { city: ['North York'] }).total).toBe(3)
    expect(facetsOf(snapshot, {}).values.city).toContainEqual({ value: 'Toronto', count: found('Toronto').length })
    expect(listCities(snapshot).find(({ name }) => name === 'Toronto')?.projects_count).toBe(4)
    expect(listCities(snapshot).find(({ name }) => name === 'North York')?.projects_count).toBe(1)
  })

  it('suggests the parent city of an unknown part', () => {
    expect(filterWarnings(snapshot, { city: ['Rexdale'] })).toEqual([
      { parameter: 'city', code: 'unknown_value', value: 'Rexdale', did_you_mean: 'Toronto' },
    ])
  })

  it('knows the boroughs and former municipalities of the demonstration data', () => {
    const parts = new Set(dataset().flatMap(placeNames))
    const known = ['North York', 'Scarborough', 'Etobicoke', 'Ville-Marie', 'Rosemont–La Petite-Patrie', 'Kanata']
    expect([...parts]).toEqual(expect.arrayContaining([...known, 'Woodbridge', 'La Cité-Limoilou', 'Hull']))
  })
})
