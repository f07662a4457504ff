// Suggestions below a field: keys, the chosen text, highlights and the order of buildings.
import { describe, expect, it } from 'vitest'
import type { FoundProject } from '../../portal/review/find-projects.ts'
import { findProjectsBy } from '../../portal/review/find-projects.ts'
import type { ListState } from '../../portal/suggest/combobox-keys.ts'
import { keyAction } from '../../portal/suggest/combobox-keys.ts'
import { addressText, labelSegments } from '../../portal/suggest/suggestion-text.ts'
import type { Suggestion } from '../../src/http/api-types.ts'

const pressed = (key: string, more: object = {}) => ({
  key,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  ...more,
})

describe('keys', () => {
  const open: ListState = { isOpen: true, count: 3, active: -1 }
  const at = (active: number): ListState => ({ ...open, active })
  const closed: ListState = { ...open, isOpen: false }
  const activeAfter = (key: string, state: ListState) => keyAction(pressed(key), state)?.next.active

  it('move through the suggestions and back to the typed text', () => {
    expect([-1, 0, 1, 2].map((from) => activeAfter('ArrowDown', at(from)))).toEqual([0, 1, 2, -1])
    expect([-1, 2, 1, 0].map((from) => activeAfter('ArrowUp', at(from)))).toEqual([2, 1, 0, -1])
  })

  it('send the text as typed with Enter unless a suggestion is highlighted', () => {
    expect(keyAction(pressed('Enter'), open)).toEqual({ next: closed, isHandled: false })
    expect(keyAction(pressed('Enter'), at(1))).toEqual({ next: closed, isHandled: true, choose: true })
  })

  it('leave the field with Tab and never choose by it', () => {
    expect(keyAction(pressed('Tab'), at(1))).toEqual({ next: closed, isHandled: false })
  })

  it.each(['Home', 'End', 'ArrowLeft', 'ArrowRight'])('return to the text with %s and move the caret', (key) => {
    expect(keyAction(pressed(key), at(2))).toEqual({ next: open, isHandled: false })
  })

  it('close with Escape or Alt and the up arrow, and open with the arrows', () => {
    expect(keyAction(pressed('Escape'), at(1))).toEqual({ next: closed, isHandled: true })
    expect(keyAction(pressed('ArrowUp', { altKey: true }), at(1))).toEqual({ next: closed, isHandled: true })
    expect(keyAction(pressed('ArrowDown'), closed)?.next).toEqual(at(0))
    expect(keyAction(pressed('ArrowUp'), closed)?.next).toEqual(at(2))
    expect(keyAction(pressed('ArrowDown', { altKey: true }), closed)?.next).toEqual(open)
  })

  it('belong to the field while it has no suggestions, while a list is closed and while characters are composed', () => {
    for (const key of ['Enter', 'Escape', 'Home', 'a']) expect(keyAction(pressed(key), closed)).toBeNull()
    expect(keyAction(pressed('ArrowDown'), { isOpen: false, count: 0, active: -1 })).toBeNull()
    expect(keyAction(pressed('Enter', { isComposing: true }), at(1))).toBeNull()
    expect(keyAction(pressed('Enter', { shiftKey: true }), at(1))).toBeNull()
  })
})

describe('the text of a chosen address', () => {
  const howe = { label: '1480 Howe St', detail: 'Vancouver, BC' }

  it.each([
    ['1480 ho', '1480 Howe St, Vancouver, BC'],
    ['#1203 -1480 how', '#1203 -1480 Howe St, Vancouver, BC'],
    ['1203-1480 howe', '1203-1480 Howe St, Vancouver, BC'],
    ['PH2 1480 howe', 'PH2 1480 Howe St, Vancouver, BC'],
    ['unit 12b, 1480 howe', 'unit 12b, 1480 Howe St, Vancouver, BC'],
    ['app. 5, 1480 howe', 'app. 5, 1480 Howe St, Vancouver, BC'],
    // Not a unit.
    ['howe 1480', '1480 Howe St, Vancouver, BC'],
    ['bright condo at 1480 howe', '1480 Howe St, Vancouver, BC'],
    ['11480', '1480 Howe St, Vancouver, BC'],
  ])('keeps the unit of %j', (typed, expected) => {
    expect(addressText(typed, howe)).toBe(expected)
  })

  it('names the city once, and a building by its name', () => {
    expect(addressText('1480', { label: '1480 Howe St, Vancouver, BC', detail: 'Vancouver, BC' })).toBe(
      '1480 Howe St, Vancouver, BC',
    )
    expect(addressText('howe res', { label: 'The Howe Residences', detail: 'Vancouver, BC' })).toBe(
      'The Howe Residences, Vancouver, BC',
    )
    expect(addressText('x', { label: 'Nowhere (+', detail: null })).toBe('Nowhere (+')
  })
})

describe('highlights', () => {
  const marked = (label: string, highlights: [number, number][]) =>
    labelSegments(label, highlights)
      .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
      .join('')

  it('split the label', () => {
    expect(marked('1480 Howe St', [])).toBe('1480 Howe St')
    expect(
      marked('1480 Howe St', [
        [0, 4],
        [5, 7],
      ]),
    ).toBe('[1480] [Ho]we St')
    expect(marked('Howe', [[0, 4]])).toBe('[Howe]')
  })

  it('never repeat or lose a character', () => {
    expect(
      marked('1480 Howe', [
        [0, 6],
        [4, 8],
        [8, 40],
        [9, 9],
      ]),
    ).toBe('[1480 H]owe')
  })
})

describe('the building search', () => {
  const project = (id: number, towers: readonly (string | null)[] = [null]): FoundProject => ({
    id,
    name: `Project ${id}`,
    address: `${id} King St W`,
    city_name: 'Toronto',
    buildings: towers.map((name, i) => ({ id: id * 10 + i, name })),
  })
  const suggestion = (project_id: number | null, building_id: number | null = null): Suggestion => ({
    kind: 'building',
    id: String(building_id),
    label: 'x',
    detail: null,
    invented: false,
    building_id,
    project_id,
    latitude: null,
    longitude: null,
    highlights: [],
  })
  const { signal } = new AbortController()

  it('has suggested projects first, loads those that the search does not know, and keeps the others', async () => {
    const loaded: (readonly number[])[] = []
    const find = findProjectsBy({
      suggest: async () => [suggestion(7, 71), suggestion(5), suggestion(7, 70), suggestion(null)],
      search: async () => [project(3), project(5)],
      async byIds(ids) {
        loaded.push(ids)
        return ids.map((id) => project(id, ['East', null, 'West']))
      },
    })
    const found = await find('kign', signal)
    expect(loaded).toEqual([[7]])
    expect(found.map(({ id }) => id)).toEqual([7, 5, 3])
    expect(found[0]!.buildings).toEqual([
      { id: 71, name: '#2' },
      { id: 70, name: 'East' },
      { id: 72, name: 'West' },
    ])
    expect((await find('3', signal)).map(({ id }) => id)).toEqual([3, 7, 5])
  })

  it('works without suggestions', async () => {
    const find = findProjectsBy({
      suggest: () => Promise.reject(new Error('403')),
      search: async () => [project(3), project(5)],
      byIds: () => Promise.reject(new Error('not needed')),
    })
    expect((await find('king', signal)).map(({ id }) => id)).toEqual([3, 5])
  })
})
