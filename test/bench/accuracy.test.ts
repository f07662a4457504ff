// The matcher meets its floors on seventy kinds of generated cases. `npm run accuracy` measures the large sets, too.
import { expect, it } from 'vitest'
import { answerSets } from '../../tools/bench/accuracy/answer-set.ts'
import { figuresOf } from '../../tools/bench/accuracy/figures.ts'
import { checkBounds, readFloors } from '../../tools/bench/accuracy/floors.ts'
import { syntheticGroup } from '../../tools/bench/accuracy/generated-sets.ts'

it('meets the floors of tools/bench/floors.json on invented buildings', async () => {
  const group = syntheticGroup(true)
  const sets = group.sets()
  const answers = await answerSets(group, sets)
  const figures = new Map(sets.map(({ name, measure }) => [name, figuresOf(measure, answers.get(name)!)]))
  const floors = readFloors()
  expect([...figures.keys()].filter((name) => floors.sets[name]).length).toBeGreaterThan(40)
  expect(checkBounds(floors, figures, []).missedFloors).toEqual([])
})
