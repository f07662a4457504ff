// The base map's tiles: checked at the start, and served by range requests.
import { once } from 'node:events'
import { closeSync, fstatSync, openSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { FetchSource, PMTiles } from 'pmtiles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMapTiles } from '../../src/app/open-map-tiles.ts'
import { rangeOfFile } from '../../src/http/server/byte-range.ts'
import type { Exchange } from '../../src/http/server/exchange.ts'
import { Stop } from '../../src/kernel/fault.ts'
import { SMALL_MAP, writePmtiles } from '../support/pmtiles-file.ts'
import type { TestServer } from '../support/server.ts'
import { startServer } from '../support/server.ts'
import { suiteFolder } from '../support/suite-folder.ts'

const folder = suiteFolder()
const file = join(folder, 'city.pmtiles')
writePmtiles(file, { attribution: '<a href="https://protomaps.com">Protomaps</a> &copy; OpenStreetMap' })
const content = readFileSync(file)

describe('a server with MAP_TILES', () => {
  let server: TestServer
  let url: string
  beforeAll(async () => {
    server = await startServer({ MAP_TILES: file })
    url = (await server.get('/map/tiles.json')).body.tiles.url
  })
  afterAll(() => server.stop())

  const bytes = async (headers: Record<string, string>, path = url, method = 'GET') => {
    const response = await fetch(server.url + path, { method, headers })
    return { response, status: response.status, body: Buffer.from(await response.arrayBuffer()) }
  }

  it('describes the tiles to anyone', async () => {
    const { body, headers } = await server.get('/map/tiles.json')
    expect(body.tiles).toMatchObject({ min_zoom: 0, max_zoom: 10, attribution: 'Protomaps © OpenStreetMap' })
    const [west, south, east, north] = body.tiles.bounds
    expect([west < -79.38, south < 43.65, east > -79.38, north > 43.65]).toEqual([true, true, true, true])
    expect(headers.get('cache-control')).toBe('no-cache')
  })

  it('sends a range with 206, its position and an immutable version', async () => {
    const { response, status, body } = await bytes({ range: 'bytes=100-299' })
    expect(status).toBe(206)
    expect(response.headers.get('content-range')).toBe(`bytes 100-299/${content.length}`)
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-type')).toBe('application/vnd.pmtiles')
    expect(response.headers.get('etag')).toMatch(/^"[0-9a-f]{16}"$/)
    expect(body.equals(content.subarray(100, 300))).toBe(true)
    expect((await bytes({ range: 'bytes=-20' })).body.equals(content.subarray(-20))).toBe(true)
    expect((await bytes({})).body.equals(content)).toBe(true)
  })

  it('answers 416 beyond the end, and 304 if nothing changed', async () => {
    const beyond = await bytes({ range: `bytes=${content.length}-` })
    expect(beyond.status).toBe(416)
    expect(beyond.response.headers.get('content-range')).toBe(`bytes */${content.length}`)
    expect(beyond.response.headers.get('cache-control')).toBe('no-store')
    const etag = (await bytes({}, url, 'HEAD')).response.headers.get('etag')!
    expect((await bytes({ 'if-none-match': etag })).status).toBe(304)
  })

  it('does not let a cache keep the file under the name of another version', async () => {
    const { response, status } = await bytes({ range: 'bytes=0-9' }, '/map/tiles.pmtiles?v=older')
    expect([status, response.headers.get('cache-control')]).toEqual([206, 'no-cache'])
  })

  it('sends the file that it opened, although another has its name', async () => {
    writeFileSync(`${file}.new`, 'something else')
    renameSync(`${file}.new`, file)
    expect((await bytes({ range: 'bytes=0-6' })).body.toString()).toBe('PMTiles')
    expect((await bytes({})).body.equals(content)).toBe(true)
  })

  it('keeps the file open when a client leaves', async () => {
    const fd = openSync(file, 'r')
    const exchange = { method: 'GET', headers: {}, setHeader() {} } as unknown as Exchange
    const stream = rangeOfFile({ path: file, bytes: 14, fd }, exchange)!
    await once(stream, 'readable')
    stream.destroy()
    await once(stream, 'close')
    expect(fstatSync(fd).size).toBe(14)
    closeSync(fd)
  })

  it('can be read by the pmtiles library, and has streets', async () => {
    const tiles = new PMTiles(new FetchSource(server.url + url))
    expect((await tiles.getHeader()).maxZoom).toBe(10)
    const tile = await tiles.getZxy(10, 286, 373)
    const { layers } = new VectorTile(new PbfReader(new Uint8Array(tile!.data)))
    expect(Object.keys(layers)).toEqual(['earth', 'water', 'roads'])
    const roads = layers.roads!
    const names = Array.from({ length: roads.length }, (_, i) => roads.feature(i).properties.name)
    expect(names).toEqual(['Bay Street', 'King Street West', 'York Street', 'Temperance Street'])
    const { geometry } = roads.feature(0).toGeoJSON(286, 373, 10)
    const [longitude, latitude] = (geometry as { coordinates: number[][] }).coordinates[0]!
    expect([longitude, latitude]).toEqual([expect.closeTo(-79.376, 3), expect.closeTo(43.64, 3)])
  })
})

describe('a file that cannot be used', () => {
  const make = (name: string, options: Parameters<typeof writePmtiles>[1] = {}) => {
    const path = join(folder, name)
    writePmtiles(path, options)
    return path
  }
  const problem = (path: string) => {
    try {
      openMapTiles(path)?.close()
    } catch (error) {
      expect(error).toBeInstanceOf(Stop)
      return `${(error as Stop).message} ${(error as Stop).advice}`
    }
    return 'none'
  }

  it('stops the start with its problem and what to do', () => {
    const incomplete = make('incomplete.pmtiles')
    truncateSync(incomplete, content.length - 200)
    const text = join(folder, 'text.pmtiles')
    writeFileSync(text, 'no tiles')
    expect(problem(make('good.pmtiles'))).toBe('none')
    expect(problem(incomplete)).toMatch(/incomplete: it has \d+ of \d+ bytes/)
    expect(problem(text)).toContain('not a PMTiles file of version 3')
    expect(problem(make('pictures.pmtiles', { tileType: 2 }))).toContain('pictures, not vector tiles')
    const { roads: _, ...rest } = SMALL_MAP
    expect(problem(make('other.pmtiles', { layers: rest }))).toContain('it has no layer roads')
    expect(problem(join(folder, 'absent.pmtiles'))).toMatch(/ENOENT.* Set MAP_TILES to a Protomaps basemap/)
    expect(problem(folder)).toContain('it is not a file')
  })

  it('always credits OpenStreetMap', () => {
    const attributionOf = (attribution?: string) => {
      const tiles = openMapTiles(make('credit.pmtiles', attribution === undefined ? {} : { attribution }))!
      tiles.close()
      return tiles.attribution
    }
    expect(attributionOf()).toBe('© OpenStreetMap')
    expect(attributionOf('My <b>city</b>')).toBe('My city © OpenStreetMap')
  })
})

describe('a server without MAP_TILES', () => {
  it('says that there are none, without an error', async () => {
    const server = await startServer()
    expect(await server.get('/map/tiles.json')).toMatchObject({ status: 200, body: { tiles: null } })
    expect((await server.get('/map/tiles.pmtiles')).status).toBe(404)
    await server.stop()
  })
})
