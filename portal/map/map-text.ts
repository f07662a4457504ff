// Text on and around the map.
import { chooseLanguage } from '../parts/choose-language.ts'

export const text = chooseLanguage({
  en: {
    credit: '© OpenStreetMap contributors (ODbL)',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    canvas: 'Map. Use the arrow keys to move and plus or minus to zoom.',
    scrollHelp: 'Hold Ctrl and scroll to zoom the map',
    scrollHelpMac: 'Hold ⌘ and scroll to zoom the map',
    touchHelp: 'Use two fingers to move the map',
    pointsInView: (count: string, total: string) => `Points in view: ${count} of ${total}`,
    provinces: {
      AB: 'Alberta',
      BC: 'British Columbia',
      MB: 'Manitoba',
      NB: 'New Brunswick',
      NL: 'Newfoundland and Labrador',
      NS: 'Nova Scotia',
      NT: 'Northwest Territories',
      NU: 'Nunavut',
      ON: 'Ontario',
      PE: 'Prince Edward Island',
      QC: 'Québec',
      SK: 'Saskatchewan',
      YT: 'Yukon',
    },
  },
})
