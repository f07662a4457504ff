// Draws furniture and fixtures in floor plans, in feet.
import type { Room } from './plan-layout.ts'

const f = (feet: number) => Math.round(feet * 100) / 100
const box = (x: number, y: number, w: number, h: number) => `M${f(x)} ${f(y)}h${f(w)}v${f(h)}h${f(-w)}z`
const oval = (cx: number, cy: number, rx: number, ry: number) =>
  `M${f(cx - rx)} ${f(cy)}a${f(rx)} ${f(ry)} 0 1 0 ${f(rx * 2)} 0a${f(rx)} ${f(ry)} 0 1 0 ${f(-rx * 2)} 0z`

export function fixturesOf(room: Room): string {
  const { x, y, w, h } = room
  if (room.kind === 'bedroom') return bed(room)
  if (room.kind === 'living') return room.label.startsWith('Living / S') ? studio(room) : lounge(room)
  if (room.kind === 'kitchen') return kitchen(room)
  if (room.kind === 'bath' || room.kind === 'ensuite') return bathroom(room)
  if (room.kind === 'powder') {
    const wide = Math.min(1.5, w * 0.5)
    return `${wc(x + w / 2, y + h - 2.6)}${box(x + 0.3, y + h * 0.42, wide, 1.3)}${oval(x + 0.3 + wide / 2, y + h * 0.42 + 0.65, wide * 0.32, 0.4)}`
  }
  if (room.kind === 'laundry') {
    const side = Math.min(2.3, w - 0.5)
    if (side < 1) return ''
    return `${box(x + 0.25, y + h - side - 0.2, side, side)}${oval(x + 0.25 + side / 2, y + h - side / 2 - 0.2, side * 0.33, side * 0.33)}`
  }
  if (room.kind === 'den') {
    return w > 4
      ? `${box(x + 0.3, y + h - 2.3, Math.min(4.4, w - 0.8), 2)}${oval(x + 0.3 + Math.min(2.2, w / 2 - 0.4), y + h - 3.1, 0.7, 0.7)}`
      : ''
  }
  if (room.kind === 'closet')
    return w > h ? `M${f(x + 0.2)} ${f(y + h / 2)}h${f(w - 0.4)}` : `M${f(x + w / 2)} ${f(y + 0.2)}v${f(h - 0.4)}`
  if (room.kind === 'stair') return treads(room)
  return ''
}

function bed({ x, y, w, h, label }: Room): string {
  const wide = label.startsWith('Bedroom ') ? 4.5 : 5
  const long = Math.min(6.4, h - 2.4)
  const left = x + w - long - 0.3
  // The label is at the window and the bed below it; in a rear room, the reverse.
  const top = y > 0 ? y + 2.8 : y + Math.max(2.9, Math.min(h - wide - 2.8, (h - wide) / 2))
  const pillow = wide / 2 - 0.4
  let path =
    box(left, top, long, wide) +
    box(left + long - 1.5, top + 0.25, 1.2, pillow) +
    box(left + long - 1.5, top + wide - 0.25 - pillow, 1.2, pillow)
  path += `M${f(left + long * 0.55)} ${f(top)}v${f(wide)}`
  if (top - 1.6 > y) path += box(x + w - 1.7, top - 1.5, 1.4, 1.3)
  return path
}

function lounge({ x, y, w, h }: Room): string {
  const sofa = Math.min(6.6, h * 0.5)
  const top = y + 1.2
  let path = box(x + 0.4, top, 2.7, sofa) + box(x + 0.4, top, 0.7, sofa)
  path += box(x + w - 1.5, top + 0.4, 1.1, sofa - 0.8)
  if (h > 11 && w > 9) {
    const cx = x + w / 2
    const cy = y + h - 2.6
    path += oval(cx, cy, 1.9, 1.5)
    for (const [dx, dy] of [
      [-2.5, 0],
      [2.5, 0],
      [0, -2.1],
      [0, 2.1],
    ] as const)
      path += oval(cx + dx, cy + dy, 0.55, 0.55)
  }
  return path
}

function studio(room: Room): string {
  const { x, y, w, h } = room
  return (
    box(x + 0.4, y + 1, 6.2, 4.6) +
    box(x + 0.6, y + 1.3, 1.2, 1.8) +
    box(x + 0.6, y + 3.4, 1.2, 1.8) +
    box(x + w - 3.1, y + h - 6.4, 2.7, 5.6) +
    box(x + w - 1, y + h - 6.4, 0.6, 5.6)
  )
}

/** Counter along the far wall with sink, hob and fridge; an island when there is room for one. */
function kitchen({ x, y, w, h }: Room): string {
  const run = Math.min(w - 1, 11)
  let path = `M${f(x + 2.1)} ${f(y + 0.6)}v${f(h - 0.8)}M${f(x)} ${f(y + 0.6)}h2.1M${f(x)} ${f(y + h - 0.2)}h2.1`
  path += box(x + 0.3, y + h * 0.4, 1.4, 1.6) + box(x + 0.15, y + h - 2.8, 1.9, 2.5)
  for (const [dx, dy] of [
    [0.6, 1.1],
    [1.4, 1.1],
    [0.6, 1.9],
    [1.4, 1.9],
  ] as const)
    path += oval(x + dx, y + dy, 0.28, 0.28)
  if (w > 12.5)
    path +=
      box(x + 4.6, y + h * 0.2, 2.2, Math.min(h * 0.6, run - 3)) +
      oval(x + 7.5, y + h * 0.36, 0.5, 0.5) +
      oval(x + 7.5, y + h * 0.6, 0.5, 0.5)
  return path
}

function bathroom({ x, y, w, h }: Room): string {
  // The tub is at the far wall; basin and toilet are along the short wall.
  const tall = h >= w
  const tub = tall ? Math.min(w - 0.4, 5) : Math.min(h - 0.4, 5)
  let path = tall ? box(x + 0.2, y + h - 2.7, tub, 2.5) : box(x + 0.2, y + h - tub - 0.2, 2.5, tub)
  path += tall
    ? oval(x + 0.2 + tub / 2, y + h - 1.45, tub * 0.4, 0.85)
    : oval(x + 1.45, y + h - 0.2 - tub / 2, 0.85, tub * 0.4)
  if (tall) {
    path += box(x + 0.2, y + 0.6, 1.7, 2.2) + oval(x + 1, y + 1.7, 0.5, 0.7)
    path += h > 6.6 ? wcSide(x + 0.2, y + 3.5) : wcSide(x + w - 2.3, y + 1)
    return path
  }
  return (
    path +
    wc(x + 4.2, y + h - 2.5) +
    box(x + 5.6, y + h - 1.9, Math.min(2.6, w - 5.9), 1.7) +
    oval(x + 5.6 + Math.min(1.3, (w - 5.9) / 2), y + h - 1.05, 0.65, 0.5)
  )
}

function wc(cx: number, top: number): string {
  return oval(cx, top + 0.75, 0.6, 0.8) + box(cx - 0.75, top + 1.6, 1.5, 0.7)
}

function wcSide(left: number, top: number): string {
  return box(left, top, 0.7, 1.5) + oval(left + 1.5, top + 0.75, 0.8, 0.6)
}

function treads({ x, y, w, h }: Room): string {
  let path = ''
  for (let step = 0.9; step < h; step += 0.9) path += `M${f(x)} ${f(y + step)}h${f(w)}`
  return `${path}M${f(x + w / 2)} ${f(y + h - 0.6)}v${f(1.2 - h)}l-.5 .8m.5-.8l.5 .8`
}
