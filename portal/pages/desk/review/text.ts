// Text of the review queue.
import text from '../../../../assets/texts/en/portal/desk/review.json' with { type: 'json' }

export { text }
