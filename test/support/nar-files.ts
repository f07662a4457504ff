// Files in the shape of the National Address Register, with invented addresses.

const OLD_HEADER =
  'LOC_GUID,ADDR_GUID,APT_NO_LABEL,CIVIC_NO,CIVIC_NO_SUFFIX,OFFICIAL_STREET_NAME,OFFICIAL_STREET_TYPE,OFFICIAL_STREET_DIR,PROV_CODE,CSD_ENG_NAME,CSD_FRE_NAME,CSD_TYPE_ENG_CODE,CSD_TYPE_FRE_CODE,MAIL_STREET_NAME,MAIL_STREET_TYPE,MAIL_STREET_DIR,MAIL_MUN_NAME,MAIL_PROV_ABVN,MAIL_POSTAL_CODE,BG_DLS_LSD,BG_DLS_QTR,BG_DLS_SCTN,BG_DLS_TWNSHP,BG_DLS_RNG,BG_DLS_MRD,BG_X,BG_Y,BU_N_CIVIC_ADD,BU_USE'
export const NAR_2024 = OLD_HEADER.split(',')
export const NAR_2025 = OLD_HEADER.replace('BG_Y,', 'BG_Y,BF_REPPOINT_X,BF_REPPOINT_Y,').split(',')

export type NarLine = Readonly<Record<string, string | number>>

/** Downtown Toronto in EPSG:3347. */
export const TORONTO = { BG_X: 7221000, BG_Y: 931000 }

const DEFAULTS: NarLine = {
  CIVIC_NO: 10,
  OFFICIAL_STREET_NAME: 'MARLOW',
  OFFICIAL_STREET_TYPE: 'ST',
  PROV_CODE: 35,
  CSD_ENG_NAME: 'Toronto',
  CSD_FRE_NAME: 'Toronto',
  MAIL_STREET_NAME: 'MARLOW',
  MAIL_STREET_TYPE: 'ST',
  MAIL_MUN_NAME: 'TORONTO',
  MAIL_PROV_ABVN: 'ON',
  MAIL_POSTAL_CODE: 'M4B1B3',
  BU_USE: 1,
  ...TORONTO,
}

/** The dwellings of one building. */
export function narBuilding(location: string, labels: readonly (string | number)[], facts: NarLine = {}): NarLine[] {
  return labels.map((label) => ({ ...DEFAULTS, ...facts, LOC_GUID: location, APT_NO_LABEL: label }))
}

export function narFile(lines: readonly NarLine[], columns: readonly string[] = NAR_2025): string {
  const rows = lines.map((line) => columns.map((column) => line[column] ?? '').join(','))
  return `${[columns.join(','), ...rows].join('\n')}\n`
}

export const floorLabels = (floors: number, perFloor: number): number[] =>
  Array.from({ length: floors * perFloor }, (_, n) => (1 + Math.floor(n / perFloor)) * 100 + 1 + (n % perFloor))
