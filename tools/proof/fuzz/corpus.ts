// The inputs that reached new branches: changing them reaches further than new ones do.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Random } from '../../shared/random.ts'
import { knownCount } from './known-requests.ts'
import type { Recipe } from './make-input.ts'
import { isForCharacters, readRecipe, recipeText } from './make-input.ts'

const FILE = fileURLToPath(new URL('data/corpus.txt', import.meta.url))
/** Of the inputs that are not for characters. */
const CHANGED_SHARE = 0.7
/** The newest inputs led somewhere a moment ago. */
const NEW_SHARE = 0.5
const NEW = 40
const MAX_CHANGES = 12

export const KNOWN: readonly Recipe[] = Array.from({ length: knownCount }, (_, n) => [-1 - n])

export class Corpus {
  /** The known requests come first. */
  readonly recipes: Recipe[] = [...KNOWN]

  add(recipe: Recipe): void {
    this.recipes.push(recipe)
  }

  /** What is sent for a seed. */
  next(seed: number): Recipe {
    const dice = Random.mixed(~seed)
    if (isForCharacters(seed) || this.recipes.length === 0 || !dice.chance(CHANGED_SHARE)) return [seed]
    const parent = dice.pick(dice.chance(NEW_SHARE) ? this.recipes.slice(-NEW) : this.recipes)
    return parent.length > MAX_CHANGES ? [seed] : [...parent, seed]
  }

  save(): void {
    writeFileSync(
      FILE,
      this.recipes
        .slice(knownCount)
        .map((recipe) => `${recipeText(recipe)}\n`)
        .join(''),
    )
  }
}

/** The corpus of the last recorded run. */
export const savedRecipes = (): Recipe[] =>
  readFileSync(FILE, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map(readRecipe)
