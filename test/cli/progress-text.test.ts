// What a terminal and a log show while Plinth builds, starts and runs.
import { expect, it } from 'vitest'
import { buildReporter } from '../../bin/build-reporter.mjs'
import { LoadProgress } from '../../src/cli/service/load-progress.ts'
import { ShareLine } from '../../src/cli/terminal/progress-bar.ts'
import { localUrl } from '../../src/kernel/config.ts'
import { textLines } from '../../src/kernel/log-text.ts'
import { fromCases } from '../support/cases.ts'
import { jsonLines } from '../support/json-lines.ts'

function screen(isTTY: boolean) {
  let text = ''
  return { isTTY, write: (more: string) => (text += more), text: () => text }
}

it('shows a build on a terminal at once, with the time left, and then how long it took', () => {
  const terminal = screen(true)
  const report = buildReporter(terminal)
  report({ seconds: 0, secondsLeft: 12 })
  expect(terminal.text()).toBe('\r\u001b[KBuilding Plinth, needed once after an update: about 12 s left')
  report({ seconds: 10.2, secondsLeft: 3 })
  report(undefined)
  expect(terminal.text().split('\r\u001b[K').at(-1)).toBe('Built in 11 s.\n')
})

it('reports a build as JSON lines, at once and every five seconds', () => {
  const pipe = screen(false)
  const report = buildReporter(pipe, 'json')
  for (let seconds = 0; seconds < 8; seconds++) report({ seconds, secondsLeft: 12 - seconds })
  report(undefined)
  const lines = jsonLines(pipe.text())
  expect(lines.map(({ seconds_left, msg }) => [seconds_left, msg])).toEqual([
    [12, 'building Plinth, needed once after an update'],
    [7, 'building Plinth, needed once after an update'],
    [undefined, 'the build is ready'],
  ])
})

it('shows the share that is done and the time left, by the speed of the last half minute', () => {
  let now = 0
  const terminal = screen(true)
  const line = new ShareLine(terminal, () => now)
  const at = (seconds: number, share: number | null) => {
    now = seconds * 1000
    line.show(share, () => 'rows')
    return terminal.text().split('\r\u001b[K').at(-1)
  }
  expect(at(0, 0)).toBe('░░░░░░░░░░░░░░░░░░░░░░░░  0 %, rows')
  expect(at(10, 0.5)).toBe('████████████░░░░░░░░░░░░  50 %, rows, 0:10 left')
  for (let second = 11; second <= 60; second++) at(second, 0.5 + (second - 10) / 1000)
  // The fast start no longer counts: 450 thousandths, at one a second.
  expect(at(61, 0.551)).toMatch(/ 55 %, rows, 7:29 left$/)
  expect(at(62, 1)).toMatch(/ 99 %, rows, /)
})

it('prints a plain line every five seconds where there is no terminal, and none for what ends at once', () => {
  let now = 0
  const pipe = screen(false)
  const line = new ShareLine(pipe, () => now)
  for (now = 0; now <= 11_000; now += 1000) line.show(now / 20_000, () => `${now / 1000} rows`)
  line.clear()
  expect(pipe.text()).toBe('25 %, 5 rows, 0:15 left\n50 %, 10 rows, 0:10 left\n')
})

it('counts the bytes of a load that the server has stored', () => {
  const terminal = screen(true)
  const progress = new LoadProgress(terminal, 1000)
  progress.add('created', 250)
  expect(terminal.text()).toContain('25 %, 1 created')
  progress.end()
  expect(terminal.text().endsWith('\r\u001b[K')).toBe(true)
})

it('prints log lines as text: requests, fields, warnings and stacks', () => {
  const plain = screen(false)
  const { write } = textLines(plain, false)
  const time = '2026-11-16T17:03:33.063Z'
  const line = (fields: object) => `${JSON.stringify({ level: 30, time, ...fields })}\n`
  write(line({ requestId: 'req_1', method: 'GET', path: '/api/v1/me', status: 200, ms: 1.25, address: '::1' }))
  write(
    line({ dataset: 'sandbox', msg: 'snapshot swapped' }) +
      line({ level: 40, reason: 'code 1', msg: 'a worker ended' }),
  )
  write(line({ level: 50, err: { message: 'no space', stack: 'Error: no space\n    at write' }, msg: 'failed' }))
  const lines = plain.text().split('\n')
  expect(lines.map((text) => text.replace(/^\d\d:\d\d:\d\d /, ''))).toEqual(
    fromCases<string[]>('cli/progress-text', 'log lines'),
  )
})

it('clears a progress bar before a log line, and uses colours only on request', () => {
  const terminal = screen(true)
  const error = `${JSON.stringify({ level: 50, time: '2026-11-16T17:03:33.063Z', msg: 'failed' })}\n`
  textLines(terminal, true).write(error)
  const [bar, time, ...rest] = terminal.text().split(/(\d\d:\d\d:\d\d)/)
  expect([bar, rest.join('')]).toEqual(['\r\u001b[K\u001b[90m', '\u001b[39m \u001b[31merror\u001b[39m failed\n'])
  expect(time).toHaveLength(8)
})

it.each([
  ['0.0.0.0', 'http://127.0.0.1:80'],
  ['::', 'http://127.0.0.1:80'],
  ['::1', 'http://[::1]:80'],
  ['10.0.0.7', 'http://10.0.0.7:80'],
])('a server that listens on %s is at %s', (host, url) => {
  expect(localUrl(host, 80)).toBe(url)
})
