// Ontario beyond Toronto: Hamilton, the south-west, the lake cities, Kingston and Ottawa (odd is north and east there).
import type { CityTable } from './city-table.ts'

export const HAMILTON: CityTable = {
  city: 'Hamilton',
  province: 'ON',
  share: 95,
  market: 0.84,
  streets: `
King St W | S | 20 43.2570 -79.8700 L8P Central | 300 43.2590 -79.8790 L8P Strathcona | 900 43.2620 -79.8980 L8S Westdale | 1300 43.2610 -79.9150
King St E | S | 20 43.2565 -79.8680 L8N Central | 400 43.2535 -79.8560 L8N Stinson | 1200 43.2440 -79.8260 L8M Crown Point | 2000 43.2340 -79.7960
Main St W | N | 20 43.2555 -79.8700 L8P Durand | 400 43.2570 -79.8810 L8P Kirkendall | 1100 43.2580 -79.9080 L8S Ainslie Wood | 1700 43.2540 -79.9350
Main St E | N | 20 43.2550 -79.8685 L8N Central | 700 43.2500 -79.8470 L8M Stipley | 1800 43.2370 -79.8030
James St N | E | 20 43.2575 -79.8690 L8R Beasley | 400 43.2660 -79.8660 L8L North End | 600 43.2710 -79.8640
James St S | E | 20 43.2555 -79.8695 L8P Durand | 250 43.2490 -79.8715
Bay St S | E | 20 43.2565 -79.8735 L8P Durand | 250 43.2500 -79.8760
Hunter St W | S | 20 43.2535 -79.8705 L8P Durand | 250 43.2550 -79.8780
Queen St S | E | 20 43.2580 -79.8790 L8P Durand | 300 43.2500 -79.8820
Robinson St | S | 30 43.2500 -79.8720 L8P Durand | 250 43.2515 -79.8790
Charlton Ave W | S | 20 43.2490 -79.8715 L8P Durand | 350 43.2515 -79.8830
Catharine St S | E | 20 43.2550 -79.8660 L8N Corktown | 220 43.2495 -79.8680
Upper James St | E | 400 43.2360 -79.8790 L9C Southam | 1000 43.2180 -79.8870 L9B Mewburn
Mohawk Rd W | S | 20 43.2290 -79.8800 L9C Southam | 700 43.2330 -79.9100
Limeridge Rd W | S | 20 43.2190 -79.8770 L9C Rolston | 500 43.2220 -79.8960
Wilson St | N | 150 43.2270 -79.9770 L9G Ancaster | 500 43.2170 -79.9880
`,
}
export const BARRIE: CityTable = {
  city: 'Barrie',
  province: 'ON',
  share: 38,
  market: 0.8,
  streets: `
Dunlop St E | N+ | 10 44.3895 -79.6890 L4M City Centre | 200 44.3920 -79.6810
Dunlop St W | N | 10 44.3890 -79.6910 L4N City Centre | 300 44.3830 -79.7030
Yonge St | E | 200 44.3700 -79.6700 L4N Painswick | 700 44.3560 -79.6500 L9J Painswick
Essa Rd | E | 20 44.3770 -79.6930 L4N Allandale | 400 44.3610 -79.7130 L9J Ardagh
Bayfield St | E | 20 44.3900 -79.6900 L4M City Centre | 400 44.4070 -79.7090
Big Bay Point Rd | N | 100 44.3490 -79.6750 L4N Painswick | 700 44.3540 -79.6370
Lakeshore Dr | W+ | 2 44.3800 -79.6860 L4N Allandale | 90 44.3730 -79.6780
`,
}
export const KITCHENER: CityTable = {
  city: 'Kitchener',
  province: 'ON',
  share: 58,
  market: 0.82,
  streets: `
King St W | S | 20 43.4500 -80.4880 N2G Downtown | 400 43.4530 -80.4980 N2G Downtown | 1000 43.4570 -80.5110 N2G Mount Hope
King St E | S | 20 43.4490 -80.4870 N2G Downtown | 700 43.4420 -80.4720 N2G King East | 2500 43.4240 -80.4420 N2A Centreville
Queen St S | W | 20 43.4490 -80.4890 N2G Downtown | 300 43.4440 -80.4950 N2G Victoria Park | 700 43.4370 -80.5030
Queen St N | W | 20 43.4505 -80.4870 N2H Downtown | 250 43.4550 -80.4810
Charles St W | S | 20 43.4485 -80.4905 N2G Downtown | 180 43.4500 -80.4960
Victoria St S | W | 20 43.4535 -80.4965 N2G Downtown | 400 43.4450 -80.5090 N2M Cherry Hill
Frederick St | N | 20 43.4510 -80.4865 N2H Downtown | 500 43.4590 -80.4700
Weber St W | S | 20 43.4525 -80.4870 N2H Downtown | 300 43.4560 -80.4980
Fischer Hallman Rd | W | 700 43.4330 -80.5310 N2M Forest Heights | 1600 43.4040 -80.5080 N2R Huron Park
Courtland Ave E | S | 100 43.4430 -80.4850 N2G King East | 1200 43.4260 -80.4600
Ottawa St S | E | 50 43.4440 -80.4700 N2G King East | 700 43.4340 -80.4940
`,
}
export const WATERLOO: CityTable = {
  city: 'Waterloo',
  province: 'ON',
  share: 52,
  market: 0.82,
  streets: `
King St N | W | 20 43.4660 -80.5230 N2J Uptown | 250 43.4770 -80.5250 N2J Northdale | 500 43.4870 -80.5270 N2J Northdale
King St S | W | 20 43.4650 -80.5225 N2J Uptown | 200 43.4590 -80.5180
Columbia St W | S | 20 43.4800 -80.5270 N2L Northdale | 300 43.4770 -80.5400 N2L Northdale
Lester St | W | 200 43.4720 -80.5320 N2L Northdale | 360 43.4770 -80.5340
Sunview St | W | 230 43.4740 -80.5310 N2L Northdale | 330 43.4770 -80.5320
Phillip St | W | 100 43.4730 -80.5360 N2L Northdale | 350 43.4820 -80.5390
University Ave W | S | 20 43.4770 -80.5250 N2L Northdale | 300 43.4720 -80.5400
Erb St W | S | 20 43.4645 -80.5240 N2L Uptown | 600 43.4490 -80.5630
Albert St | W | 20 43.4665 -80.5250 N2L Uptown | 330 43.4770 -80.5290
Caroline St S | W | 10 43.4640 -80.5240 N2L Uptown | 180 43.4600 -80.5220
Ezra Ave | S | 5 43.4745 -80.5250 N2L Northdale | 90 43.4735 -80.5290
Columbia St E | S | 20 43.4805 -80.5255 N2J Lincoln Heights | 150 43.4820 -80.5190
`,
}
export const CAMBRIDGE: CityTable = {
  city: 'Cambridge',
  province: 'ON',
  share: 26,
  market: 0.76,
  streets: `
Hespeler Rd | W | 20 43.3750 -80.3160 N1R Galt | 500 43.3960 -80.3200 N1R Galt | 1100 43.4110 -80.3240
Water St S | W | 20 43.3570 -80.3150 N1R Galt | 300 43.3490 -80.3140
Ainslie St N | W | 10 43.3585 -80.3140 N1R Galt | 150 43.3620 -80.3150
King St E | S | 300 43.3930 -80.3620 N3H Preston | 1200 43.3990 -80.3480
Cedar St | S | 20 43.3560 -80.3190 N1S Galt | 400 43.3520 -80.3330
Champlain Blvd | N | 50 43.3560 -80.2920 N1R Galt | 400 43.3620 -80.2850
`,
}
export const GUELPH: CityTable = {
  city: 'Guelph',
  province: 'ON',
  share: 42,
  market: 0.83,
  streets: `
Gordon St | E | 60 43.5400 -80.2450 N1H Downtown | 700 43.5270 -80.2280 N1G University | 1300 43.5140 -80.2060 N1L Pine Ridge | 1900 43.5020 -80.1900
Woolwich St | E | 20 43.5450 -80.2470 N1H Downtown | 600 43.5600 -80.2620
Macdonell St | S | 20 43.5440 -80.2500 N1H Downtown | 180 43.5460 -80.2460
Wellington St E | S | 20 43.5415 -80.2460 N1H Downtown | 180 43.5440 -80.2420
Edinburgh Rd S | E | 20 43.5390 -80.2640 N1G Old University | 700 43.5190 -80.2380
Stone Rd W | S | 50 43.5260 -80.2270 N1G University | 500 43.5200 -80.2410
Clairfields Dr E | N | 20 43.5050 -80.1970 N1L Clairfields | 200 43.5060 -80.1930
Victoria Rd N | E | 20 43.5560 -80.2320 N1E St. George's | 600 43.5690 -80.2450
Silvercreek Pky N | E | 50 43.5370 -80.2720 N1H Onward Willow | 350 43.5440 -80.2820
Speedvale Ave W | S | 20 43.5610 -80.2580 N1H Exhibition Park | 400 43.5540 -80.2710
`,
}
export const LONDON: CityTable = {
  city: 'London',
  province: 'ON',
  share: 68,
  market: 0.68,
  streets: `
Richmond St | W | 200 42.9790 -81.2480 N6A Downtown | 500 42.9870 -81.2520 N6A Downtown | 1000 43.0010 -81.2560 N6A Old North | 1900 43.0280 -81.2800 N5X Masonville
Talbot St | W | 300 42.9810 -81.2520 N6A Downtown | 700 42.9910 -81.2570
Ridout St N | W | 300 42.9800 -81.2540 N6A Downtown | 600 42.9880 -81.2570
Dundas St | S | 50 42.9815 -81.2545 N6A Downtown | 400 42.9850 -81.2420 N6B East Woodfield | 1000 42.9900 -81.2230 N5W Old East
King St | S | 50 42.9805 -81.2540 N6A Downtown | 400 42.9840 -81.2410 N6B SoHo
York St | S | 50 42.9790 -81.2525 N6A Downtown | 400 42.9825 -81.2400
Wellington Rd | W | 100 42.9690 -81.2360 N6C Old South | 700 42.9470 -81.2260 N6C White Oaks | 1200 42.9270 -81.2180
Commissioners Rd E | S | 20 42.9580 -81.2560 N6C Highland | 700 42.9650 -81.2130
Commissioners Rd W | S | 20 42.9575 -81.2580 N6J Southcrest | 1000 42.9560 -81.3110 N6K Byron
Wonderland Rd N | W | 100 42.9640 -81.2890 N6H Oakridge | 700 42.9880 -81.2990 N6H Oakridge | 1500 43.0120 -81.3100
Fanshawe Park Rd W | S | 20 43.0270 -81.2810 N6G Masonville | 700 43.0170 -81.3080
Fanshawe Park Rd E | S | 20 43.0280 -81.2790 N5X Stoneybrook | 900 43.0380 -81.2450
Oxford St W | S | 20 42.9910 -81.2650 N6H Blackfriars | 700 42.9840 -81.2920
Queens Ave | S | 60 42.9840 -81.2530 N6A Downtown | 500 42.9885 -81.2390
`,
}
export const WINDSOR: CityTable = {
  city: 'Windsor',
  province: 'ON',
  share: 32,
  market: 0.6,
  streets: `
Riverside Dr E | N- | 100 42.3200 -83.0370 N9A Downtown | 1000 42.3240 -83.0240 N8Y Walkerville | 3500 42.3268 -82.9960 N8Y Riverside | 5500 42.3330 -82.9670
Riverside Dr W | N- | 100 42.3195 -83.0400 N9A Downtown | 1000 42.3130 -83.0530
Ouellette Ave | W | 100 42.3190 -83.0395 N9A Downtown | 700 42.3130 -83.0350 N9A City Centre | 1500 42.3020 -83.0270
Wyandotte St E | S | 100 42.3160 -83.0350 N9A City Centre | 1800 42.3205 -83.0150 N8Y Walkerville | 3900 42.3251 -82.9913 N8Y Riverside | 6000 42.3300 -82.9600
Walker Rd | W | 300 42.3220 -83.0130 N8Y Walkerville | 2500 42.2910 -82.9870
Tecumseh Rd E | S | 1000 42.3030 -83.0200 N8X South Walkerville | 5000 42.3120 -82.9600
Dougall Ave | W | 400 42.3130 -83.0420 N9A City Centre | 2500 42.2880 -83.0190
`,
}
export const KINGSTON: CityTable = {
  city: 'Kingston',
  province: 'ON',
  share: 26,
  market: 0.7,
  streets: `
Princess St | N | 20 44.2305 -76.4800 K7L Downtown | 500 44.2350 -76.4960 K7L Williamsville | 1000 44.2390 -76.5140 K7M Kingscourt | 1500 44.2440 -76.5320
King St E | W | 100 44.2260 -76.4880 K7L Sydenham | 400 44.2330 -76.4770
Ontario St | E- | 100 44.2270 -76.4830 K7L Downtown | 400 44.2340 -76.4760
Division St | E | 50 44.2330 -76.4880 K7L Williamsville | 700 44.2460 -76.4960
Bath Rd | S | 100 44.2400 -76.5160 K7M Calvin Park | 1100 44.2410 -76.5530
`,
}
export const ST_CATHARINES: CityTable = {
  city: 'St. Catharines',
  province: 'ON',
  share: 26,
  market: 0.68,
  streets: `
St. Paul St | S | 50 43.1590 -79.2450 L2R Downtown | 400 43.1570 -79.2350
King St | S | 20 43.1605 -79.2450 L2R Downtown | 200 43.1585 -79.2370
Ontario St | W | 20 43.1600 -79.2470 L2R Downtown | 500 43.1780 -79.2560
Lake St | W | 20 43.1620 -79.2480 L2R Downtown | 600 43.1975 -79.2520
Scott St | N | 100 43.1830 -79.2480 L2N Lakeport | 500 43.1880 -79.2250
Geneva St | W | 20 43.1590 -79.2370 L2R Downtown | 500 43.1800 -79.2320
Glendale Ave | S | 100 43.1350 -79.2350 L2T Glendale | 400 43.1330 -79.2200
`,
}
export const OTTAWA: CityTable = {
  city: 'Ottawa',
  province: 'ON',
  share: 265,
  market: 0.78,
  streets: `
Bank St | E | 60 45.4215 -75.7010 K1P Centre Town | 300 45.4155 -75.6950 K2P Centretown | 700 45.4055 -75.6895 K1S The Glebe | 1100 45.3945 -75.6830 K1S Old Ottawa South | 1250 45.3905 -75.6790 - | 1400 45.3875 -75.6760 K1H Alta Vista | 1700 45.3840 -75.6720 K1V Alta Vista | 2500 45.3620 -75.6490
Elgin St | E | 100 45.4215 -75.6935 K1P Centretown | 350 45.4155 -75.6880 K2P Golden Triangle | 480 45.4120 -75.6850
Metcalfe St | E | 60 45.4225 -75.6965 K1P Centretown | 300 45.4155 -75.6905 K2P Centretown | 460 45.4110 -75.6870
O'Connor St | E | 60 45.4215 -75.6985 K1P Centretown | 350 45.4140 -75.6915 K2P Centretown | 600 45.4050 -75.6860
Kent St | E | 100 45.4190 -75.7020 K1P Centretown | 450 45.4100 -75.6950
Laurier Ave W | N | 70 45.4235 -75.6890 K1N Sandy Hill | 120 45.4205 -75.6930 K1P Centretown | 350 45.4175 -75.7010 K1R Centretown | 500 45.4160 -75.7060
Laurier Ave E | N | 50 45.4245 -75.6860 K1N Sandy Hill | 500 45.4290 -75.6720
Slater St | N | 60 45.4205 -75.6950 K1P Centretown | 400 45.4170 -75.7040
Gloucester St | N | 40 45.4208 -75.6918 K2P Centretown | 450 45.4168 -75.7035
Nepean St | N | 20 45.4203 -75.6903 K2P Centretown | 350 45.4165 -75.7005
Lisgar St | N | 40 45.4202 -75.6892 K2P Centretown | 500 45.4155 -75.7020
Cooper St | N | 40 45.4200 -75.6875 K2P Golden Triangle | 430 45.4152 -75.6985
Somerset St W | N | 40 45.4195 -75.6862 K2P Golden Triangle | 500 45.4132 -75.6985 K1R Centretown West | 900 45.4070 -75.7120 K1R Centretown West | 1100 45.4040 -75.7230
Gladstone Ave | N | 200 45.4105 -75.6925 K2P Centretown | 700 45.4060 -75.7060 K1R Centretown West | 1000 45.4020 -75.7190
Catherine St | N | 100 45.4090 -75.6890 K2P Centretown | 500 45.4060 -75.6990
Preston St | E | 20 45.4080 -75.7160 K1R Little Italy | 300 45.4010 -75.7110 K1S Little Italy | 500 45.3960 -75.7070
Carling Ave | N | 300 45.4010 -75.6990 K1S Dow's Lake | 900 45.3950 -75.7120 K1Y Civic Hospital | 1700 45.3790 -75.7480 K2A Carlingwood | 2300 45.3660 -75.7830 K2B Britannia
Rideau St | N | 100 45.4265 -75.6900 K1N Lower Town | 300 45.4290 -75.6850 K1N Sandy Hill | 600 45.4330 -75.6760
Besserer St | N | 100 45.4260 -75.6885 K1N Sandy Hill | 500 45.4310 -75.6770
Daly Ave | N | 60 45.4250 -75.6875 K1N Sandy Hill | 500 45.4305 -75.6750
York St | N | 20 45.4280 -75.6940 K1N ByWard Market | 300 45.4310 -75.6860
George St | N | 30 45.4275 -75.6935 K1N ByWard Market | 250 45.4295 -75.6880
Sussex Dr | E | 400 45.4280 -75.6955 K1N ByWard Market | 600 45.4310 -75.6970
Parkdale Ave | E | 20 45.4090 -75.7330 K1Y Mechanicsville | 300 45.4020 -75.7280 K1Y Hintonburg | 500 45.3970 -75.7230
Richmond Rd | N | 100 45.3960 -75.7450 K1Z Westboro | 500 45.3900 -75.7590 K2A Westboro | 1200 45.3712 -75.7815 K2B Woodroffe | 2000 45.3560 -75.7950
Wellington St W | N | 900 45.4060 -75.7210 K1Y Hintonburg | 1200 45.4020 -75.7310 K1Y Hintonburg | 1700 45.3960 -75.7440
Scott St | N | 1600 45.4050 -75.7290 K1Y Hintonburg | 2100 45.3970 -75.7490 K1Z Westboro
Champagne Ave S | E | 80 45.4040 -75.7160 K1S Little Italy | 180 45.4000 -75.7130
Montreal Rd | N | 100 45.4390 -75.6660 K1L Vanier | 600 45.4440 -75.6430 K1K Manor Park | 1500 45.4490 -75.6060 K1J Beacon Hill
St. Laurent Blvd | E | 300 45.4510 -75.6520 K1K Manor Park | 1200 45.4220 -75.6370 K1K Overbrook | 2000 45.3960 -75.6190 K1G Alta Vista
Lees Ave | N | 100 45.4130 -75.6780 K1S Old Ottawa East | 260 45.4165 -75.6700
Main St | E | 20 45.4150 -75.6790 K1S Old Ottawa East | 400 45.4030 -75.6730
Baseline Rd | N | 1000 45.3660 -75.7190 K2C Carlington | 2000 45.3480 -75.7610 K2C Bells Corners | 2900 45.3390 -75.7960
Merivale Rd | E | 800 45.3860 -75.7310 K1Z Carlington | 1500 45.3630 -75.7330 K2G City View | 2000 45.3400 -75.7240
St. Joseph Blvd | N | 1400 45.4560 -75.5500 K1C Orléans | 2500 45.4680 -75.5200 K1C Orléans | 3200 45.4750 -75.5010
Centrum Blvd | N | 80 45.4790 -75.5120 K1E Orléans | 370 45.4820 -75.5050
Strandherd Dr | N | 2900 45.2690 -75.7480 K2J Barrhaven | 3800 45.2780 -75.7690
Terry Fox Dr | E | 100 45.3120 -75.9060 K2L Kanata | 600 45.3290 -75.9260
Campeau Dr | N | 200 45.3210 -75.8890 K2K Kanata | 900 45.3130 -75.9150
Riverside Dr | W | 1400 45.4030 -75.6640 K1G Alta Vista | 2700 45.3810 -75.6930 K1V Billings Bridge | 3700 45.3550 -75.6950
`,
}
