// Layout of a two-level townhouse: living area below, bedrooms above.
import type { Door, Level, PlanSpec, Room } from './plan-layout.ts'

const STAIR_WIDTH = 3.4

export function layoutTown(spec: PlanSpec): Level[] {
  const half = spec.areaSqft / 2
  const width = Math.max(14.5, Math.min(21, Math.sqrt(half) * 0.66))
  const depth = half / width
  return [mainLevel(width, depth, spec), upperLevel(width, depth, spec)]
}

function mainLevel(width: number, depth: number, spec: PlanSpec): Level {
  const entry = Math.min(7, depth * 0.2)
  const kitchen = Math.min(12, depth * 0.31)
  const living = depth - entry - kitchen
  const y = depth - entry
  const door = Math.min(6.5, width * 0.36)
  const powder = spec.half > 0 ? 5 : 0
  const rooms: Room[] = [
    { kind: 'living', label: 'Living / Dining', x: 0, y: 0, w: width, h: living },
    { kind: 'kitchen', label: 'Kitchen', x: 0, y: living, w: width - STAIR_WIDTH, h: kitchen },
    { kind: 'stair', label: 'Up', x: width - STAIR_WIDTH, y: living, w: STAIR_WIDTH, h: kitchen },
    { kind: 'entry', label: 'Entry', x: width - door, y, w: door, h: entry },
  ]
  const doors: Door[] = [{ x: width - door + 1.2, y: depth, along: 'x', swing: -1, width: 3 }]
  if (powder) {
    rooms.push({ kind: 'powder', label: 'Powder', x: width - door - powder, y, w: powder, h: entry })
    doors.push({ x: width - door, y: y + 0.8, along: 'y', swing: -1, width: 2.3 })
  }
  const rest = width - door - powder
  const kind = spec.dens > 0 ? 'den' : 'closet'
  rooms.push({ kind, label: kind === 'den' ? 'Den' : rest > 3.4 ? 'Storage' : 'Cl.', x: 0, y, w: rest, h: entry })
  doors.push({ x: Math.max(0.3, rest - 3), y, along: 'x', swing: 1, width: Math.min(2.6, rest - 0.6) })
  const window = width * 0.7
  return {
    title: 'Main level',
    width,
    depth,
    rooms,
    doors,
    windows: [{ x: (width - window) / 2, y: 0, length: window, along: 'x' }],
  }
}

function upperLevel(width: number, depth: number, spec: PlanSpec): Level {
  const core = 8.4
  const front = (depth - core) * 0.52
  const rear = depth - core - front
  const level: Level = { title: 'Upper level', width, depth, rooms: [], doors: [], windows: [] }
  const inFront = spec.bedrooms >= 4 ? 2 : 1
  const behind = Math.max(1, spec.bedrooms - inFront)
  sleepingRow(level, 0, front, inFront, 0, spec.full > 1 && inFront === 1)
  const bath = Math.min(8.6, width - STAIR_WIDTH - 3.6)
  level.rooms.push(
    { kind: 'bath', label: 'Bath', x: 0, y: front, w: bath, h: core },
    { kind: 'hall', label: 'Hall', x: bath, y: front, w: width - bath - STAIR_WIDTH, h: core },
    { kind: 'stair', label: 'Down', x: width - STAIR_WIDTH, y: front, w: STAIR_WIDTH, h: core },
  )
  level.doors.push({ x: bath, y: front + 3.6, along: 'y', swing: -1, width: 2.5 })
  sleepingRow(level, depth - rear, rear, behind, inFront, false)
  return level
}

function sleepingRow(
  level: Level,
  y: number,
  height: number,
  count: number,
  firstNumber: number,
  hasEnsuite: boolean,
): void {
  const { width, depth } = level
  const isFront = y === 0
  const ensuite = hasEnsuite ? 5.4 : 0
  const each = (width - ensuite) / count
  for (let at = 0; at < count; at++) {
    const number = firstNumber + at
    const x = at * each
    level.rooms.push({
      kind: 'bedroom',
      label: number === 0 ? 'Principal Bedroom' : `Bedroom ${number + 1}`,
      x,
      y,
      w: each,
      h: height,
    })
    const doorX = at === 0 ? x + each - 3 : x + 0.4
    level.doors.push({ x: doorX, y: isFront ? height : y, along: 'x', swing: isFront ? -1 : 1, width: 2.6 })
    const window = each * 0.55
    level.windows.push({ x: x + (each - window) / 2, y: isFront ? 0 : depth, length: window, along: 'x' })
  }
  if (!ensuite) return
  level.rooms.push({ kind: 'ensuite', label: 'Ensuite', x: each, y, w: ensuite, h: Math.min(height, 9) })
  if (height > 9) level.rooms.push({ kind: 'closet', label: 'W.I.C.', x: each, y: 9, w: ensuite, h: height - 9 })
  level.doors.push({ x: each, y: 1, along: 'y', swing: 1, width: 2.4 })
}
