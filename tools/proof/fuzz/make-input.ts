// Makes inputs from recipes.
import { Random } from '../../shared/random.ts'
import { apiInput, characterInput } from './api-inputs.ts'
import { byteInput } from './byte-inputs.ts'
import { changeInput } from './change-input.ts'
import { choiceInput } from './choices.ts'
import type { Input, InputKind } from './input.ts'
import { mcpInput } from './mcp-inputs.ts'
import { oauthInput, pageInput, pathInput } from './page-inputs.ts'
import type { Surroundings } from './surroundings.ts'

/** The seed of an input, and the seeds of the changes that were made to it, in their order. A seed below 0 is a choice. */
export type Recipe = readonly number[]

const SHARES: Readonly<Record<InputKind, number>> = { api: 68, mcp: 8, oauth: 7, pages: 6, paths: 5, bytes: 6 }

const MAKERS: Readonly<Record<InputKind, (dice: Random, world: Surroundings) => Input>> = {
  api: apiInput,
  mcp: mcpInput,
  oauth: oauthInput,
  pages: pageInput,
  paths: pathInput,
  bytes: byteInput,
}

export function makeInput([seed = 0, ...changes]: Recipe, world: Surroundings): Input {
  let input = newInput(seed, Random.mixed(seed), world)
  for (const change of changes) input = changeInput(input, Random.mixed(change), world)
  return input
}

function newInput(seed: number, dice: Random, world: Surroundings): Input {
  if (seed < 0) return choiceInput(-seed - 1, dice, world)
  return isForCharacters(seed) ? characterInput(seed / 2, dice, world) : MAKERS[dice.weighted(SHARES)](dice, world)
}

/** Every second seed, so that a run is certain to send each character in each field. */
export const isForCharacters = (seed: number): boolean => seed % 2 === 0

export const recipeText = (recipe: Recipe): string => recipe.join('.')

export function readRecipe(text: string): Recipe {
  const recipe = text.split('.').map(Number)
  if (!recipe.every(Number.isSafeInteger)) throw new Error(`"${text}" is not a recipe such as 17 or 17.204.5.`)
  return recipe
}
