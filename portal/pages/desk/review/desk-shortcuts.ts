// What each key does on the review page.
export interface ShortcutActions {
  readonly step: (by: 1 | -1) => void
  readonly accept: (index: number) => void
  readonly correct: () => void
  readonly reject: () => void
  readonly skip: () => void
  readonly undo: () => void
  readonly note: () => void
  readonly back: () => void
  readonly select: (withShift: boolean) => void
  readonly selectAll: () => void
}

const KEYS: Readonly<Record<string, (actions: ShortcutActions) => void>> = {
  j: (actions) => actions.step(1),
  ArrowDown: (actions) => actions.step(1),
  k: (actions) => actions.step(-1),
  ArrowUp: (actions) => actions.step(-1),
  a: (actions) => actions.accept(0),
  Enter: (actions) => actions.accept(0),
  c: (actions) => actions.correct(),
  r: (actions) => actions.reject(),
  s: (actions) => actions.skip(),
  u: (actions) => actions.undo(),
  n: (actions) => actions.note(),
  b: (actions) => actions.back(),
  x: (actions) => actions.select(false),
  X: (actions) => actions.select(true),
  '*': (actions) => actions.selectAll(),
}

export function shortcutFor(key: string): ((actions: ShortcutActions) => void) | undefined {
  if (/^[1-9]$/.test(key)) return (actions) => actions.accept(Number(key) - 1)
  if (/^[A-J]$/.test(key)) return (actions) => actions.accept(key.charCodeAt(0) - 65)
  return Object.hasOwn(KEYS, key) ? KEYS[key] : undefined
}
