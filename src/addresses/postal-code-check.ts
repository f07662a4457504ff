// Checks a postal code: whether it can exist, and whether it fits the place.
import { PROVINCES } from '@plinth/matcher/internal/gazetteer/place-tables'
import type { CityDirectory } from '@plinth/matcher/internal/read/city-directory'
import { provincesOfPostal } from '@plinth/matcher/internal/text/postal-code'
import type { PostalCodeCheck } from './address-types.ts'

/** D, F, I, O, Q and U are never used; W and Z are not the first letter. */
const COMPLETE = /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z]\d[ABCEGHJ-NPRSTV-Z]\d$/

export const isCompletePostal = (code: string): boolean => COMPLETE.test(code)

/** `V6Z1R6` → V6Z 1R6. A prefix stays as it is. */
export const formatPostal = (code: string): string =>
  code.length === 6 ? `${code.slice(0, 3)} ${code.slice(3)}` : code

/** `city` is -1 and `province` 0 when unknown. */
export function checkPostal(code: string, city: number, province: number, directory: CityDirectory): PostalCodeCheck {
  const valid = isCompletePostal(code)
  const given = formatPostal(code)
  const ofCode = directory.cityOfPostal(code)
  const provinces = provincesOfPostal(code)
  if (provinces.length === 0) return { given, valid, fits: false }
  if (province > 0 && PROVINCES[province] && !provinces.includes(province)) return { given, valid, fits: false }
  if (city < 0 || ofCode < 0) return { given, valid, fits: null }
  return { given, valid, fits: ofCode === city }
}
