// British Columbia: W and E stand before the name, a hundred numbers a block; odd is north and west.
import type { CityTable } from './city-table.ts'

export const VANCOUVER: CityTable = {
  city: 'Vancouver',
  province: 'BC',
  share: 520,
  market: 1.42,
  streets: `
W Georgia St | N | 100 49.2790 -123.1095 V6B Downtown | 500 49.2808 -123.1155 V6B Downtown | 900 49.2842 -123.1205 V6C Downtown | 1200 49.2868 -123.1245 V6E Coal Harbour | 1700 49.2920 -123.1325
W Hastings St | N | 100 49.2822 -123.1070 V6B Gastown | 500 49.2848 -123.1125 V6B Downtown | 900 49.2868 -123.1165 V6C Coal Harbour | 1300 49.2890 -123.1225
W Pender St | N | 100 49.2805 -123.1065 V6B Chinatown | 600 49.2840 -123.1140 V6B Downtown | 1100 49.2872 -123.1195 V6E Coal Harbour | 1500 49.2905 -123.1250
Robson St | N | 200 49.2770 -123.1155 V6B Downtown | 700 49.2808 -123.1205 V6Z Downtown | 1100 49.2845 -123.1265 V6E West End | 1700 49.2905 -123.1355
Smithe St | N | 100 49.2755 -123.1150 V6B Yaletown | 500 49.2775 -123.1195 V6B Downtown | 900 49.2800 -123.1230
Nelson St | N | 100 49.2742 -123.1160 V6B Yaletown | 700 49.2785 -123.1230 V6Z Downtown | 1100 49.2820 -123.1290 V6E West End | 1800 49.2890 -123.1395
Davie St | N | 100 49.2725 -123.1175 V6Z Yaletown | 500 49.2752 -123.1230 V6B Yaletown | 900 49.2778 -123.1275 V6Z Downtown | 1200 49.2812 -123.1325 V6E West End | 1700 49.2860 -123.1400
Drake St | N | 100 49.2730 -123.1210 V6Z Yaletown | 600 49.2758 -123.1262 V6B Yaletown | 900 49.2775 -123.1295
Pacific Blvd | N | 1000 49.2730 -123.1190 V6Z Yaletown | 1300 49.2730 -123.1250 V6Z Yaletown | 1480 49.2745 -123.1280
Beach Ave | N+ | 400 49.2722 -123.1260 V6Z Yaletown | 900 49.2757 -123.1320 V6Z Downtown | 1400 49.2820 -123.1385 V6E West End | 2000 49.2885 -123.1420
Howe St | W | 400 49.2858 -123.1145 V6C Downtown | 800 49.2815 -123.1210 V6Z Downtown | 1200 49.2780 -123.1265 V6Z Downtown | 1500 49.2753 -123.1312
Hornby St | W | 400 49.2865 -123.1160 V6C Downtown | 800 49.2823 -123.1225 V6Z Downtown | 1200 49.2785 -123.1280 V6Z Downtown | 1500 49.2757 -123.1325
Granville St | W | 500 49.2838 -123.1150 V6C Downtown | 900 49.2798 -123.1210 V6Z Downtown | 1400 49.2758 -123.1275 - | 2000 49.2683 -123.1384 V6H Fairview | 4000 49.2500 -123.1385 V6J Shaughnessy | 6500 49.2270 -123.1400 V6P Marpole | 8600 49.2080 -123.1405
Seymour St | W | 400 49.2848 -123.1125 V6B Downtown | 900 49.2790 -123.1205 V6B Downtown | 1400 49.2752 -123.1262
Richards St | W | 400 49.2840 -123.1110 V6B Downtown | 900 49.2782 -123.1190 V6B Downtown | 1400 49.2745 -123.1250
Homer St | W | 400 49.2828 -123.1100 V6B Downtown | 900 49.2775 -123.1178 V6B Yaletown | 1400 49.2737 -123.1235
Hamilton St | W | 500 49.2812 -123.1105 V6B Downtown | 900 49.2768 -123.1165 V6B Yaletown | 1400 49.2730 -123.1225
Mainland St | W | 900 49.2760 -123.1160 V6B Yaletown | 1250 49.2737 -123.1195
Cambie St | W | 400 49.2815 -123.1085 V6B Downtown | 1000 49.2755 -123.1145 - | 2100 49.2680 -123.1150 V5Z Fairview | 4100 49.2490 -123.1155 V5Z Riley Park | 5500 49.2350 -123.1165 V5Z Oakridge | 6800 49.2230 -123.1168 V6P Marpole | 8500 49.2085 -123.1172
Burrard St | W | 500 49.2870 -123.1165 V6C Downtown | 900 49.2825 -123.1235 V6Z Downtown | 1300 49.2785 -123.1295 - | 1500 49.2728 -123.1455 V6J Kitsilano | 2600 49.2640 -123.1455
Thurlow St | W | 500 49.2885 -123.1190 V6E Downtown | 900 49.2838 -123.1262 V6E West End | 1300 49.2795 -123.1330
Bute St | W | 500 49.2898 -123.1212 V6E Coal Harbour | 900 49.2850 -123.1285 V6E West End | 1300 49.2808 -123.1350
Jervis St | W | 500 49.2910 -123.1235 V6E Coal Harbour | 1000 49.2855 -123.1318 V6E West End | 1400 49.2812 -123.1382
Broughton St | W | 500 49.2918 -123.1255 V6G Coal Harbour | 1000 49.2868 -123.1338 V6G West End | 1400 49.2832 -123.1395
Nicola St | W | 500 49.2930 -123.1275 V6G Coal Harbour | 1000 49.2882 -123.1352 V6G West End | 1400 49.2848 -123.1405
Cardero St | W | 500 49.2942 -123.1295 V6G Coal Harbour | 1000 49.2893 -123.1370 V6G West End | 1300 49.2870 -123.1408
Barclay St | N | 1000 49.2820 -123.1275 V6E West End | 1800 49.2900 -123.1400 V6G West End | 2050 49.2925 -123.1440
Haro St | N | 1000 49.2828 -123.1262 V6E West End | 1800 49.2908 -123.1388 V6G West End
Comox St | N | 900 49.2795 -123.1270 V6Z West End | 1500 49.2855 -123.1365 V6E West End | 2000 49.2905 -123.1440
Pendrell St | N | 1000 49.2798 -123.1300 V6E West End | 1700 49.2870 -123.1405
Harwood St | N | 1000 49.2785 -123.1325 V6E West End | 1600 49.2840 -123.1410
Burnaby St | N | 900 49.2780 -123.1300 V6Z West End | 1500 49.2838 -123.1393
Alberni St | N | 1000 49.2848 -123.1235 V6E Downtown | 1500 49.2898 -123.1315 V6G Coal Harbour | 1800 49.2925 -123.1350
Melville St | N | 1000 49.2862 -123.1200 V6E Coal Harbour | 1300 49.2885 -123.1240
W Cordova St | N | 100 49.2830 -123.1075 V6B Gastown | 600 49.2860 -123.1120 V6C Coal Harbour | 1200 49.2890 -123.1190
Water St | N | 20 49.2835 -123.1045 V6B Gastown | 400 49.2848 -123.1105
Keefer St | N | 50 49.2795 -123.1065 V6B Chinatown | 400 49.2793 -123.0970 V6A Strathcona | 800 49.2790 -123.0870
E Hastings St | N | 100 49.2813 -123.1015 V6A Strathcona | 900 49.2812 -123.0820 V6A Strathcona | 1900 49.2812 -123.0660 V5L Grandview-Woodland | 2700 49.2812 -123.0480 V5K Hastings-Sunrise
Main St | W | 100 49.2835 -123.0995 V6A Chinatown | 1000 49.2745 -123.1000 V6A Mount Pleasant | 2000 49.2670 -123.1005 V5T Mount Pleasant | 3500 49.2535 -123.1010 V5V Riley Park | 5500 49.2350 -123.1015 V5W Sunset | 7500 49.2170 -123.1020
Quebec St | W | 900 49.2775 -123.1030 V6A Southeast False Creek | 1800 49.2700 -123.1030 V5T Southeast False Creek | 3000 49.2590 -123.1035
W 1st Ave | N | 20 49.2705 -123.1050 V5Y Southeast False Creek | 400 49.2695 -123.1135 V5Y Southeast False Creek | 1500 49.2710 -123.1370 V6J Fairview | 2500 49.2705 -123.1630 V6K Kitsilano
W 2nd Ave | N | 50 49.2690 -123.1060 V5Y Southeast False Creek | 500 49.2685 -123.1150 V5Z Fairview | 1500 49.2695 -123.1370
W 7th Ave | N | 50 49.2648 -123.1055 V5Y Mount Pleasant | 1000 49.2650 -123.1275 V6H Fairview | 2000 49.2655 -123.1520 V6J Kitsilano
W 8th Ave | N | 50 49.2640 -123.1055 V5Y Mount Pleasant | 1000 49.2642 -123.1275 V6H Fairview | 2500 49.2645 -123.1640 V6K Kitsilano
W Broadway | N | 50 49.2630 -123.1055 V5Y Mount Pleasant | 700 49.2633 -123.1200 V5Z Fairview | 1500 49.2637 -123.1390 V6H Fairview | 2500 49.2640 -123.1640 V6K Kitsilano | 3500 49.2642 -123.1850
E Broadway | N | 50 49.2625 -123.1035 V5T Mount Pleasant | 700 49.2622 -123.0890 V5T Mount Pleasant | 1700 49.2620 -123.0690 V5N Grandview-Woodland | 2800 49.2620 -123.0440
W 10th Ave | N | 50 49.2622 -123.1055 V5Y Mount Pleasant | 1300 49.2628 -123.1345 V6H Fairview | 2500 49.2632 -123.1640
W 41st Ave | N | 300 49.2335 -123.1100 V5Y Oakridge | 700 49.2338 -123.1200 V5Z Oakridge | 2000 49.2345 -123.1530 V6M Kerrisdale | 2500 49.2347 -123.1640
Oak St | W | 2300 49.2660 -123.1260 V6H Fairview | 4000 49.2500 -123.1268 V5Z South Cambie | 5800 49.2335 -123.1275 V6M Oakridge | 7500 49.2180 -123.1283
Kingsway | S | 200 49.2615 -123.0990 V5T Mount Pleasant | 900 49.2540 -123.0850 V5V Kensington | 1800 49.2475 -123.0700 V5N Kensington | 2800 49.2400 -123.0520 V5R Collingwood | 3500 49.2340 -123.0330
Commercial Dr | W | 900 49.2775 -123.0698 V5L Grandview-Woodland | 1800 49.2695 -123.0698 V5N Grandview-Woodland | 3000 49.2590 -123.0700
Fraser St | W | 2500 49.2640 -123.0900 V5T Mount Pleasant | 4500 49.2450 -123.0905 V5V Kensington | 6500 49.2260 -123.0908
Arbutus St | W | 1900 49.2710 -123.1520 V6J Kitsilano | 2600 49.2650 -123.1522 V6J Kitsilano | 4200 49.2480 -123.1530
SE Marine Dr | N | 50 49.2105 -123.1060 V5X Marpole | 700 49.2130 -123.0900 V5X Sunset | 2500 49.2100 -123.0560
SW Marine Dr | N | 300 49.2100 -123.1130 V5X Marpole | 1200 49.2060 -123.1310
Joyce St | W | 4900 49.2400 -123.0320 V5R Collingwood | 5600 49.2340 -123.0325
Vanness Ave | N | 3200 49.2388 -123.0340 V5R Collingwood | 3600 49.2370 -123.0270
Kent Ave N | N+ | 2100 49.2085 -123.0640 V5P Fraserview | 3500 49.2070 -123.0290
Great Northern Way | N | 300 49.2675 -123.0950 V5T Mount Pleasant | 700 49.2670 -123.0860
Expo Blvd | N | 50 49.2772 -123.1060 V6B Downtown | 600 49.2755 -123.1120
Abbott St | W | 100 49.2835 -123.1060 V6B Gastown | 600 49.2785 -123.1080
`,
}
export const BURNABY: CityTable = {
  city: 'Burnaby',
  province: 'BC',
  share: 142,
  market: 1.18,
  streets: `
Kingsway | N | 3700 49.2325 -123.0220 V5H Central Park | 4500 49.2280 -123.0040 V5H Metrotown | 5200 49.2250 -122.9900 V5H Metrotown | 6000 49.2195 -122.9740 V5J Royal Oak | 7000 49.2185 -122.9550 V5E Edmonds
Beresford St | N | 4000 49.2265 -123.0130 V5H Metrotown | 4900 49.2240 -122.9960 V5H Metrotown | 5400 49.2225 -122.9870
Hazel St | N | 4300 49.2300 -123.0070 V5H Metrotown | 4700 49.2292 -122.9990
Willingdon Ave | W | 1800 49.2690 -123.0035 V5C Brentwood | 2500 49.2610 -123.0035 V5G Brentwood | 5900 49.2300 -123.0037 V5H Metrotown
Lougheed Hwy | N | 4000 49.2665 -123.0120 V5C Brentwood | 4600 49.2665 -122.9990 V5C Brentwood | 5800 49.2655 -122.9720 V5B Parkcrest | 9600 49.2490 -122.8960 V3J Lougheed
Dawson St | N | 4100 49.2635 -123.0105 V5C Brentwood | 4700 49.2640 -122.9985
Gilmore Ave | W | 1800 49.2690 -123.0130 V5C Brentwood | 2400 49.2630 -123.0130
Rosser Ave | W | 1700 49.2705 -123.0010 V5C Brentwood | 2300 49.2650 -123.0010
Hastings St | N | 3700 49.2812 -123.0200 V5C Burnaby Heights | 4700 49.2812 -122.9990 V5C Capitol Hill | 6500 49.2812 -122.9650 V5B Westridge
Nelson Ave | W | 5900 49.2300 -122.9990 V5H Metrotown | 6700 49.2225 -122.9990
Bennett St | N | 4700 49.2260 -122.9985 V5H Metrotown | 5100 49.2255 -122.9915
Telford Ave | W | 5900 49.2290 -123.0010 V5H Metrotown | 6600 49.2225 -123.0010
Wilson Ave | W | 5900 49.2310 -123.0100 V5H Metrotown | 6500 49.2250 -123.0100
Edmonds St | N | 7000 49.2150 -122.9580 V5E Edmonds | 7700 49.2200 -122.9440
Cameron St | N | 9000 49.2510 -122.9060 V3J Lougheed | 9900 49.2510 -122.8930
University High St | N | 8900 49.2785 -122.9150 V5A UniverCity | 9300 49.2790 -122.9090
University Cres | N | 8700 49.2797 -122.9100 V5A UniverCity | 9300 49.2788 -122.9042
Royal Oak Ave | W | 5500 49.2340 -122.9885 V5H Royal Oak | 7000 49.2200 -122.9885
`,
}
export const RICHMOND: CityTable = {
  city: 'Richmond',
  province: 'BC',
  share: 96,
  market: 1.08,
  streets: `
No. 3 Rd | W | 3000 49.1930 -123.1365 V6X Capstan | 4500 49.1820 -123.1365 V6X Aberdeen | 5500 49.1730 -123.1365 V6X Brighouse | 6800 49.1640 -123.1365 V6Y Brighouse | 8800 49.1480 -123.1365
Buswell St | W | 6200 49.1685 -123.1345 V6Y Brighouse | 6800 49.1640 -123.1345
Cook Rd | N | 8000 49.1675 -123.1360 V6Y Brighouse | 8800 49.1675 -123.1260
Westminster Hwy | N | 5900 49.1705 -123.1560 V7C Brighouse | 7500 49.1705 -123.1410 V6X Brighouse | 9000 49.1705 -123.1240
Alderbridge Way | N | 7300 49.1728 -123.1475 V6X Aberdeen | 8500 49.1765 -123.1318
Minoru Blvd | W | 5500 49.1720 -123.1420 V6X Brighouse | 7400 49.1600 -123.1420
Granville Ave | N | 6800 49.1630 -123.1480 V7C Brighouse | 8800 49.1630 -123.1260
Lansdowne Rd | N | 5500 49.1745 -123.1560 V7C Oval | 7900 49.1745 -123.1380
River Rd | N- | 5200 49.1712 -123.1600 V7C Oval | 6200 49.1740 -123.1495 V7C Oval | 7000 49.1782 -123.1448
Hollybridge Way | W | 5100 49.1765 -123.1520 V7C Oval | 5800 49.1715 -123.1520
Sexsmith Rd | W | 3200 49.1905 -123.1290 V6X Capstan | 4000 49.1850 -123.1290
Capstan Way | N | 8000 49.1890 -123.1360 V6X Capstan | 8900 49.1890 -123.1260
Cooney Rd | W | 6000 49.1690 -123.1300 V6X Brighouse | 7000 49.1630 -123.1300
Garden City Rd | W | 4500 49.1820 -123.1250 V6X Aberdeen | 8500 49.1500 -123.1250
Moncton St | N | 3500 49.1250 -123.1880 V7E Steveston | 4300 49.1250 -123.1760
`,
}
export const SURREY: CityTable = {
  city: 'Surrey',
  province: 'BC',
  share: 112,
  market: 0.95,
  streets: `
King George Blvd | W | 9500 49.1770 -122.8455 V3T City Centre | 10500 49.1930 -122.8475 V3T City Centre | 11000 49.2030 -122.8520 V3T Whalley
104 Ave | N | 13300 49.1914 -122.8530 V3T City Centre | 14000 49.1914 -122.8340 V3T Guildford | 15200 49.1914 -122.8010 V3R Guildford
Whalley Blvd | W | 9900 49.1830 -122.8425 V3T City Centre | 10700 49.1970 -122.8425
University Dr | W | 10000 49.1850 -122.8500 V3T City Centre | 10800 49.1985 -122.8500
100 Ave | N | 13300 49.1841 -122.8530 V3T City Centre | 15300 49.1841 -122.7980 V3R Guildford
96 Ave | N | 13300 49.1768 -122.8530 V3V Cedar Hills | 14000 49.1768 -122.8340
Central Ave | N | 13300 49.1905 -122.8530 V3T City Centre | 13700 49.1905 -122.8420
105 Ave | N | 13400 49.1932 -122.8500 V3T City Centre | 14500 49.1932 -122.8200
108 Ave | N | 13300 49.1987 -122.8530 V3T Whalley | 15000 49.1987 -122.8060 V3R Guildford
Fraser Hwy | N | 14000 49.1790 -122.8330 V3T City Centre | 15900 49.1600 -122.7830 V4N Fleetwood | 18800 49.1260 -122.7040 V4N Clayton
72 Ave | N | 12800 49.1332 -122.8660 V3W Newton | 13800 49.1332 -122.8390 V3W Newton
152 St | W | 1500 49.0310 -122.8010 V4A White Rock Border | 2500 49.0480 -122.8010 V4P Semiahmoo | 10400 49.1920 -122.8010 V3R Guildford
24 Ave | N | 14800 49.0455 -122.8120 V4P Semiahmoo | 16500 49.0455 -122.7660 V3S Grandview Heights
64 Ave | N | 16800 49.1188 -122.7580 V3S Cloverdale | 19300 49.1188 -122.6900
`,
}
export const COQUITLAM: CityTable = {
  city: 'Coquitlam',
  province: 'BC',
  share: 66,
  market: 1.02,
  streets: `
Pinetree Way | W | 1100 49.2770 -122.7935 V3B City Centre | 1300 49.2880 -122.7920
Glen Dr | N | 2900 49.2820 -122.7960 V3B City Centre | 3300 49.2825 -122.7850
The High St | W | 1100 49.2785 -122.7960 V3B City Centre | 1250 49.2825 -122.7960
Westwood St | W | 1000 49.2740 -122.7905 V3C City Centre | 1400 49.2860 -122.7870
Austin Ave | N | 500 49.2490 -122.8930 V3K Burquitlam | 1100 49.2490 -122.8530 V3K Austin Heights
North Rd | E | 500 49.2520 -122.8925 V3J Burquitlam | 750 49.2620 -122.8925
Clarke Rd | W | 500 49.2600 -122.8910 V3J Burquitlam | 700 49.2670 -122.8800
Como Lake Ave | N | 500 49.2610 -122.8920 V3J Burquitlam | 1100 49.2610 -122.8550
Foster Ave | N | 500 49.2555 -122.8925 V3J Burquitlam | 900 49.2555 -122.8680
Lincoln Ave | N | 2900 49.2800 -122.7960 V3B City Centre | 3200 49.2800 -122.7880
Johnson St | W | 1100 49.2780 -122.8000 V3B City Centre | 1600 49.2950 -122.8010
Lougheed Hwy | N | 1400 49.2370 -122.8420 V3K Maillardville | 2700 49.2740 -122.8060 V3B City Centre
Burke Mountain St | W | 3300 49.2960 -122.7480 V3B Burke Mountain | 3500 49.3000 -122.7480
`,
}
export const NEW_WESTMINSTER: CityTable = {
  city: 'New Westminster',
  province: 'BC',
  share: 56,
  market: 0.98,
  streets: `
Columbia St | N | 300 49.2035 -122.9030 V3L Downtown | 800 49.2005 -122.9120 V3M Downtown | 1000 49.1990 -122.9160
Carnarvon St | N | 500 49.2040 -122.9060 V3L Downtown | 1000 49.2000 -122.9150
Royal Ave | N | 300 49.2075 -122.9030 V3L Queen's Park | 1000 49.2020 -122.9160
Sixth St | W | 100 49.2060 -122.9090 V3L Uptown | 700 49.2130 -122.9190
Eighth St | W | 50 49.2015 -122.9120 V3M Downtown | 700 49.2110 -122.9230
Sixth Ave | N | 400 49.2130 -122.9130 V3L Uptown | 1000 49.2070 -122.9230
Quayside Dr | N+ | 800 49.1990 -122.9110 V3M Quay | 1300 49.1960 -122.9190
Agnes St | N | 300 49.2060 -122.9040 V3L Downtown | 900 49.2010 -122.9140
Francis Way | N | 200 49.2150 -122.9010 V3L Victoria Hill | 300 49.2172 -122.8996
Brunette Ave | N | 200 49.2230 -122.8950 V3L Sapperton | 500 49.2300 -122.8890
Twelfth St | W | 100 49.1990 -122.9180 V3M Brow of the Hill | 900 49.2100 -122.9330
`,
}
export const NORTH_VANCOUVER: CityTable = {
  city: 'North Vancouver',
  province: 'BC',
  share: 62,
  market: 1.15,
  streets: `
Lonsdale Ave | W | 100 49.3110 -123.0790 V7M Lower Lonsdale | 1000 49.3180 -123.0730 V7M Central Lonsdale | 1700 49.3240 -123.0725 V7M Central Lonsdale | 2700 49.3330 -123.0725
Esplanade E | N | 50 49.3105 -123.0780 V7L Lower Lonsdale | 300 49.3095 -123.0720
Esplanade W | N | 50 49.3112 -123.0800 V7M Lower Lonsdale | 300 49.3125 -123.0870
1st St E | N | 100 49.3112 -123.0770 V7L Lower Lonsdale | 400 49.3095 -123.0690
2nd St W | N | 100 49.3130 -123.0790 V7M Lower Lonsdale | 400 49.3150 -123.0880
3rd St W | N | 100 49.3138 -123.0785 V7M Lower Lonsdale | 400 49.3160 -123.0880
13th St E | N | 100 49.3200 -123.0720 V7L Central Lonsdale | 500 49.3200 -123.0610
15th St E | N | 100 49.3218 -123.0720 V7L Central Lonsdale | 500 49.3218 -123.0610
Marine Dr | N | 700 49.3220 -123.0970 V7M Marine-Hamilton | 1900 49.3245 -123.1200
Keith Rd E | N | 100 49.3170 -123.0720 V7L Central Lonsdale | 800 49.3130 -123.0560
Lynn Valley Rd | W | 1100 49.3370 -123.0410 V7J Lynn Valley | 1500 49.3400 -123.0370
Mountain Hwy | W | 1000 49.3130 -123.0400 V7J Lynn Creek | 1500 49.3230 -123.0400
`,
}
export const LANGLEY: CityTable = {
  city: 'Langley',
  province: 'BC',
  share: 42,
  market: 0.85,
  streets: `
56 Ave | N | 19600 49.1043 -122.6800 V3A Langley City | 20600 49.1043 -122.6530
Douglas Cres | N | 20200 49.1020 -122.6640 V3A Langley City | 20600 49.1035 -122.6530
200 St | W | 5000 49.0940 -122.6690 V3A Langley City | 7500 49.1390 -122.6690 V2Y Willoughby | 8600 49.1590 -122.6690
80 Ave | N | 19600 49.1478 -122.6800 V2Y Willoughby | 20900 49.1478 -122.6450
Willoughby Town Centre Dr | W | 7700 49.1425 -122.6555 V2Y Willoughby | 8100 49.1495 -122.6555
54 Ave | N | 19600 49.1007 -122.6800 V3A Langley City | 20700 49.1007 -122.6500
Fraser Hwy | N | 19500 49.1120 -122.6830 V3A Langley City | 20500 49.1045 -122.6560
`,
}
export const KELOWNA: CityTable = {
  city: 'Kelowna',
  province: 'BC',
  share: 42,
  market: 0.82,
  streets: `
Water St | W- | 1200 49.8960 -119.4960 V1Y Downtown | 1600 49.8850 -119.4965
Bernard Ave | N | 200 49.8863 -119.4960 V1Y Downtown | 900 49.8863 -119.4790
Ellis St | W | 1100 49.8985 -119.4915 V1Y North End | 1700 49.8840 -119.4915
Sunset Dr | W- | 1000 49.9000 -119.4955 V1Y Downtown | 1300 49.8955 -119.4945
St. Paul St | W | 1200 49.8950 -119.4895 V1Y Downtown | 1700 49.8840 -119.4895
Lakeshore Rd | W- | 2900 49.8600 -119.4910 V1Y South Pandosy | 4000 49.8420 -119.4860 V1W Lower Mission
Pandosy St | W | 1700 49.8840 -119.4930 V1Y Downtown | 3100 49.8580 -119.4905
Academy Way | N | 700 49.9350 -119.4030 V1V University District | 1400 49.9390 -119.3930
Abbott St | W- | 1800 49.8810 -119.4970 V1Y Downtown | 2400 49.8690 -119.4970
Gordon Dr | W | 1200 49.8950 -119.4770 V1Y Downtown | 3500 49.8530 -119.4770 V1W Lower Mission
`,
}
export const VICTORIA: CityTable = {
  city: 'Victoria',
  province: 'BC',
  share: 72,
  market: 0.98,
  streets: `
Douglas St | W | 300 48.4150 -123.3660 V8V James Bay | 900 48.4220 -123.3660 V8W Downtown | 1700 48.4295 -123.3645 V8W Downtown | 2500 48.4350 -123.3650 V8T Burnside
Yates St | N | 500 48.4270 -123.3700 V8W Downtown | 900 48.4255 -123.3610 V8V Harris Green | 1200 48.4245 -123.3540
Johnson St | N | 500 48.4282 -123.3700 V8W Downtown | 900 48.4268 -123.3605 V8V Harris Green | 1200 48.4255 -123.3540
View St | N | 500 48.4262 -123.3685 V8W Downtown | 1100 48.4243 -123.3565 V8V Harris Green
Fort St | N | 500 48.4250 -123.3690 V8W Downtown | 1200 48.4225 -123.3520 V8V Fairfield
Pandora Ave | N | 500 48.4295 -123.3695 V8W Downtown | 1100 48.4270 -123.3560
Broughton St | N | 600 48.4240 -123.3665 V8W Downtown | 1000 48.4228 -123.3580
Blanshard St | W | 700 48.4210 -123.3640 V8W Downtown | 1900 48.4310 -123.3620
Cook St | W | 300 48.4150 -123.3570 V8V Fairfield | 1200 48.4250 -123.3560 V8V Harris Green | 2000 48.4320 -123.3545
Store St | W- | 1400 48.4275 -123.3710 V8W Downtown | 2000 48.4330 -123.3705
Humboldt St | N | 600 48.4210 -123.3680 V8W Downtown | 1100 48.4190 -123.3570
Tyee Rd | W | 20 48.4310 -123.3790 V9A Vic West | 400 48.4345 -123.3835
Kimta Rd | N+ | 50 48.4265 -123.3850 V9A Vic West | 350 48.4285 -123.3780
Oswego St | W | 50 48.4130 -123.3760 V8V James Bay | 600 48.4230 -123.3745
Michigan St | N | 200 48.4190 -123.3790 V8V James Bay | 600 48.4175 -123.3690
`,
}
