// Makes the input of a seed.

import { Random } from '../../shared/random.ts'
import { apiInput, characterInput } from './api-inputs.ts'
import { byteInput } from './byte-inputs.ts'
import type { Input, InputKind } from './input.ts'
import { mcpInput } from './mcp-inputs.ts'
import { oauthInput, pageInput, pathInput } from './page-inputs.ts'
import type { Surroundings } from './surroundings.ts'

const SHARES: Readonly<Record<InputKind, number>> = { api: 68, mcp: 8, oauth: 7, pages: 6, paths: 5, bytes: 6 }

const MAKERS: Readonly<Record<InputKind, (dice: Random, world: Surroundings) => Input>> = {
  api: apiInput,
  mcp: mcpInput,
  oauth: oauthInput,
  pages: pageInput,
  paths: pathInput,
  bytes: byteInput,
}

export function makeInput(seed: number, world: Surroundings): Input {
  const dice = Random.mixed(seed)
  return seed % 2 === 0 ? characterInput(seed / 2, dice, world) : MAKERS[dice.weighted(SHARES)](dice, world)
}
