// Calendar days as numbers that sort: 2009-10-18 is 20091018.

/** 0 when the text is not a day. */
export function dayOf(text: string | null | undefined): number {
  const parts = text ? /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) : null
  return parts ? Number(parts[1]) * 10_000 + Number(parts[2]) * 100 + Number(parts[3]) : 0
}

export function formatDay(day: number): string {
  const text = String(day).padStart(8, '0')
  return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`
}

/** The last day of an address that is still in force. */
export const NO_END = 0xffffffff

/** The difference between the same day of two consecutive years. */
export const ONE_YEAR = 10_000
