// What can be suggested, and why nothing is: closed lists.

export const SUGGESTION_KINDS = ['address', 'building', 'project', 'developer', 'condo_corp', 'neighbourhood'] as const
export type SuggestionKind = (typeof SUGGESTION_KINDS)[number]

export const EMPTY_REASONS = ['too_short', 'no_match'] as const
export type EmptyReason = (typeof EMPTY_REASONS)[number]

export const MAX_SUGGESTIONS = 10
/** Letters and digits, without spaces and punctuation. */
export const MIN_CHARACTERS = 2
export const MAX_CHARACTERS = 200
