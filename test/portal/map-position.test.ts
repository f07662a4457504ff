// The position of a map in the URL.
import { expect, it } from 'vitest'
import { formatPosition, parsePosition } from '../../portal/map/map-position.ts'

it('returns the position it wrote, to a pixel', () => {
  for (const zoom of [3, 9.25, 12.5, 18]) {
    const center: [number, number] = [-79.3839123, 43.6525456]
    const again = parsePosition(formatPosition({ zoom, center }))!
    expect(again.zoom).toBe(zoom)
    const pixel = 360 / 512 / 2 ** zoom
    expect(Math.abs(again.center[0] - center[0]) / pixel).toBeLessThan(1)
    expect(Math.abs(again.center[1] - center[1]) / pixel).toBeLessThan(1)
  }
})

it.each([
  null,
  '',
  '12',
  '12/43',
  '12/43/-79/1',
  '12/95/-79',
  '12/43/179',
  '99/43/-79',
  '12/43/-79<',
  'a/b/c',
  '1e9/43/-79',
])('ignores %s', (text) => expect(parsePosition(text)).toBeNull())
