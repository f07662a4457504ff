// Quebec: the generic word comes first, directions are E and O, odd numbers stand north and east.
import type { CityTable } from './city-table.ts'

export const MONTREAL: CityTable = {
  city: 'Montréal',
  province: 'QC',
  share: 560,
  market: 0.86,
  streets: `
Rue Sherbrooke O | N | 20 45.5130 -73.5700 H2X Quartier des spectacles | 400 45.5070 -73.5725 H3A Milton-Parc | 1000 45.5025 -73.5760 H3A Golden Square Mile | 1500 45.4970 -73.5800 H3G Golden Square Mile | 2000 45.4920 -73.5850 H3H Shaughnessy Village | 2300 45.4895 -73.5890
Rue Sherbrooke E | N | 20 45.5140 -73.5695 H2X Plateau-Mont-Royal | 800 45.5195 -73.5665 H2L Plateau-Mont-Royal | 1800 45.5300 -73.5590 H2K Centre-Sud | 3500 45.5480 -73.5530 H1W Hochelaga | 5000 45.5650 -73.5500 H1V Rosemont | 5800 45.5755 -73.5465 H1N Mercier | 7000 45.5850 -73.5390 H1N Mercier
Boul René-Lévesque O | N | 50 45.5080 -73.5630 H2Z Quartier chinois | 500 45.5035 -73.5660 H2Z Quartier international | 900 45.5000 -73.5690 H3B Centre-ville | 1200 45.4970 -73.5720 H3B Centre-ville | 1500 45.4930 -73.5755 H3G Shaughnessy Village | 2100 45.4890 -73.5820
Boul René-Lévesque E | N | 50 45.5095 -73.5620 H2X Quartier latin | 800 45.5155 -73.5560 H2L Le Village | 1600 45.5210 -73.5500
Rue Sainte-Catherine O | N | 20 45.5100 -73.5645 H2X Quartier des spectacles | 500 45.5045 -73.5685 H3B Centre-ville | 1000 45.5005 -73.5720 H3B Centre-ville | 1500 45.4955 -73.5770 H3G Centre-ville | 2200 45.4895 -73.5840
Rue Sainte-Catherine E | N | 20 45.5110 -73.5635 H2X Quartier latin | 800 45.5165 -73.5580 H2L Le Village | 1800 45.5245 -73.5500 H2K Centre-Sud | 3500 45.5440 -73.5400 H1W Hochelaga
Boul De Maisonneuve O | N | 100 45.5085 -73.5680 H2X Quartier des spectacles | 600 45.5035 -73.5720 H3A Centre-ville | 1200 45.4990 -73.5760 H3A Centre-ville | 1700 45.4940 -73.5800 H3H Shaughnessy Village | 2200 45.4905 -73.5850
Boul De Maisonneuve E | N | 20 45.5125 -73.5650 H2X Quartier latin | 900 45.5190 -73.5590 H2L Le Village | 1800 45.5260 -73.5520
Rue Saint-Jacques | N | 100 45.5045 -73.5575 H2Y Vieux-Montréal | 500 45.5005 -73.5620 H2Y Vieux-Montréal | 900 45.4970 -73.5650 H3C Griffintown | 1700 45.4900 -73.5720 H3J Petite-Bourgogne | 3000 45.4780 -73.5850
Rue Notre-Dame O | N | 50 45.5050 -73.5555 H2Y Vieux-Montréal | 500 45.5000 -73.5600 H2Y Vieux-Montréal | 1000 45.4950 -73.5635 H3C Griffintown | 1800 45.4865 -73.5695 H3J Petite-Bourgogne | 3000 45.4810 -73.5780 H4C Saint-Henri | 4500 45.4752 -73.5880
Rue Notre-Dame E | N | 50 45.5070 -73.5540 H2Y Vieux-Montréal | 500 45.5110 -73.5500 H2Y Vieux-Montréal | 1500 45.5200 -73.5430 H2L Centre-Sud
Rue Saint-Antoine O | N | 50 45.5060 -73.5590 H2Z Quartier international | 700 45.5000 -73.5635 H3C Quartier international | 1100 45.4965 -73.5670 H3C Centre-ville | 2000 45.4880 -73.5750 H3J Petite-Bourgogne
Av des Canadiens-de-Montréal | N | 1000 45.4975 -73.5690 H3B Centre-ville | 1400 45.4945 -73.5715
Rue De La Gauchetière O | N | 50 45.5075 -73.5610 H2Z Quartier chinois | 500 45.5030 -73.5645 H2Z Quartier international | 950 45.4985 -73.5680
Rue Wellington | N | 500 45.4990 -73.5570 H3C Cité du Multimédia | 900 45.4950 -73.5570 H3C Griffintown | 3500 45.4660 -73.5670 H4G Verdun | 5000 45.4560 -73.5710
Rue William | N | 600 45.4985 -73.5580 H3C Griffintown | 1200 45.4930 -73.5625 H3C Griffintown | 1900 45.4880 -73.5665
Rue Ottawa | N | 600 45.4970 -73.5580 H3C Griffintown | 1300 45.4925 -73.5620
Rue Peel | E | 50 45.4900 -73.5575 H3C Griffintown | 500 45.4940 -73.5640 H3C Griffintown | 1100 45.4985 -73.5710 H3B Centre-ville | 1500 45.5010 -73.5760 H3A Golden Square Mile
Rue de la Montagne | E | 200 45.4910 -73.5610 H3C Griffintown | 800 45.4945 -73.5675 H3C Griffintown | 1200 45.4965 -73.5735 H3G Centre-ville | 1500 45.4990 -73.5790
Rue Crescent | E | 1150 45.4955 -73.5745 H3G Centre-ville | 1480 45.4985 -73.5795
Rue Drummond | E | 1150 45.4970 -73.5725 H3B Centre-ville | 1500 45.5000 -73.5785
Rue Stanley | E | 1050 45.4980 -73.5705 H3B Centre-ville | 1500 45.5005 -73.5770
Rue Guy | E | 300 45.4890 -73.5640 H3J Griffintown | 800 45.4920 -73.5710 H3J Griffintown | 1400 45.4950 -73.5775 H3H Shaughnessy Village
Rue Saint-Mathieu | E | 1200 45.4915 -73.5785 H3H Shaughnessy Village | 1480 45.4935 -73.5825
Rue Tupper | N | 2000 45.4895 -73.5830 H3H Shaughnessy Village | 2300 45.4875 -73.5865
Rue Saint-Marc | E | 1200 45.4905 -73.5795 H3H Shaughnessy Village | 1480 45.4925 -73.5835
Boul Robert-Bourassa | E | 700 45.4995 -73.5615 H3C Cité du Multimédia | 1000 45.5010 -73.5655 H3B Quartier international | 2000 45.5050 -73.5720 H3A Centre-ville
Rue University | E | 3400 45.5070 -73.5750 H3A Milton-Parc | 3650 45.5090 -73.5790
Rue De Bleury | E | 1000 45.5040 -73.5640 H2Z Quartier international | 1450 45.5065 -73.5690 H3A Quartier des spectacles | 2050 45.5090 -73.5730
Av du Parc | E | 3500 45.5100 -73.5740 H2X Milton-Parc | 4200 45.5150 -73.5830 H2W Plateau-Mont-Royal | 5500 45.5220 -73.6000 H2V Mile End | 6500 45.5280 -73.6120
Boul Saint-Laurent | E | 900 45.5060 -73.5585 H2Z Quartier chinois | 1500 45.5100 -73.5640 H2X Quartier des spectacles | 3500 45.5140 -73.5710 H2X Plateau-Mont-Royal | 4500 45.5200 -73.5860 H2T Mile End | 6000 45.5280 -73.6010 H2S Petite-Italie | 7500 45.5400 -73.6250 H2R Villeray | 9000 45.5480 -73.6430
Rue Saint-Denis | E | 900 45.5110 -73.5560 H2X Quartier latin | 2000 45.5160 -73.5665 H2X Quartier latin | 4000 45.5220 -73.5780 H2W Plateau-Mont-Royal | 5200 45.5270 -73.5900 H2J Plateau-Mont-Royal | 6500 45.5350 -73.6040 H2S Rosemont | 8000 45.5440 -73.6250 H2P Villeray
Rue Atateken | E | 900 45.5160 -73.5530 H2L Le Village | 2000 45.5205 -73.5640
Av Papineau | E | 1000 45.5205 -73.5490 H2K Le Village | 2500 45.5270 -73.5640 H2K Plateau-Mont-Royal | 4500 45.5325 -73.5735 H2H Plateau-Mont-Royal | 6500 45.5450 -73.5930
Av du Mont-Royal E | N | 50 45.5215 -73.5860 H2T Plateau-Mont-Royal | 1000 45.5280 -73.5790 H2J Plateau-Mont-Royal | 2200 45.5370 -73.5690
Rue Rachel E | N | 50 45.5180 -73.5810 H2W Plateau-Mont-Royal | 1500 45.5280 -73.5700 H2J Plateau-Mont-Royal | 2700 45.5390 -73.5610
Rue Ontario E | N | 50 45.5130 -73.5670 H2X Quartier latin | 1500 45.5240 -73.5570 H2L Centre-Sud | 3500 45.5430 -73.5460 H1W Hochelaga | 5000 45.5602 -73.5358
Boul Rosemont | N | 800 45.5400 -73.5980 H2S Rosemont | 2500 45.5490 -73.5830 H1Y Rosemont | 4000 45.5600 -73.5700
Rue Beaubien E | N | 50 45.5320 -73.6080 H2S Petite-Italie | 1500 45.5450 -73.5970 H2G Rosemont | 3500 45.5600 -73.5800
Rue Jean-Talon O | N | 50 45.5330 -73.6190 H2R Parc-Extension | 800 45.5250 -73.6290 H3N Parc-Extension | 4250 45.4995 -73.6470 H4P Le Triangle | 5200 45.4955 -73.6530
Rue Jean-Talon E | N | 50 45.5345 -73.6180 H2R Villeray | 1500 45.5490 -73.6050 H2E Villeray | 5000 45.5820 -73.5780 H1S Saint-Léonard
Rue Paré | N | 4800 45.5005 -73.6510 H4P Le Triangle | 5300 45.4965 -73.6555
Ch de la Côte-des-Neiges | E | 3000 45.4940 -73.5800 H3H Golden Square Mile | 3460 45.4965 -73.5835 H3H Golden Square Mile | 4000 45.4953 -73.5960 H3H Côte-des-Neiges | 4550 45.4957 -73.6085 H3V Côte-des-Neiges | 5500 45.4990 -73.6240 H3T Côte-des-Neiges | 6500 45.5060 -73.6340
Ch Queen-Mary | N | 4500 45.4930 -73.6190 H3W Snowdon | 5200 45.4860 -73.6290 H3W Snowdon
Boul Décarie | E | 3000 45.4750 -73.6060 H4A Notre-Dame-de-Grâce | 5500 45.4870 -73.6330 H3W Snowdon | 7000 45.4960 -73.6490 H3X Le Triangle
Av de Monkland | N | 5200 45.4760 -73.6150 H4A Notre-Dame-de-Grâce | 6200 45.4720 -73.6260
Rue Saint-Ambroise | N | 3500 45.4800 -73.5770 H4C Saint-Henri | 4900 45.4710 -73.5830
Rue du Square-Victoria | E | 500 45.5000 -73.5600 H2Y Quartier international | 1000 45.5030 -73.5640
Rue McGill | E | 50 45.4985 -73.5530 H2Y Vieux-Montréal | 500 45.5010 -73.5590
Rue de la Commune O | N+ | 50 45.5050 -73.5530 H2Y Vieux-Montréal | 500 45.4990 -73.5540
Rue Saint-Paul O | N | 50 45.5050 -73.5540 H2Y Vieux-Montréal | 600 45.4990 -73.5570
Rue des Bassins | N | 1100 45.4905 -73.5600 H3C Griffintown | 1700 45.4875 -73.5640
Rue du Séminaire | E | 150 45.4925 -73.5570 H3C Griffintown | 450 45.4945 -73.5605
Rue Barré | N | 900 45.4955 -73.5620 H3C Griffintown | 1300 45.4925 -73.5650
Rue Murray | E | 150 45.4920 -73.5580 H3C Griffintown | 500 45.4945 -73.5625
Ch de la Pointe-Sud | E- | 1 45.4540 -73.5465 H3E Île-des-Sœurs | 250 45.4482 -73.5536
Rue Wilson | E | 2000 45.4700 -73.6130 H4A Notre-Dame-de-Grâce | 2300 45.4720 -73.6160
Boul Marcel-Laurin | E | 700 45.5080 -73.6780 H4L Saint-Laurent | 2500 45.5230 -73.7000 H4R Saint-Laurent
Boul Henri-Bourassa E | N | 50 45.5530 -73.6690 H3L Ahuntsic | 1500 45.5650 -73.6580 H2C Ahuntsic | 5500 45.5960 -73.6200 H1G Montréal-Nord
Boul Gouin O | N- | 50 45.5540 -73.6760 H3L Ahuntsic | 2500 45.5360 -73.7080 H3M Cartierville | 5500 45.5290 -73.7260
Boul Pie-IX | E | 1500 45.5490 -73.5400 H1V Hochelaga | 4000 45.5570 -73.5570 H1X Rosemont | 6500 45.5690 -73.5830 H1X Rosemont | 8500 45.5800 -73.6080
Boul de l'Assomption | E | 2500 45.5600 -73.5440 H1N Rosemont | 5000 45.5730 -73.5620
Rue Bridge | E | 200 45.4880 -73.5540 H3K Pointe-Saint-Charles | 700 45.4830 -73.5510
Rue Centre | N | 1500 45.4810 -73.5640 H3K Pointe-Saint-Charles | 2600 45.4770 -73.5720
Boul Shevchenko | E | 1500 45.4320 -73.6230 H8N LaSalle | 2500 45.4250 -73.6290
Boul Saint-Jean-Baptiste | E | 500 45.6450 -73.4960 H1B Pointe-aux-Trembles | 1500 45.6530 -73.5120
`,
}
export const LAVAL: CityTable = {
  city: 'Laval',
  province: 'QC',
  share: 82,
  market: 0.62,
  streets: `
Boul Saint-Martin O | N | 500 45.5720 -73.7120 H7M Chomedey | 1800 45.5655 -73.7290 H7S Chomedey | 3000 45.5590 -73.7437
Boul Le Corbusier | E | 500 45.5490 -73.7240 H7N Laval-des-Rapides | 1800 45.5600 -73.7420 H7S Chomedey | 2500 45.5640 -73.7510
Boul de la Concorde O | N | 50 45.5590 -73.6930 H7N Laval-des-Rapides | 500 45.5550 -73.7060
Boul de la Concorde E | N | 50 45.5610 -73.6900 H7G Pont-Viau | 1500 45.5720 -73.6670 H7G Duvernay
Boul Daniel-Johnson | E | 1000 45.5510 -73.7460 H7V Chomedey | 3000 45.5650 -73.7560
Boul Curé-Labelle | E | 500 45.5330 -73.7460 H7V Chomedey | 2500 45.5610 -73.7700 H7T Fabreville | 3500 45.5720 -73.7870
Boul des Laurentides | E | 50 45.5560 -73.6830 H7G Pont-Viau | 1500 45.5770 -73.7050 H7M Vimont | 3000 45.5930 -73.7240
Boul Saint-Elzéar O | N | 200 45.5750 -73.7210 H7L Vimont | 2000 45.5640 -73.7550
Boul Lévesque O | S- | 2500 45.5425 -73.7150 H7V Chomedey | 3500 45.5365 -73.7310 H7V Chomedey | 4500 45.5300 -73.7490
Av des Bois | E | 300 45.5260 -73.8350 H7Y Sainte-Dorothée | 1200 45.5330 -73.8450
Rue Jacques-Bureau | N | 3500 45.5570 -73.7420 H7P Chomedey | 3900 45.5550 -73.7470
Boul Cartier O | S | 50 45.5590 -73.6925 H7N Laval-des-Rapides | 800 45.5535 -73.7090
`,
}
export const LONGUEUIL: CityTable = {
  city: 'Longueuil',
  province: 'QC',
  share: 52,
  market: 0.62,
  streets: `
Rue Saint-Charles O | N | 50 45.5370 -73.5090 J4H Vieux-Longueuil | 700 45.5280 -73.5180
Boul La Fayette | N | 50 45.5260 -73.5200 J4K Vieux-Longueuil | 250 45.5240 -73.5170
Place Charles-Le Moyne | N | 50 45.5245 -73.5225 J4K Vieux-Longueuil | 250 45.5255 -73.5190
Ch de Chambly | E | 200 45.5330 -73.5080 J4H Vieux-Longueuil | 1500 45.5200 -73.4880 J4J Vieux-Longueuil | 3500 45.5000 -73.4570 J4L Saint-Hubert
Boul Taschereau | E | 200 45.5200 -73.5100 J4K Le Moyne | 2000 45.4990 -73.4970 J4K Greenfield Park | 4500 45.4790 -73.4770
Boul Roland-Therrien | E | 500 45.5480 -73.4900 J4H Vieux-Longueuil | 2000 45.5350 -73.4690
Boul Cousineau | E | 3500 45.5030 -73.4240 J4T Saint-Hubert | 6000 45.4960 -73.4040
Rue Saint-Laurent O | N | 50 45.5350 -73.5120 J4H Vieux-Longueuil | 500 45.5280 -73.5200
Boul Jacques-Cartier E | N | 500 45.5290 -73.4780 J4L Vieux-Longueuil | 2000 45.5400 -73.4600
`,
}
export const QUEBEC_CITY: CityTable = {
  city: 'Québec',
  province: 'QC',
  share: 152,
  market: 0.6,
  streets: `
Grande Allée E | N | 200 46.8030 -71.2240 G1R Montcalm | 600 46.8070 -71.2170 G1R Saint-Jean-Baptiste | 1000 46.8090 -71.2130
Grande Allée O | N | 50 46.8010 -71.2270 G1S Montcalm | 700 46.7950 -71.2380 G1S Saint-Sacrement
Ch Sainte-Foy | N | 300 46.8020 -71.2390 G1S Saint-Sacrement | 1200 46.7950 -71.2540 G1S Saint-Sacrement | 2400 46.7850 -71.2790 G1V Sainte-Foy | 3500 46.7740 -71.3060 G1X Sainte-Foy
Boul Laurier | N | 2000 46.7820 -71.2600 G1V Sainte-Foy | 2500 46.7750 -71.2740 G1V Sainte-Foy | 3000 46.7680 -71.2890 G1V Sainte-Foy
Boul Charest E | S | 50 46.8120 -71.2310 G1K Saint-Roch | 600 46.8150 -71.2180
Boul Charest O | S | 50 46.8110 -71.2340 G1N Saint-Sauveur | 1200 46.8020 -71.2610 G1N Saint-Malo
Rue Saint-Joseph E | S | 50 46.8130 -71.2290 G1K Saint-Roch | 800 46.8165 -71.2160
Rue de la Couronne | E | 100 46.8140 -71.2260 G1K Saint-Roch | 600 46.8185 -71.2310 G1L Limoilou
Rue Saint-Paul | N | 50 46.8170 -71.2060 G1K Vieux-Port | 400 46.8160 -71.2120
Av Cartier | E | 950 46.8030 -71.2250 G1R Montcalm | 1250 46.8050 -71.2290
Boul René-Lévesque O | N | 50 46.8055 -71.2260 G1R Montcalm | 800 46.7990 -71.2400 G1S Saint-Sacrement | 1500 46.7920 -71.2530
Boul René-Lévesque E | N | 50 46.8060 -71.2250 G1R Saint-Jean-Baptiste | 600 46.8090 -71.2180
3e Avenue | E | 300 46.8250 -71.2220 G1L Limoilou | 1500 46.8340 -71.2360 G1L Limoilou | 4000 46.8480 -71.2560 G1H Charlesbourg
1re Avenue | E | 500 46.8240 -71.2300 G1L Limoilou | 2500 46.8380 -71.2450 G1L Limoilou | 7000 46.8650 -71.2760 G1H Charlesbourg
Boul Henri-Bourassa | E | 1000 46.8330 -71.2190 G1J Limoilou | 5500 46.8570 -71.2490 G1H Charlesbourg | 8000 46.8690 -71.2640
Boul Lebourgneuf | N | 300 46.8390 -71.2750 G2K Lebourgneuf | 1200 46.8300 -71.2920 G2K Lebourgneuf | 2500 46.8190 -71.3130
Boul Wilfrid-Hamel | N | 500 46.8130 -71.2500 G1M Vanier | 2500 46.8010 -71.2890 G1P Les Saules | 5000 46.7850 -71.3420
Route de l'Église | E | 700 46.7780 -71.2730 G1V Sainte-Foy | 1100 46.7820 -71.2820
Av Maguire | E | 1200 46.7790 -71.2500 G1T Sillery | 1500 46.7810 -71.2560
Ch Saint-Louis | N | 1000 46.7900 -71.2390 G1S Sillery | 2500 46.7700 -71.2640 G1W Sainte-Foy | 3500 46.7560 -71.2960 G1W Cap-Rouge
Av D'Estimauville | E | 500 46.8420 -71.2000 G1J Maizerets | 1300 46.8500 -71.2110
Boul Sainte-Anne | N | 2000 46.8480 -71.2060 G1J Maizerets | 3500 46.8600 -71.1870 G1C Beauport
Ch des Quatre-Bourgeois | N | 2500 46.7790 -71.2870 G1V Sainte-Foy | 3700 46.7670 -71.3130 G1X Sainte-Foy
`,
}
export const GATINEAU: CityTable = {
  city: 'Gatineau',
  province: 'QC',
  share: 38,
  market: 0.58,
  streets: `
Boul Saint-Joseph | E | 50 45.4330 -75.7330 J8Y Hull | 500 45.4480 -75.7420 J8Y Hull | 1000 45.4630 -75.7570
Rue Laurier | E | 50 45.4250 -75.7150 J8X Hull | 250 45.4310 -75.7090
Boul des Allumettières | N | 50 45.4330 -75.7180 J8X Hull | 500 45.4300 -75.7480
Boul de la Cité | E | 100 45.4870 -75.6800 J8T Touraine | 900 45.4790 -75.6960
Boul Gréber | E | 50 45.4630 -75.7020 J8T Pointe-Gatineau | 900 45.4860 -75.7160
Ch d'Aylmer | N | 100 45.4110 -75.7640 J9H Aylmer | 1100 45.4030 -75.8130
Boul du Plateau | N | 100 45.4440 -75.7720 J9A Plateau | 900 45.4370 -75.7930
Boul Saint-Raymond | N | 50 45.4480 -75.7430 J8Y Hull | 900 45.4380 -75.7660
`,
}
export const SHERBROOKE: CityTable = {
  city: 'Sherbrooke',
  province: 'QC',
  share: 22,
  market: 0.48,
  streets: `
Rue King O | N | 50 45.4020 -71.8920 J1H Centre-ville | 1500 45.4010 -71.9160 J1J Ouest | 3000 45.3990 -71.9430
Rue King E | N | 50 45.4030 -71.8870 J1G Est | 1000 45.4090 -71.8720
Rue Wellington N | E | 20 45.4020 -71.8910 J1H Centre-ville | 250 45.4060 -71.8920
Boul Jacques-Cartier N | E | 100 45.4030 -71.9170 J1J Nord | 1500 45.4170 -71.9250
Boul de Portland | N | 500 45.4090 -71.9080 J1L Nord | 2500 45.4080 -71.9440
Rue Galt O | N | 50 45.3990 -71.8940 J1H Centre-ville | 2000 45.3890 -71.9200
`,
}
export const TROIS_RIVIERES: CityTable = {
  city: 'Trois-Rivières',
  province: 'QC',
  share: 20,
  market: 0.44,
  streets: `
Rue Notre-Dame Centre | N | 500 46.3410 -72.5420 G9A Centre-ville | 1700 46.3440 -72.5370
Boul des Forges | E | 800 46.3440 -72.5450 G8Z Centre-ville | 3500 46.3590 -72.5720 G8Y Des Récollets
Rue Royale | N | 600 46.3430 -72.5470 G9A Centre-ville | 1600 46.3470 -72.5410
Boul des Récollets | E | 2000 46.3490 -72.5690 G8Z Des Récollets | 5000 46.3610 -72.5900
Boul Jean-XXIII | N | 3000 46.3370 -72.6050 G8Z Trois-Rivières-Ouest | 6000 46.3270 -72.6420
`,
}
