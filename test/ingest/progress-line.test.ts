// The progress line of an import.
import { expect, it } from 'vitest'
import { ProgressLine } from '../../src/cli/operate/progress-line.ts'
import type { ImportProgress } from '../../src/ingest/read/row-stream.ts'

function screen(isTTY: boolean) {
  let now = 0
  let text = ''
  const line = new ProgressLine({ isTTY, write: (more) => (text += more) }, () => now)
  const show = (progress: Partial<ImportProgress>) => {
    const { done = 800, total = 800 } = progress
    line.show({ phase: 'reading', rows: 0, rejected: 0, done, total, bytes: done, bytes_total: total, ...progress })
  }
  return { line, show, wait: (ms: number) => (now += ms), text: () => text }
}

it('prints a plain line after a second and then every few, never 100 % early, and the final counts at the end', () => {
  const { line, show, wait, text } = screen(false)
  show({ rows: 0 })
  wait(1000)
  show({ rows: 1 })
  wait(4000)
  show({ rows: 900 })
  wait(1000)
  show({ rows: 3471, rejected: 2 })
  line.end()
  expect(text()).toBe(
    'reading 99 %: 1 row, 1 rows/s, 0:01 left\nreading 99 %: 3,471 rows, 2 rejected, 579 rows/s, 0:01 left\n3,471 rows, 2 rejected in total\n',
  )
})

it('prints nothing for an import that ends at once', () => {
  const { line, show, text } = screen(false)
  show({ rows: 12 })
  line.end()
  expect(text()).toBe('')
})

it('names every phase at once, with its own speed and time left', () => {
  const { show, wait, text } = screen(false)
  show({ rows: 0, done: 0 })
  wait(10_000)
  show({ rows: 200_000, done: 200 })
  show({ phase: 'grouping', rows: 800_000, done: 0, total: 1000 })
  wait(5000)
  show({ phase: 'grouping', rows: 800_000, done: 250, total: 1000 })
  show({ phase: 'publishing', rows: 90, done: 0, total: 0 })
  expect(text().split('\n')).toEqual([
    'reading 25 %: 200,000 rows, 20,000 rows/s, 0:30 left',
    'grouping 0 %: 800,000 rows',
    'grouping 25 %: 800,000 rows, 50 rows/s, 0:15 left',
    'publishing: 90 rows',
    '',
  ])
})

it('draws a bar on a terminal and erases it', () => {
  const { line, show, text } = screen(true)
  show({ rows: 50, done: 400, total: 800 })
  line.end()
  expect(text()).toMatch(/█{12}░{12} reading 50 % {2}50 rows/)
  expect(text().endsWith('\r\u001b[K')).toBe(true)
})

it('shows on a terminal what it opens before there is progress, and nothing elsewhere', () => {
  const terminal = screen(true)
  terminal.line.start('opening buildings.csv')
  expect(terminal.text()).toContain('░ opening buildings.csv')
  terminal.line.end()
  expect(terminal.text().endsWith('\r\u001b[K')).toBe(true)
  const pipe = screen(false)
  pipe.line.start('opening buildings.csv')
  pipe.line.end()
  expect(pipe.text()).toBe('')
})
