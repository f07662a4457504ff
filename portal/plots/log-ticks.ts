// Round values for a log axis.

/** 1, 2 and 5 of each power of ten; in a narrow range steps of equal size, because few or none of those are in it. */
export function logTicks(min: number, max: number): number[] {
  const power = (value: number) => 10 ** Math.floor(Math.log10(value))
  if (max / min > 8) {
    const ticks: number[] = []
    for (let unit = power(min); unit <= max; unit *= 10) ticks.push(unit, 2 * unit, 5 * unit)
    return ticks.filter((tick) => tick >= min && tick <= max)
  }
  const unit = power((max - min) / 4)
  const step = [1, 2, 5, 10].map((factor) => factor * unit).find((size) => (max - min) / size <= 6)!
  const first = Math.ceil(min / step)
  return Array.from({ length: Math.floor(max / step) - first + 1 }, (_, i) => (first + i) * step)
}
