// Text of the desk's frame: its tabs.
import text from '../../../assets/texts/en/portal/desk.json' with { type: 'json' }

export { text }
