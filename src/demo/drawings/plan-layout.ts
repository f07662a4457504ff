// Lays out a unit as rectangles in feet: windows at y = 0, corridor at the bottom.
import { layoutTown } from './town-layout.ts'

type RoomKind =
  | 'living'
  | 'kitchen'
  | 'bedroom'
  | 'bath'
  | 'powder'
  | 'ensuite'
  | 'den'
  | 'closet'
  | 'laundry'
  | 'hall'
  | 'entry'
  | 'stair'
export type Room = { kind: RoomKind; label: string; x: number; y: number; w: number; h: number }
/** An opening in a wall from (x, y), along x or y. The door opens to the `swing` side. */
export type Door = { x: number; y: number; along: 'x' | 'y'; swing: 1 | -1; width: number }
export type Window = { x: number; y: number; length: number; along: 'x' | 'y' }
export type Level = { title: string; width: number; depth: number; rooms: Room[]; doors: Door[]; windows: Window[] }
export type PlanSpec = {
  bedrooms: number
  dens: number
  full: number
  half: number
  areaSqft: number
  isTown: boolean
}

const HALL = 3.3
const DOOR = 2.6
const NICHE = 3.1

export function layoutPlan(spec: PlanSpec): Level[] {
  if (spec.isTown) return layoutTown(spec)
  return [spec.bedrooms === 0 ? layoutStudio(spec) : layoutFlat(spec)]
}

function layoutStudio({ areaSqft }: PlanSpec): Level {
  const depth = Math.min(30, Math.max(23, areaSqft / 14))
  const width = areaSqft / depth
  const back = 7.8
  const kitchen = 6.2
  const main = depth - back - kitchen
  const entry = Math.max(4.6, width * 0.34)
  const bath = Math.min(8.6, width - entry)
  const spare = width - entry - bath
  const rooms: Room[] = [
    { kind: 'living', label: 'Living / Sleeping', x: 0, y: 0, w: width, h: main },
    { kind: 'kitchen', label: 'Kitchen', x: 0, y: main, w: width, h: kitchen },
    { kind: 'bath', label: 'Bath', x: 0, y: depth - back, w: bath, h: back },
    { kind: 'entry', label: 'Entry', x: width - entry, y: depth - back, w: entry, h: back },
  ]
  if (spare > 0.2)
    rooms.push({ kind: 'laundry', label: spare > 2.4 ? 'W/D' : '', x: bath, y: depth - back, w: spare, h: back })
  return {
    title: '',
    width,
    depth,
    rooms,
    doors: [
      { x: width - entry + 1, y: depth, along: 'x', swing: -1, width: 3 },
      { x: bath - 3.2, y: depth - back, along: 'x', swing: 1, width: DOOR },
    ],
    windows: frontWindows([rooms[0]!]),
  }
}

type Column = { width: number; ensuite: boolean }

/** A living column next to bedroom columns, with a hall behind the bedrooms, then baths and storage. */
function layoutFlat(spec: PlanSpec): Level {
  const { bedrooms, areaSqft } = spec
  const least = 11.2 + 9.6 * bedrooms
  const depth = Math.max(
    19.5,
    Math.min(areaSqft > 1300 ? 38 : 30, areaSqft / Math.max(least, Math.sqrt(areaSqft) * 0.82)),
  )
  const width = areaSqft / depth
  const left = bedrooms >= 3 ? Math.floor(bedrooms / 3) : 0
  const living = Math.max(10.6, width * (bedrooms === 1 ? 0.53 : bedrooms === 2 ? 0.41 : 0.34))
  const ensuites = Math.max(0, Math.min(bedrooms, spec.full - 1))
  const shares = Array.from({ length: bedrooms }, (_, at) => (at === 0 ? 1.12 : 1))
  const total = shares.reduce((sum, share) => sum + share, 0)
  const columns: Column[] = shares.map((share, at) => ({
    width: ((width - living) * share) / total,
    ensuite: at < ensuites,
  }))
  const level: Level = { title: '', width, depth, rooms: [], doors: [], windows: [] }
  const leftColumns = columns.slice(bedrooms - left)
  const leftWidth = leftColumns.reduce((sum, column) => sum + column.width, 0)
  bedroomWing(level, leftColumns, 0, spec, bedrooms - left, false)
  livingColumn(level, leftWidth, living, spec)
  bedroomWing(level, columns.slice(0, bedrooms - left), leftWidth + living, spec, 0, true)
  level.windows = frontWindows(level.rooms.filter((room) => room.y === 0))
  return level
}

/** Living room, kitchen, then entry. The den and the powder room are next to the entry. */
function livingColumn(level: Level, x: number, width: number, spec: PlanSpec): void {
  const { depth } = level
  const bottom = Math.min(8.4, Math.max(6.2, depth * 0.28))
  const kitchen = Math.min(9.5, Math.max(6.4, depth * 0.27))
  const living = depth - bottom - kitchen
  level.rooms.push(
    { kind: 'living', label: 'Living / Dining', x, y: 0, w: width, h: living },
    { kind: 'kitchen', label: 'Kitchen', x, y: living, w: width, h: kitchen },
  )
  const y = depth - bottom
  const entry = Math.max(4.4, Math.min(6, width * 0.4))
  // The entry is next to the bedrooms, so that the hall opens into it.
  const entryX = x + width - entry
  level.rooms.push({ kind: 'entry', label: 'Entry', x: entryX, y, w: entry, h: bottom })
  level.doors.push({ x: entryX + (entry - 3) / 2, y: depth, along: 'x', swing: -1, width: 3 })
  let left = x
  let rest = width - entry
  if (spec.half > 0) {
    const powder = Math.min(spec.dens > 0 ? 3.4 : 5, rest - (spec.dens > 0 ? 5 : 0))
    level.rooms.push({ kind: 'powder', label: 'Powder', x: entryX - powder, y, w: powder, h: bottom })
    level.doors.push({ x: entryX, y: y + 0.8, along: 'y', swing: -1, width: 2.3 })
    rest -= powder
  }
  if (rest <= 0.3) return
  const kind = spec.dens > 0 ? 'den' : 'closet'
  level.rooms.push({
    kind,
    label: kind === 'den' ? 'Den' : rest > 3.4 ? 'Storage' : 'Cl.',
    x: left,
    y,
    w: rest,
    h: bottom,
  })
  left += rest
  if (spec.half > 0)
    level.doors.push({ x: Math.max(x + 0.3, left - 3.2), y, along: 'x', swing: 1, width: Math.min(DOOR, rest - 0.6) })
  else level.doors.push({ x: left, y: y + 1, along: 'y', swing: -1, width: DOOR })
}

/** Bedrooms at the windows, each with a closet or ensuite behind it, then hall, bath, laundry and storage. */
function bedroomWing(
  level: Level,
  columns: readonly Column[],
  x: number,
  spec: PlanSpec,
  firstNumber: number,
  hasBath: boolean,
): void {
  if (columns.length === 0) return
  const { depth } = level
  const width = columns.reduce((sum, column) => sum + column.width, 0)
  const back = Math.min(depth > 33 ? 11.5 : 9, Math.max(5.2, depth * 0.27))
  const front = depth - back - HALL
  let at = x
  columns.forEach((column, index) => {
    // Deep plans get walk-in closets instead of very long bedrooms.
    const strip = Math.max(column.ensuite ? 5.2 : 2.3, Math.min(7, front - 14.5))
    const number = firstNumber + index
    const label = spec.bedrooms === 1 ? 'Bedroom' : number === 0 ? 'Principal Bedroom' : `Bedroom ${number + 1}`
    const bedroom = front - strip
    level.rooms.push(
      { kind: 'bedroom', label, x: at, y: 0, w: column.width, h: bedroom },
      column.ensuite
        ? { kind: 'ensuite', label: 'Ensuite', x: at + NICHE, y: bedroom, w: column.width - NICHE, h: strip }
        : {
            kind: 'closet',
            label: strip > 4 ? 'Walk-in' : '',
            x: at + NICHE,
            y: bedroom,
            w: column.width - NICHE,
            h: strip,
          },
      { kind: 'hall', label: '', x: at, y: bedroom, w: NICHE, h: strip },
    )
    level.doors.push({ x: at + 0.25, y: bedroom, along: 'x', swing: -1, width: DOOR })
    if (column.ensuite) level.doors.push({ x: at + column.width - 3.1, y: bedroom, along: 'x', swing: 1, width: 2.4 })
    at += column.width
  })
  level.rooms.push({ kind: 'hall', label: '', x, y: front, w: width, h: HALL })
  const y = depth - back
  if (!hasBath) {
    level.rooms.push({ kind: 'closet', label: width > 7 ? 'Walk-in / Storage' : 'Storage', x, y, w: width, h: back })
    level.doors.push({ x: x + width - 3.4, y, along: 'x', swing: 1, width: DOOR })
    return
  }
  backRow(level, x, y, width, back)
}

function backRow(level: Level, x: number, y: number, width: number, height: number): void {
  const bath = Math.min(9, width > 12.5 ? 8.6 : width - 3)
  level.rooms.push({ kind: 'bath', label: 'Bath', x, y, w: bath, h: height })
  level.doors.push({ x: x + bath - 3.1, y, along: 'x', swing: 1, width: DOOR })
  const rest = width - bath
  const laundry = rest > 9 ? 5 : rest
  level.rooms.push({ kind: 'laundry', label: laundry > 3.6 ? 'Laundry' : 'W/D', x: x + bath, y, w: laundry, h: height })
  level.doors.push({ x: x + bath + 0.4, y, along: 'x', swing: 1, width: Math.min(DOOR, laundry - 0.6) })
  if (rest > laundry) {
    level.rooms.push({ kind: 'closet', label: 'Walk-in', x: x + bath + laundry, y, w: rest - laundry, h: height })
    level.doors.push({ x: x + bath + laundry + 0.5, y, along: 'x', swing: 1, width: DOOR })
  }
}

/** A window for every room on the front. */
function frontWindows(rooms: readonly Room[]): Window[] {
  return rooms.map((room) => {
    const length = room.kind === 'living' ? room.w * 0.78 : room.w * 0.6
    return { x: room.x + (room.w - length) / 2, y: 0, length, along: 'x' }
  })
}

/** The window in the end wall of a corner unit; null when the end room is too shallow. */
export function cornerWindow(level: Level, atLeft: boolean): Window | null {
  const room = level.rooms.find((one) => one.y === 0 && (atLeft ? one.x < 0.01 : one.x + one.w > level.width - 0.01))
  const length = Math.min(8, (room?.h ?? 0) - 2.4)
  return length > 2 ? { x: atLeft ? 0 : level.width, y: 1.2, length, along: 'y' } : null
}
