// The Atlantic provinces.
import type { CityTable } from './city-table.ts'

export const HALIFAX: CityTable = {
  city: 'Halifax',
  province: 'NS',
  share: 88,
  market: 0.68,
  streets: `
Barrington St | E | 1000 44.6370 -63.5700 B3J South End | 1600 44.6465 -63.5735 B3J Downtown | 2100 44.6520 -63.5800 B3K North End | 3500 44.6650 -63.5960
Hollis St | E | 1100 44.6405 -63.5690 B3J South End | 1800 44.6490 -63.5735 B3J Downtown
Lower Water St | E- | 1000 44.6400 -63.5665 B3J Downtown | 1900 44.6500 -63.5735
South Park St | E | 900 44.6345 -63.5770 B3H South End | 1500 44.6425 -63.5810 B3J Spring Garden
Spring Garden Rd | N | 5200 44.6445 -63.5720 B3J Downtown | 5900 44.6410 -63.5850 B3H Spring Garden
Brunswick St | E | 1700 44.6465 -63.5780 B3J Downtown | 2300 44.6530 -63.5850 B3K North End
Gottingen St | E | 2000 44.6515 -63.5840 B3K North End | 3000 44.6620 -63.5960 B3K North End
Agricola St | E | 2000 44.6500 -63.5890 B3K North End | 3000 44.6610 -63.6000
Robie St | E | 1000 44.6330 -63.5840 B3H South End | 2000 44.6460 -63.5920 B3H Quinpool | 3200 44.6620 -63.6040 B3K North End
Quinpool Rd | N | 6000 44.6445 -63.5910 B3L Quinpool | 7000 44.6420 -63.6110
Young St | N | 5500 44.6640 -63.5950 B3K Hydrostone | 6200 44.6590 -63.6060
Almon St | N | 5500 44.6600 -63.5930 B3K North End | 6300 44.6555 -63.6050
Nora Bernard St | N | 5450 44.6525 -63.5830 B3K North End | 5800 44.6505 -63.5880
North St | N | 5400 44.6560 -63.5850 B3K North End | 6200 44.6510 -63.5980
Bedford Hwy | W | 200 44.6680 -63.6300 B3M Rockingham | 800 44.6960 -63.6600 B3M Birch Cove | 1500 44.7180 -63.6690 B4A Bedford
Larry Uteck Blvd | N | 100 44.7020 -63.6650 B3M Bedford South | 700 44.7080 -63.6850
Dunbrack St | W | 100 44.6390 -63.6310 B3N Fairview | 800 44.6620 -63.6550 B3M Clayton Park
Lacewood Dr | N | 100 44.6560 -63.6390 B3M Clayton Park | 600 44.6590 -63.6690 B3S Clayton Park West
Parkland Dr | N | 20 44.6620 -63.6560 B3S Clayton Park West | 500 44.6690 -63.6690
Herring Cove Rd | E | 50 44.6370 -63.6150 B3P Armdale | 500 44.6200 -63.6030 B3R Spryfield
`,
}
export const DARTMOUTH: CityTable = {
  city: 'Dartmouth',
  province: 'NS',
  share: 28,
  market: 0.56,
  streets: `
Alderney Dr | W- | 20 44.6640 -63.5650 B2Y Downtown Dartmouth | 250 44.6680 -63.5720
Ochterloney St | N | 20 44.6665 -63.5700 B2Y Downtown Dartmouth | 250 44.6705 -63.5630
Portland St | N | 20 44.6650 -63.5680 B2Y Downtown Dartmouth | 400 44.6690 -63.5520 B2W Southdale | 1000 44.6710 -63.5250
Wyse Rd | W | 50 44.6690 -63.5740 B3A Brightwood | 300 44.6740 -63.5850
Prince Albert Rd | W | 20 44.6700 -63.5630 B2Y Brightwood | 350 44.6830 -63.5520
Baker Dr | N | 50 44.6590 -63.5290 B2W Russell Lake | 450 44.6520 -63.5210
`,
}
export const MONCTON: CityTable = {
  city: 'Moncton',
  province: 'NB',
  share: 20,
  market: 0.42,
  streets: `
Main St | S | 500 46.0890 -64.7700 E1C Downtown | 1300 46.0920 -64.7910
St. George St | S | 100 46.0930 -64.7710 E1C Downtown | 1200 46.0945 -64.8000
Mountain Rd | W | 200 46.0970 -64.7850 E1C Downtown | 1800 46.1200 -64.8230 E1G Mountain Road
Assomption Blvd | S | 300 46.0870 -64.7760 E1C Downtown | 800 46.0885 -64.7880
Elmwood Dr | E | 100 46.0950 -64.7660 E1A Lewisville | 700 46.1120 -64.7530
`,
}
export const FREDERICTON: CityTable = {
  city: 'Fredericton',
  province: 'NB',
  share: 14,
  market: 0.42,
  streets: `
Queen St | S | 100 45.9655 -66.6510 E3B Downtown | 900 45.9590 -66.6350
King St | S | 100 45.9645 -66.6520 E3B Downtown | 900 45.9580 -66.6360
Regent St | E | 100 45.9620 -66.6400 E3B Downtown | 1200 45.9410 -66.6600 E3B Skyline Acres
Prospect St | S | 100 45.9480 -66.6440 E3B College Hill | 1200 45.9430 -66.6730
Waterloo Row | W+ | 50 45.9580 -66.6330 E3B Downtown | 300 45.9530 -66.6270
`,
}
export const SAINT_JOHN: CityTable = {
  city: 'Saint John',
  province: 'NB',
  share: 12,
  market: 0.38,
  streets: `
Prince William St | W | 50 45.2710 -66.0620 E2L Uptown | 300 45.2670 -66.0615
King St | N | 20 45.2733 -66.0630 E2L Uptown | 120 45.2725 -66.0590
Germain St | W | 50 45.2725 -66.0610 E2L Uptown | 350 45.2665 -66.0600
Union St | N | 50 45.2745 -66.0640 E2L Uptown | 400 45.2745 -66.0560
Douglas Ave | W | 50 45.2720 -66.0760 E2K North End | 500 45.2640 -66.0850
`,
}
export const CHARLOTTETOWN: CityTable = {
  city: 'Charlottetown',
  province: 'PE',
  share: 12,
  market: 0.44,
  streets: `
Water St | S- | 20 46.2325 -63.1290 C1A Downtown | 250 46.2340 -63.1200
Queen St | W | 20 46.2325 -63.1260 C1A Downtown | 400 46.2420 -63.1330
Great George St | W | 20 46.2325 -63.1240 C1A Downtown | 200 46.2370 -63.1275
University Ave | W | 100 46.2380 -63.1310 C1A Downtown | 700 46.2600 -63.1450
Richmond St | S | 50 46.2345 -63.1300 C1A Downtown | 250 46.2365 -63.1230
`,
}
export const ST_JOHNS: CityTable = {
  city: "St. John's",
  province: 'NL',
  share: 18,
  market: 0.46,
  streets: `
Water St | N | 50 47.5690 -52.7000 A1C Downtown | 400 47.5590 -52.7130 A1C Downtown | 800 47.5530 -52.7220
Duckworth St | N | 50 47.5695 -52.7020 A1C Downtown | 400 47.5620 -52.7120
Kenmount Rd | N | 50 47.5570 -52.7550 A1B Kenmount | 500 47.5480 -52.7830
Elizabeth Ave | N | 50 47.5830 -52.7210 A1A Churchill Park | 400 47.5720 -52.7420
Topsail Rd | N | 50 47.5450 -52.7310 A1E West End | 700 47.5330 -52.7640
Torbay Rd | E | 50 47.5830 -52.7110 A1A East End | 500 47.6060 -52.7130
`,
}
