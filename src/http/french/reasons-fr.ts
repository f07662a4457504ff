// Why an address has no match, in French.
import { readFrench } from '../../kernel/texts/server-texts.ts'
import { translatorOf } from './stored-text.ts'

export const REASONS_FR = readFrench('errors/reasons')

/** The matcher writes plain English, so that it depends on nothing. */
export const reasonText = translatorOf(REASONS_FR)
