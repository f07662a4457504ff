// The alert rules and their unit tests, checked by Prometheus itself (Debian package prometheus).
import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

const promtool = (...args: readonly string[]) =>
  execFileSync('promtool', args, { encoding: 'utf8', cwd: new URL('../../docs/operate', import.meta.url) })

it('are valid', () => {
  expect(promtool('check', 'rules', 'alerts.yml')).toMatch(/SUCCESS: \d+ rules found/)
})

it('fire when they should, and not otherwise', () => {
  expect(promtool('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS')
})
