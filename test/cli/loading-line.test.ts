// The progress of the first dataset, on a terminal and in a log.
import { expect, it } from 'vitest'
import { LoadingLine } from '../../src/cli/operate/loading-line.ts'

function lineOn(isTTY: boolean) {
  let now = 0
  let text = ''
  const logged: unknown[] = []
  const log = { info: (details: unknown) => logged.push(details) }
  const line = new LoadingLine({ isTTY, write: (more: string) => (text += more) }, log as never, () => now)
  return { line, logged, text: () => text, wait: (ms: number) => (now += ms) }
}

const half = { state: 'loading' as const, done: 100, total: 200, seconds_left: 9 }

it('draws a bar on a terminal and removes it at the end', () => {
  const { line, logged, text } = lineOn(true)
  line.show(half)
  expect(text()).toContain('████████████░░░░░░░░░░░░ 100 of 200 projects, about 9 s left')
  line.show(undefined)
  expect(text().split('\r\u001b[K').at(-1)).toBe('The demonstration dataset is complete.\n')
  expect(logged).toEqual([])
})

it('says once that live keys work, when the first projects are there', () => {
  const { line, text } = lineOn(true)
  line.show(half)
  line.show({ ...half, state: 'ready', total: 900 })
  line.show({ ...half, state: 'ready', done: 500, total: 900 })
  expect(text().match(/Live keys work now/g)).toHaveLength(1)
  expect(text()).toContain('500 of 900 projects')
})

it('logs the first progress, then one line every five seconds, and the end', () => {
  const { line, logged, text, wait } = lineOn(false)
  line.show(half)
  wait(4000)
  line.show(half)
  wait(1000)
  line.show({ ...half, done: 150 })
  line.show(undefined)
  expect(text()).toBe('')
  expect(logged).toEqual([
    { dataset: 'production', ...half },
    { dataset: 'production', ...half, done: 150 },
    { dataset: 'production' },
  ])
})
