// Text of the building search and the keyboard shortcuts.
import { chooseLanguage } from '../parts/choose-language.ts'

export const text = chooseLanguage({
  en: {
    findTitle: 'Which building is it?',
    findHint: 'Use ↑ and ↓ to select, Enter to confirm and Esc to cancel.',
    findNothing: 'No projects match.',
    findMore: 'Enter at least two characters.',
    wholeProject: 'tower unknown',
    shortcutsTitle: 'Keyboard shortcuts',
    shortcutsOn: 'Use single-key shortcuts',
    shortcutsOff: 'When off, use the buttons instead.',
  },
})
