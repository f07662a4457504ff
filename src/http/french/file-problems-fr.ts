// Why a file could not be read, in French. The sentences are stored in English.
import { FILE_SIGNATURES } from '../../kernel/tables/assets.ts'
import { readFrench } from '../../kernel/texts/server-texts.ts'
import { translatorOf } from './stored-text.ts'

const { kinds, binary, advice } = FILE_SIGNATURES
const WRONG_FILES = [...kinds, binary].map(({ is, advice: name }) => {
  const { en, fr } = advice[name]!
  return [`The file is ${is.en}. ${en}`, `Le fichier est ${is.fr}. ${fr}`] as const
})

const FILE_PROBLEMS_FR = { ...readFrench('errors/file-problems'), ...Object.fromEntries(WRONG_FILES) }

export const fileProblemText = translatorOf(FILE_PROBLEMS_FR)
