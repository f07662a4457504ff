// A building with one address, for tests of the matcher.
import type { MatchBuilding } from '@plinth/matcher'

export const buildingAt = (
  key: string,
  line: string,
  city = 'Toronto',
  province = 'ON',
  more: Partial<MatchBuilding> = {},
): MatchBuilding => ({ key, addresses: [{ line }], city, province, ...more })
