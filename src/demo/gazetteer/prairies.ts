// Alberta's quadrants and numbered grids, Saskatchewan and Manitoba.
import type { CityTable } from './city-table.ts'

export const CALGARY: CityTable = {
  city: 'Calgary',
  province: 'AB',
  share: 330,
  market: 0.62,
  streets: `
4 Ave SW | S | 200 51.0500 -114.0670 T2P Eau Claire | 700 51.0500 -114.0780 T2P Downtown West End | 1200 51.0497 -114.0905
6 Ave SW | S | 200 51.0482 -114.0665 T2P Downtown | 700 51.0482 -114.0780 T2P Downtown West End | 1200 51.0480 -114.0905
8 Ave SW | S | 200 51.0460 -114.0665 T2P Downtown | 700 51.0460 -114.0780 T2P Downtown West End | 1200 51.0460 -114.0910
9 Ave SE | S | 100 51.0443 -114.0610 T2G East Village | 700 51.0435 -114.0480 T2G East Village | 1400 51.0415 -114.0300 T2G Inglewood
10 Ave SW | S | 100 51.0433 -114.0645 T2R Beltline | 700 51.0433 -114.0780 T2R Beltline | 1500 51.0433 -114.0960
11 Ave SW | S | 100 51.0423 -114.0645 T2R Beltline | 700 51.0423 -114.0780 T2R Beltline | 1500 51.0423 -114.0960
12 Ave SW | S | 100 51.0413 -114.0645 T2R Beltline | 700 51.0413 -114.0780 T2R Beltline | 1500 51.0413 -114.0960
12 Ave SE | S | 100 51.0413 -114.0610 T2G Victoria Park | 400 51.0413 -114.0555
13 Ave SW | S | 200 51.0408 -114.0665 T2R Beltline | 700 51.0408 -114.0780 T2R Beltline | 1500 51.0408 -114.0960
14 Ave SW | S | 200 51.0400 -114.0665 T2R Beltline | 700 51.0400 -114.0780 T2R Beltline | 1500 51.0400 -114.0960
15 Ave SW | S | 100 51.0391 -114.0645 T2R Beltline | 700 51.0391 -114.0780 T2R Beltline | 1500 51.0391 -114.0960 T3C Sunalta | 1800 51.0391 -114.1030
17 Ave SW | S | 100 51.0377 -114.0645 T2S Cliff Bungalow | 700 51.0377 -114.0780 T2S Lower Mount Royal | 1500 51.0377 -114.0960 T2T Bankview | 2500 51.0377 -114.1190 T3E Killarney
18 Ave SW | S | 100 51.0367 -114.0645 T2S Mission | 900 51.0367 -114.0820 T2T Lower Mount Royal | 2000 51.0367 -114.1070
22 Ave SW | S | 100 51.0330 -114.0645 T2S Mission | 500 51.0330 -114.0735
24 Ave SW | S | 100 51.0312 -114.0645 T2S Mission | 500 51.0312 -114.0735
26 Ave SW | S | 1400 51.0295 -114.0945 T2T South Calgary | 2500 51.0295 -114.1190 T3E Killarney
33 Ave SW | S | 1500 51.0235 -114.0960 T2T South Calgary | 2400 51.0235 -114.1170 T2T Marda Loop
34 Ave SW | S | 1500 51.0225 -114.0960 T2T Altadore | 2300 51.0225 -114.1150
1 St SW | W | 600 51.0480 -114.0650 T2P Downtown | 1200 51.0410 -114.0650 T2R Beltline | 2400 51.0315 -114.0650
1 St SE | W | 700 51.0470 -114.0610 T2G East Village | 1400 51.0395 -114.0612 T2G Victoria Park
2 St SW | W | 200 51.0525 -114.0672 T2P Eau Claire | 1200 51.0413 -114.0672 T2R Beltline | 2400 51.0315 -114.0672
4 St SW | W | 900 51.0440 -114.0718 T2R Beltline | 1700 51.0377 -114.0718 T2S Mission | 2500 51.0305 -114.0718
5 St SW | W | 900 51.0440 -114.0740 T2R Beltline | 2300 51.0325 -114.0740
6 St SW | W | 500 51.0490 -114.0762 T2P Downtown | 1600 51.0380 -114.0762
8 St SW | W | 500 51.0490 -114.0808 T2P Downtown West End | 1000 51.0433 -114.0808 T2R Beltline | 1700 51.0377 -114.0808
10 St SW | W | 700 51.0470 -114.0850 T2P Downtown West End | 1300 51.0400 -114.0850 T2R Beltline
10 St NW | W | 100 51.0530 -114.0865 T2N Hillhurst | 500 51.0575 -114.0865 T2N Hillhurst
Macleod Trail SE | E | 1000 51.0433 -114.0590 T2G Victoria Park | 1500 51.0390 -114.0600 T2G Victoria Park | 4000 51.0170 -114.0640
Memorial Dr NW | N+ | 800 51.0540 -114.0800 T2N Sunnyside | 1200 51.0520 -114.0900 T2N Hillhurst
Kensington Rd NW | N | 1000 51.0524 -114.0865 T2N Hillhurst | 2000 51.0524 -114.1080 T2N West Hillhurst
Bow Trail SW | S | 1500 51.0455 -114.1010 T3C Sunalta | 3000 51.0450 -114.1280 T3C Spruce Cliff
Riverfront Ave SE | N- | 100 51.0515 -114.0610 T2G East Village | 700 51.0480 -114.0490
Riverfront Ave SW | N- | 100 51.0520 -114.0640 T2P Chinatown | 400 51.0525 -114.0710
Confluence Way SE | W | 500 51.0475 -114.0500 T2G East Village | 700 51.0465 -114.0500
16 Ave NW | N | 100 51.0670 -114.0645 T2M Crescent Heights | 1500 51.0670 -114.0960 T2N Capitol Hill | 4500 51.0680 -114.1540 T3B Montgomery
Centre St N | E | 500 51.0560 -114.0625 T2E Crescent Heights | 1600 51.0670 -114.0625 T2E Tuxedo Park | 4000 51.0900 -114.0625
Edmonton Trail NE | E | 200 51.0530 -114.0560 T2E Bridgeland | 1600 51.0670 -114.0550 T2E Renfrew
1 Ave NE | N | 600 51.0530 -114.0490 T2E Bridgeland | 1300 51.0530 -114.0330
McPherson Rd NE | N | 900 51.0520 -114.0420 T2E Bridgeland | 1200 51.0520 -114.0350
Brentwood Common NW | N | 10 51.0865 -114.1305 T2L Brentwood | 80 51.0880 -114.1325
Varsity Dr NW | N | 3500 51.0890 -114.1420 T3A Varsity | 4800 51.0942 -114.1570
Crowchild Trail NW | S | 4700 51.0900 -114.1400 T3A Varsity | 5300 51.0990 -114.1560
Skyview Ranch Rd NE | N | 20 51.1640 -113.9615 T3N Skyview Ranch | 400 51.1645 -113.9530
Panatella Blvd NW | N | 100 51.1620 -114.0690 T3K Panorama Hills | 700 51.1680 -114.0830
Country Village Rd NE | E | 100 51.1570 -114.0560 T3K Country Hills Village | 700 51.1620 -114.0520
Walden Blvd SE | N | 100 50.8700 -114.0290 T2X Walden | 600 50.8680 -114.0180
Mahogany Blvd SE | N | 20 50.9030 -113.9390 T3M Mahogany | 500 50.8990 -113.9260
Seton Way SE | N | 3800 50.8790 -113.9550 T3M Seton | 4500 50.8790 -113.9460
Aspen Stone Blvd SW | N | 20 51.0390 -114.2190 T3H Aspen Woods | 400 51.0390 -114.2090
Sienna Park Green SW | N | 10 51.0210 -114.1770 T3H Signal Hill | 120 51.0215 -114.1750
Elbow Dr SW | W | 3000 51.0270 -114.0740 T2S Elbow Park | 7000 50.9890 -114.0810 T2V Kelvin Grove | 9000 50.9730 -114.0850
`,
}
export const EDMONTON: CityTable = {
  city: 'Edmonton',
  province: 'AB',
  share: 252,
  market: 0.5,
  streets: `
104 St NW | E | 9800 53.5365 -113.4990 T5K Downtown | 10200 53.5435 -113.4990 T5J Downtown | 10600 53.5500 -113.4990
103 St NW | E | 10000 53.5400 -113.4965 T5J Downtown | 10600 53.5500 -113.4965
105 St NW | E | 9700 53.5355 -113.5015 T5K Rossdale | 10200 53.5430 -113.5015 T5J Downtown | 10700 53.5522 -113.5015
106 St NW | E | 9700 53.5365 -113.5040 T5K Downtown | 10700 53.5522 -113.5040
108 St NW | E | 9700 53.5370 -113.5090 T5K Downtown | 10700 53.5522 -113.5090
109 St NW | E | 7200 53.5080 -113.5120 T6G McKernan | 8200 53.5180 -113.5120 T6G Garneau | 8800 53.5245 -113.5118 - | 9800 53.5378 -113.5095 T5K Downtown | 9900 53.5390 -113.5095 T5K Downtown | 10700 53.5522 -113.5095
110 St NW | E | 8200 53.5175 -113.5145 T6G Garneau | 8900 53.5250 -113.5145
111 St NW | E | 8200 53.5175 -113.5170 T6G Garneau | 8800 53.5240 -113.5170 - | 9900 53.5378 -113.5150 T5K Oliver | 10300 53.5450 -113.5150
112 St NW | E | 9900 53.5385 -113.5143 T5K Oliver | 10400 53.5460 -113.5143
114 St NW | E | 9900 53.5385 -113.5180 T5K Oliver | 10400 53.5460 -113.5180
116 St NW | E | 9900 53.5385 -113.5212 T5K Oliver | 10400 53.5460 -113.5212
117 St NW | E | 9800 53.5375 -113.5230 T5K Oliver | 10400 53.5460 -113.5230
118 St NW | E | 9900 53.5390 -113.5246 T5K Oliver | 10500 53.5470 -113.5246
121 St NW | E | 9900 53.5395 -113.5305 T5N Oliver | 10600 53.5500 -113.5305
123 St NW | E | 10200 53.5440 -113.5343 T5N Westmount | 10700 53.5522 -113.5343
124 St NW | E | 10000 53.5405 -113.5357 T5N Westmount | 11200 53.5608 -113.5357
Jasper Ave NW | S | 9600 53.5435 -113.4790 T5H Boyle Street | 10000 53.5415 -113.4900 T5J Downtown | 10900 53.5410 -113.5100 T5K Oliver | 12100 53.5410 -113.5305
100 Ave NW | S | 10400 53.5395 -113.4990 T5J Downtown | 11000 53.5395 -113.5130 T5K Oliver | 12100 53.5395 -113.5305
102 Ave NW | S | 9500 53.5445 -113.4760 T5H Boyle Street | 10400 53.5435 -113.4990 T5J Downtown | 12300 53.5435 -113.5343
103 Ave NW | S | 10000 53.5450 -113.4900 T5J Downtown | 11900 53.5450 -113.5265 T5K Oliver | 12300 53.5450 -113.5343
104 Ave NW | S | 10400 53.5468 -113.4990 T5J Downtown | 11900 53.5468 -113.5265
Saskatchewan Dr NW | N- | 9900 53.5240 -113.4880 T6E Strathcona | 10900 53.5245 -113.5080 T6G Garneau | 11100 53.5260 -113.5150
Whyte Ave NW | S | 9900 53.5180 -113.4870 T6E Strathcona | 11100 53.5180 -113.5150
81 Ave NW | S | 9900 53.5170 -113.4870 T6E Strathcona | 11100 53.5170 -113.5150
84 Ave NW | S | 10000 53.5200 -113.4900 T6E Strathcona | 11100 53.5200 -113.5150 T6G Garneau
86 Ave NW | S | 10600 53.5220 -113.5040 T6E Garneau | 11100 53.5220 -113.5150
Rabbit Hill Rd NW | W | 200 53.4680 -113.5770 T6R Terwillegar | 1000 53.4570 -113.5900
Terwillegar Dr NW | W | 1000 53.4480 -113.5800 T6R Terwillegar | 2000 53.4570 -113.5780
Leger Rd NW | N | 100 53.4640 -113.5800 T6R Leger | 700 53.4600 -113.5870
Ellerslie Rd SW | S | 9000 53.4252 -113.4690 T6X Summerside | 11500 53.4252 -113.5280 T6W Heritage Valley
James Mowatt Trail SW | E | 1000 53.4160 -113.5150 T6W Heritage Valley | 2500 53.4040 -113.5200
111 Ave NW | S | 10500 53.5585 -113.5010 T5H Queen Mary Park | 12400 53.5585 -113.5357 T5M Inglewood
107 Ave NW | S | 10500 53.5510 -113.5015 T5H Queen Mary Park | 12400 53.5510 -113.5357 T5N Westmount
Stony Plain Rd NW | S | 12500 53.5440 -113.5375 T5N Westmount | 15000 53.5415 -113.5850 T5P Jasper Place
142 St NW | E | 9500 53.5340 -113.5660 T5N Crestwood | 11200 53.5570 -113.5660
95 St NW | E | 10200 53.5440 -113.4770 T5H Boyle Street | 11800 53.5700 -113.4770
Lessard Rd NW | N | 17000 53.4960 -113.6220 T6M Callingwood | 18500 53.4900 -113.6440
`,
}
export const RED_DEER: CityTable = {
  city: 'Red Deer',
  province: 'AB',
  share: 14,
  market: 0.38,
  streets: `
Ross St | S | 4200 52.2690 -113.7970 T4N Downtown | 5100 52.2690 -113.8180
Gaetz Ave | E | 4500 52.2650 -113.8130 T4N Downtown | 7000 52.2890 -113.8160
47 Ave | E | 4000 52.2620 -113.8060 T4N Parkvale | 4900 52.2690 -113.8060
55 St | S | 4200 52.2740 -113.7970 T4N Downtown | 5100 52.2740 -113.8170
`,
}
export const SASKATOON: CityTable = {
  city: 'Saskatoon',
  province: 'SK',
  share: 38,
  market: 0.46,
  streets: `
Spadina Cres E | W+ | 200 52.1220 -106.6640 S7K Central Business District | 900 52.1340 -106.6520 S7K City Park
Broadway Ave | W | 600 52.1200 -106.6560 S7N Nutana | 1200 52.1130 -106.6560
4th Ave N | W | 100 52.1290 -106.6620 S7K Central Business District | 600 52.1370 -106.6620
5th Ave N | W | 100 52.1290 -106.6600 S7K City Park | 900 52.1420 -106.6600
20th St E | N | 100 52.1255 -106.6700 S7K River Landing | 400 52.1255 -106.6610
8th St E | N | 200 52.1140 -106.6640 S7H Buena Vista | 3500 52.1140 -106.6010 S7H College Park
Saskatchewan Cres E | N- | 200 52.1215 -106.6610 S7N Nutana | 1000 52.1270 -106.6450
Stonebridge Common | N | 200 52.0870 -106.6420 S7T Stonebridge | 400 52.0850 -106.6380
Slimmon Rd | N | 100 52.1040 -106.5680 S7V Lakewood | 500 52.1040 -106.5560
`,
}
export const REGINA: CityTable = {
  city: 'Regina',
  province: 'SK',
  share: 30,
  market: 0.42,
  streets: `
Broad St | E | 1500 50.4540 -104.6060 S4P Warehouse District | 3500 50.4310 -104.6060
Albert St | W | 1500 50.4540 -104.6180 S4P Downtown | 4500 50.4120 -104.6180 S4S Albert Park
Victoria Ave | N | 1000 50.4460 -104.5880 S4P Heritage | 2500 50.4460 -104.6180 S4P Downtown | 3500 50.4460 -104.6330
Hamilton St | W | 1500 50.4540 -104.6090 S4P Downtown | 2300 50.4430 -104.6090
Scarth St | W | 1500 50.4540 -104.6105 S4P Downtown | 2400 50.4425 -104.6105
College Ave | N | 1500 50.4415 -104.5990 S4P Centre Square | 2600 50.4415 -104.6180
Cornwall St | W | 1700 50.4520 -104.6120 S4P Downtown | 2300 50.4430 -104.6120
`,
}
export const WINNIPEG: CityTable = {
  city: 'Winnipeg',
  province: 'MB',
  share: 92,
  market: 0.46,
  streets: `
Portage Ave | N | 200 49.8955 -97.1390 R3B Downtown | 700 49.8880 -97.1610 R3G West Broadway | 1500 49.8815 -97.1990 R3G St. James | 2600 49.8747 -97.2610 R3J Deer Lodge
Main St | E | 200 49.8905 -97.1330 R3C South Point Douglas | 500 49.8990 -97.1385 R3B Exchange District | 1200 49.9130 -97.1300 R2W North End
Broadway | N | 150 49.8880 -97.1350 R3C Downtown | 600 49.8855 -97.1500 R3C West Broadway
Assiniboine Ave | N+ | 50 49.8855 -97.1350 R3C Downtown | 400 49.8835 -97.1460
Waterfront Dr | W+ | 200 49.9000 -97.1310 R3B Exchange District | 500 49.9050 -97.1275
Hargrave St | E | 60 49.8880 -97.1410 R3C Downtown | 500 49.8975 -97.1450
Donald St | E | 50 49.8865 -97.1385 R3C Downtown | 400 49.8960 -97.1425
Carlton St | E | 50 49.8865 -97.1425 R3C Downtown | 400 49.8945 -97.1460
Roslyn Rd | N- | 20 49.8810 -97.1450 R3L Osborne Village | 350 49.8830 -97.1590
River Ave | N | 100 49.8790 -97.1420 R3L Osborne Village | 600 49.8805 -97.1540
Wellington Cres | N- | 20 49.8782 -97.1475 R3M Crescentwood | 260 49.8728 -97.1525 R3M Crescentwood | 600 49.8690 -97.1690
Osborne St | E | 90 49.8805 -97.1458 R3L Osborne Village | 400 49.8720 -97.1400
Corydon Ave | N | 400 49.8760 -97.1450 R3L McMillan | 1500 49.8640 -97.1870 R3N River Heights
Pembina Hwy | E | 400 49.8700 -97.1500 R3L Fort Rouge | 1125 49.8475 -97.1522 R3T Fort Garry | 2000 49.8185 -97.1500 R3T Richmond West | 2900 49.7880 -97.1570
St. Mary's Rd | E | 50 49.8850 -97.1220 R2H St. Boniface | 700 49.8680 -97.1110 R2M St. Vital | 2000 49.8350 -97.1090
Taché Ave | E | 100 49.8960 -97.1220 R2H St. Boniface | 500 49.8860 -97.1230
Kenaston Blvd | W | 1000 49.8440 -97.2030 R3P Tuxedo | 2000 49.8230 -97.2000 R3Y Waverley West
Grant Ave | N | 700 49.8620 -97.1560 R3M Crescentwood | 2200 49.8570 -97.2080
Ellice Ave | N | 200 49.8950 -97.1460 R3B Downtown | 900 49.8930 -97.1680
Plessis Rd | E | 400 49.8930 -97.0170 R2C Transcona | 1500 49.9130 -97.0180
Sage Creek Blvd | N | 20 49.8180 -97.0540 R3X Sage Creek | 400 49.8130 -97.0480
`,
}
