// The progress line of an import.
import { expect, it } from 'vitest'
import { ProgressLine } from '../../src/cli/operate/progress-line.ts'

function screen(isTTY: boolean) {
  let now = 0
  let text = ''
  const line = new ProgressLine({ isTTY, write: (more) => (text += more) }, () => now)
  return { line, wait: (ms: number) => (now += ms), text: () => text }
}

const small = { bytes: 800, bytes_total: 800 }

it('prints a plain line every few seconds, never 100 % early, and the final counts at the end', () => {
  const { line, wait, text } = screen(false)
  line.show({ rows: 0, rejected: 0, ...small })
  wait(5000)
  line.show({ rows: 1, rejected: 0, ...small })
  line.show({ rows: 3471, rejected: 2, ...small })
  line.end()
  expect(text()).toBe('99 % read, 1 row\n3471 rows, 2 rejected in total\n')
})

it('prints nothing for an import that ends at once', () => {
  const { line, text } = screen(false)
  line.show({ rows: 12, rejected: 0, ...small })
  line.end()
  expect(text()).toBe('')
})

it('draws a bar on a terminal and erases it', () => {
  const { line, text } = screen(true)
  line.show({ rows: 50, rejected: 0, bytes: 400, bytes_total: 800 })
  line.end()
  expect(text()).toMatch(/█{12}░{12} +50 % {2}50 rows/)
  expect(text().endsWith('\r\u001b[K')).toBe(true)
})
