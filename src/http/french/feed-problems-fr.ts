// Why a feed could not be read, in French. The sentences are stored in English.
import { readFrench } from '../../kernel/texts/server-texts.ts'
import { translatorOf } from './stored-text.ts'

/** Those of limits contain the sentences of other errors. */
export const FEED_PROBLEMS_FR = { ...readFrench('errors/feed-problems'), ...readFrench('errors/limits') }

export const feedProblemText = translatorOf(FEED_PROBLEMS_FR)
