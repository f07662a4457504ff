// Quiet hours and the hour of a summary follow the clocks of a time zone.
import { expect, it } from 'vitest'
import { isTimeZone, nextAtMs, quietUntilMs } from '../../src/access/emails/quiet-hours.ts'

const TORONTO = 'America/Toronto'
const next = (time: string, zone: string, now: string) => new Date(nextAtMs(time, zone, Date.parse(now))).toISOString()
const NIGHT = { from: '22:00', to: '07:00' }
const until = (quiet: typeof NIGHT, now: string) => {
  const end = quietUntilMs(quiet, TORONTO, Date.parse(now))
  return end === null ? null : new Date(end).toISOString()
}

it.each([
  ['later today', '08:00', TORONTO, '2026-11-14T11:30:20Z', '2026-11-14T13:00:00.000Z'],
  ['tomorrow, at the time itself', '08:00', TORONTO, '2026-11-14T13:00:00Z', '2026-11-15T13:00:00.000Z'],
  ['with half an hour', '08:00', 'America/St_Johns', '2026-11-14T11:00:00Z', '2026-11-14T11:30:00.000Z'],
  ['over the start of daylight saving time', '08:00', TORONTO, '2026-03-07T20:00:00Z', '2026-03-08T12:00:00.000Z'],
  ['over its end', '08:00', TORONTO, '2026-10-31T20:00:00Z', '2026-11-01T13:00:00.000Z'],
  ['at a time that the day does not have', '02:30', TORONTO, '2026-03-08T06:30:00Z', '2026-03-08T07:30:00.000Z'],
])('finds the next time on a clock %s', (_, time, zone, now, expected) => {
  expect(next(time, zone, now)).toBe(expected)
})

it.each([
  ['before', '2026-11-15T02:59:00Z', null],
  ['from the start', '2026-11-15T03:00:00Z', '2026-11-15T12:00:00.000Z'],
  ['after midnight', '2026-11-15T06:00:00Z', '2026-11-15T12:00:00.000Z'],
  ['not from the end', '2026-11-15T12:00:00Z', null],
])('knows the quiet hours of a night: %s', (_, now, expected) => {
  expect(until(NIGHT, now)).toBe(expected)
})

it('knows quiet hours of a day', () => {
  expect(until({ from: '12:00', to: '13:00' }, '2026-11-15T17:30:00Z')).toBe('2026-11-15T18:00:00.000Z')
  expect(until({ from: '12:00', to: '13:00' }, '2026-11-15T18:30:00Z')).toBeNull()
})

it('accepts names of time zones only', () => {
  const names = ['America/Vancouver', 'America/St_Johns', 'UTC', '+05:00', 'Mars/Base', '', '__proto__']
  expect(names.filter(isTimeZone)).toEqual(['America/Vancouver', 'America/St_Johns', 'UTC'])
})
