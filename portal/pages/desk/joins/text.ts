// Text of the join cases page.
import text from '../../../../assets/texts/en/portal/desk/joins.json' with { type: 'json' }

export { text }
