// Words on and around the map.
import { chooseLanguage } from '../parts/choose-language.ts'

export const text = chooseLanguage({
  en: {
    credit: '© OpenStreetMap contributors (ODbL)',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    canvas: 'Map; arrow keys move it, plus and minus zoom',
    scrollHelp: 'Hold Ctrl to zoom the map by scrolling',
    scrollHelpMac: 'Hold ⌘ to zoom the map by scrolling',
    touchHelp: 'Use two fingers to move the map',
    pointsInView: (shown: string, all: string) => `Points in view: ${shown} of ${all}`,
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
