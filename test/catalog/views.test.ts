import { describe, expect, it } from 'vitest'
import { exportRows } from '../../src/catalog/query/export.ts'
import { findMedia, mediaOfProject } from '../../src/catalog/query/list-media.ts'
import { pageOf } from '../../src/catalog/query/list-page.ts'
import { mapProjects } from '../../src/catalog/query/project-map.ts'
import { listCities, listDevelopers, nearestName } from '../../src/catalog/query/reference-lists.ts'
import { parentCity } from '../../src/catalog/snapshot/city-names.ts'
import { dataset } from '../demo/dataset.ts'
import { snapshotOf } from '../support/snapshots.ts'

const snapshot = snapshotOf(dataset(200))

describe('the map', () => {
  it('has one point for each project with coordinates', () => {
    const map = mapProjects(snapshot, {})
    expect(map).toMatchObject({ clustered: false, total: 200, located: map.features.length })
    const [lng, lat] = map.features[0]!.geometry.coordinates
    expect([lng, lat]).toEqual([snapshot.projects.toArray()[0]!.longitude, snapshot.projects.toArray()[0]!.latitude])
  })

  it('clusters points when there are too many, without losing any', () => {
    const map = mapProjects(snapshot, {}, 50)
    expect(map.clustered).toBe(true)
    expect(map.features.length).toBeLessThan(200)
    const sum = map.features.reduce((all, { properties }) => all + (properties.cluster ? properties.count : 1), 0)
    expect(sum).toBe(map.located)
  })
})

describe('reference lists', () => {
  it('count every project for each developer, its city and the parent city', () => {
    const cities = listCities(snapshot)
    const twice = snapshot.projects.toArray().filter((project) => parentCity(project) !== null).length
    expect(cities.reduce((all, city) => all + city.projects_count, 0)).toBe(200 + twice)
    const developers = listDevelopers(snapshot)
    const named = snapshot.projects
      .toArray()
      .reduce((all, project) => all + new Set(project.developers.map((one) => one.id)).size, 0)
    expect(developers.reduce((all, one) => all + one.projects_count, 0)).toBe(named)
    expect(pageOf(developers, { limit: 3 })).toMatchObject({ total: developers.length, next: { id: 3 } })
    expect(pageOf(developers, { limit: 3, after: { value: null, id: developers.length } }).records).toEqual([])
  })

  it('finds the nearest name', () => {
    const names = ['Toronto', 'Vancouver', 'Montréal', 'Québec', 'North York']
    expect(nearestName('torotno', names)).toBe('Toronto')
    expect(nearestName('MONTREAAL', names)).toBe('Montréal')
    expect(nearestName('vanc', names)).toBe('Vancouver')
    expect(nearestName('x', names)).toBeNull()
    expect(nearestName('Reykjavik', names)).toBeNull()
  })
})

describe('views by plan', () => {
  const paid = snapshot.media.all.toArray().find((item) => item.kind === 'floor_plan')!

  it('hides paid media everywhere', () => {
    expect(findMedia(snapshot, paid.id, { paidMedia: false })).toBeUndefined()
    expect(findMedia(snapshot, paid.id, { paidMedia: true })).toEqual(paid)
    expect(
      mediaOfProject(snapshot, paid.project_id, { paidMedia: false }).every((item) => item.kind !== 'floor_plan'),
    ).toBe(true)
    expect([...exportRows(snapshot, 'media', { paidMedia: false })].some((item) => item.kind === 'floor_plan')).toBe(
      false,
    )
  })

  it('exports every record once, in ID order', () => {
    for (const kind of ['project', 'floor_plan', 'unit', 'media'] as const) {
      const ids = [...exportRows(snapshot, kind, { paidMedia: true })].map((record) => record.id)
      expect(ids).toEqual(ids.toSorted((a, b) => a - b))
      expect(new Set(ids).size).toBe(ids.length)
    }
  })
})
