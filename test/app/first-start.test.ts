// The first start: the sandbox answers at once, and production when its demonstration is there.
import { afterEach, describe, expect, it } from 'vitest'
import { emptyFolder, endAll, liveKey, PROJECTS, serve } from './first-start-server.ts'

afterEach(endAll)

describe('an empty data folder', () => {
  it('answers for the sandbox while production loads, and refuses live keys with the time left', async () => {
    const dataDir = emptyFolder()
    const server = await serve(dataDir, { LOG_LEVEL: 'info' })
    const link = '/api/v1/building-links?address=%231203%20-1480%20howe'
    expect((await server.get(link)).body.meta.outcome).toBe('matched')
    const ready = await server.get('/readyz')
    expect([ready.status, ready.body]).toMatchObject([
      200,
      {
        status: 'ready',
        datasets: { production: { state: 'loading', total: PROJECTS }, sandbox: { state: 'ready' } },
      },
    ])
    const waiting = await server.get('/readyz?dataset=production')
    expect([waiting.status, Number(waiting.headers.get('retry-after'))]).toEqual([503, expect.any(Number)])

    const key = await liveKey(dataDir)
    for (const path of [link, '/api/v1/projects', '/api/v1/changes?since=0', '/api/v1/exports']) {
      const refused = await server.get(path, key)
      expect([path, refused.status, refused.body.code]).toEqual([path, 503, 'dataset_loading'])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    }
    expect((await server.get('/api/v1/me', key)).status).toBe(200)
    const { state, progress } = (await server.get('/api/v1/dataset', key)).body.data
    expect([state, progress.total]).toEqual(['loading', PROJECTS])
    expect((await server.get('/api/v1/dataset')).body.data).toMatchObject({ state: 'ready', progress: null })

    await server.until(({ state, total }) => state === 'ready' && total === undefined)
    expect((await server.get('/readyz?dataset=production')).status).toBe(200)
    const dataset = (await server.get('/api/v1/dataset', key)).body.data
    expect(dataset).toMatchObject({ state: 'ready', progress: null, is_demonstration: true })
    expect(dataset.counts.projects).toBeGreaterThanOrEqual(PROJECTS)
    expect((await server.get(link, key)).status).toBe(200)
    expect(server.output()).toMatch(/"dataset":"production","state":"loading","done":\d+,"total":60,"seconds_left":\d+/)
  })
})
