// The metrics, their page, the dashboard, the alerts and the runbooks agree with each other.
import { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OperatorFigures } from '../../src/app/service-metrics.ts'
import { addCommands } from '../../src/cli/command-tree.ts'
import { routes } from '../../src/http/routes.ts'
import { FAULTS } from '../../src/kernel/fault.ts'
import { Metrics } from '../../src/kernel/metrics.ts'
import { fromCases } from '../support/cases.ts'
import type { TestServer } from '../support/server.ts'
import { startServer } from '../support/server.ts'
import { alerts, metricsOfPage, metricsOfText, panels, readDocument, unknownIn } from './metrics-page.ts'

const page = metricsOfPage()

describe('metrics', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.stop())

  const scrape = () => server.app.services.readMetrics()
  const sampleOf = (text: string, series: string) => Number(new RegExp(`^${series} (\\S+)$`, 'm').exec(text)?.[1])

  it('are explained on the page, all of them and no others', async () => {
    const metrics = metricsOfText(await scrape())
    expect([...page.keys()].sort()).toEqual([...metrics.keys()].sort())
    for (const [name, { type, help, labels }] of metrics) {
      expect(help, name).not.toBe('')
      expect(page.get(name)!.meaning, name).not.toBe('')
      expect([name, type]).toEqual([name, page.get(name)!.type])
      // A metric without values shows no labels.
      if (labels.length > 0) expect([name, labels]).toEqual([name, [...page.get(name)!.labels].sort()])
    }
  })

  it('count lookups by outcome, and refusals by code', async () => {
    const before = await scrape()
    const key = server.keys.elite
    const path = '/api/v1/building-links?address='
    expect((await server.get(`${path}${encodeURIComponent('no such street 99999')}`, key)).status).toBe(200)
    expect((await server.get(path, key)).status).toBe(400)
    const after = await scrape()
    const rise = (series: string) => sampleOf(after, series) - (sampleOf(before, series) || 0)
    expect(rise('plinth_lookups_total\\{outcome="no_match"\\}')).toBe(1)
    const code = (await server.get(path, key)).body.code
    expect(rise(`plinth_http_refused_total\\{code="${code}"\\}`)).toBe(1)
  })

  it('show the state of the database, the tasks, the disk and the last backup', async () => {
    const { services } = server.app
    const text = await scrape()
    expect(sampleOf(text, 'plinth_database_up')).toBe(1)
    expect(sampleOf(text, 'plinth_ready')).toBe(1)
    expect(text).toMatch(/^plinth_task_failing\{task="usage"\} [01]$/m)
    expect(text).toMatch(/^plinth_dataset_published_timestamp_seconds\{dataset="production"\} \d+/m)
    // Unknown until it is read: a 0 would mean that the disk is full.
    expect(text).not.toMatch(/^plinth_disk_free_bytes \S+$/m)
    await services.backup(`${server.dataDir}/test.backup`)
    const figures = new OperatorFigures(server.app.foundation.db, server.dataDir)
    const own = new Metrics()
    figures.registerMetrics(own)
    await figures.refresh(services.clock.now())
    const read = await own.registry.metrics()
    expect(sampleOf(read, 'plinth_backup_last_timestamp_seconds')).toBeGreaterThan(services.clock.now() / 1000 - 600)
    expect(sampleOf(read, 'plinth_disk_free_bytes')).toBeGreaterThan(0)
    expect(sampleOf(read, 'plinth_feeds_failing')).toBe(0)
    expect(sampleOf(read, 'plinth_desk_cases_open')).toBeGreaterThanOrEqual(0)
  })
})

describe('expressions', () => {
  it.each([
    ['plinth_nothing_total', ['plinth_nothing_total']],
    ['rate(plinth_http_requests_total{method="GET"}[5m])', ['method']],
    ['sum by (route, code) (plinth_http_requests_total)', ['code']],
    ['plinth_http_requests_total_bucket', ['plinth_http_requests_total_bucket']],
    ['sum by (le) (rate(plinth_http_request_ms_bucket{route=~"a|b"}[5m]))', []],
    ['up{job="plinth"} == 0', []],
  ])('%s uses unknown %j', (expr, unknown) => {
    expect(unknownIn(expr, page)).toEqual(unknown)
  })
})

describe('the dashboard', () => {
  const graphs = panels().filter(({ type }) => type !== 'row')

  it('has a row for each area, and explains each panel', () => {
    const rows = panels().filter(({ type }) => type === 'row')
    expect(rows.map(({ title }) => title)).toEqual(fromCases<string[]>('operate/metrics', 'rows of the dashboard'))
    expect(graphs.filter(({ description }) => !description).map(({ title }) => title)).toEqual([])
    expect(new Set(graphs.map(({ title }) => title)).size).toBe(graphs.length)
  })

  it('uses metrics and labels that exist, of the chosen nodes', () => {
    for (const { title, targets = [] } of graphs)
      for (const { expr } of targets) {
        expect([title, unknownIn(expr, page)]).toEqual([title, []])
        const selectors = expr.match(/job="\$job",instance=~"\$instance"/g) ?? []
        expect([title, selectors.length]).toEqual([title, expr.match(/\b(plinth|process|nodejs)_\w+/g)?.length])
      }
  })
})

describe('the alerts', () => {
  it('use metrics and labels that exist, and values that can occur', () => {
    for (const { alert, expr } of alerts()) {
      expect([alert, unknownIn(expr, page)]).toEqual([alert, []])
      for (const [, codes] of expr.matchAll(/code=~?"([^"]+)"/g))
        for (const code of codes!.split('|')) expect(Object.keys(FAULTS)).toContain(code)
      for (const [, pattern] of expr.matchAll(/route=~"([^"]+)"/g))
        expect(routes.some(({ name }) => new RegExp(`^${pattern}$`).test(name))).toBe(true)
    }
  })

  it('say when they fire, how bad it is, and what to do', () => {
    for (const rule of alerts()) {
      expect(rule.for, rule.alert).toMatch(/^\d+[mh]$/)
      expect(['critical', 'warning']).toContain(rule.labels.severity)
      expect(Object.values(rule.annotations).every((text) => text.length > 10)).toBe(true)
      expect(rule.annotations.runbook_url).toBe(`docs/operate/runbooks.md#${rule.alert.toLowerCase()}`)
    }
  })

  it('have one runbook each', () => {
    const titles = [...readDocument('runbooks.md').matchAll(/^### (\w+)$/gm)].map(([, title]) => title)
    expect(titles).toEqual(alerts().map(({ alert }) => alert))
  })
})

function allCommands(): readonly Command[] {
  const program = new Command('plinth')
  addCommands(program, () => async () => {})
  return program.commands
}

it('runbooks use commands and metrics that exist', () => {
  const text = readDocument('runbooks.md')
  const known = allCommands()
  const commands = [...text.matchAll(/`plinth ([a-z]+)(?: ([a-z]+))?/g)]
  expect(commands.length).toBeGreaterThan(8)
  for (const [, name, sub] of commands) {
    const command = known.find((one) => one.name() === name)
    expect(command, name).toBeDefined()
    if (sub && command!.commands.length > 0) expect(command!.commands.map((one) => one.name())).toContain(sub)
  }
  for (const [name] of text.matchAll(/\bplinth_\w+[a-z]\b/g)) expect([...page.keys()]).toContain(name)
})
