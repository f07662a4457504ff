// The cities round Toronto. Streets keep East and West from Hurontario in Peel, from Yonge in York, from the old town centres elsewhere.
import type { CityTable } from './city-table.ts'

export const MISSISSAUGA: CityTable = {
  city: 'Mississauga',
  province: 'ON',
  share: 265,
  market: 1.08,
  streets: `
Hurontario St | E | 20 43.5515 -79.5850 L5G Port Credit | 1000 43.5680 -79.6000 L5G Mineola | 2000 43.5720 -79.6030 L5B Cooksville | 2500 43.5775 -79.6110 L5B Cooksville | 3000 43.5830 -79.6180 L5B Cooksville | 3500 43.5880 -79.6300 L5B Fairview | 4000 43.5925 -79.6400 L5B City Centre | 4500 43.6040 -79.6490 L4Z Hurontario | 5000 43.6110 -79.6550 L4Z Hurontario | 5800 43.6250 -79.6720 L5R Hurontario
Burnhamthorpe Rd W | S | 30 43.5945 -79.6345 L5B City Centre | 500 43.5865 -79.6470 L5B City Centre | 1100 43.5760 -79.6590 L5C Creditview | 2000 43.5550 -79.6780 L5L Erin Mills
Burnhamthorpe Rd E | S | 30 43.5955 -79.6325 L5A Mississauga Valleys | 700 43.6080 -79.6120 L4Y Rathwood | 1200 43.6170 -79.5980 L4Y Applewood
City Centre Dr | N | 100 43.5930 -79.6440 L5B City Centre | 400 43.5890 -79.6470
Confederation Pky | E | 2300 43.5735 -79.6190 L5B Cooksville | 3500 43.5815 -79.6360 L5B City Centre | 3900 43.5845 -79.6425 L5B City Centre | 4200 43.5900 -79.6500
Square One Dr | N | 150 43.5970 -79.6430 L5B City Centre | 550 43.5900 -79.6510
Webb Dr | N | 200 43.5885 -79.6400 L5B City Centre | 450 43.5850 -79.6445
Enfield Pl | E | 20 43.5915 -79.6370 L5B City Centre | 90 43.5935 -79.6385
Elm Dr W | S | 10 43.5905 -79.6285 L5B Fairview | 180 43.5870 -79.6340
Duke of York Blvd | E | 3900 43.5880 -79.6430 L5B City Centre | 4100 43.5915 -79.6485
Kariya Dr | E | 3500 43.5870 -79.6335 L5B City Centre | 3700 43.5895 -79.6370
Parkside Village Dr | E | 4000 43.5850 -79.6475 L5B City Centre | 4150 43.5880 -79.6510
Rathburn Rd W | S | 30 43.6010 -79.6435 L4Z City Centre | 700 43.5900 -79.6560
Absolute Ave | N | 30 43.5955 -79.6355 L4Z City Centre | 100 43.5965 -79.6370
Eglinton Ave W | S | 50 43.6100 -79.6520 L5R Hurontario | 1000 43.5930 -79.6780 L5V East Credit | 2000 43.5730 -79.6990 L5M Erin Mills | 2700 43.5590 -79.7140 L5M Central Erin Mills
Eglinton Ave E | S | 50 43.6110 -79.6500 L4Z Hurontario | 800 43.6250 -79.6280 L4W Rathwood
Lakeshore Rd E | S | 20 43.5530 -79.5840 L5G Port Credit | 400 43.5620 -79.5710 L5G Lakeview | 900 43.5730 -79.5600 L5E Lakeview | 1300 43.5820 -79.5480
Lakeshore Rd W | S | 20 43.5515 -79.5860 L5H Port Credit | 400 43.5440 -79.5960 L5H Lorne Park | 1000 43.5300 -79.6150
Port St E | S | 15 43.5515 -79.5835 L5G Port Credit | 90 43.5535 -79.5805
Park St E | S | 10 43.5550 -79.5855 L5G Port Credit | 80 43.5560 -79.5830
Dundas St W | S | 20 43.5800 -79.6180 L5B Cooksville | 600 43.5700 -79.6300 L5B Erindale | 1500 43.5490 -79.6540 L5C Erindale | 2400 43.5340 -79.6760
Dundas St E | S | 20 43.5805 -79.6170 L5A Cooksville | 700 43.5930 -79.6010 L4Y Applewood | 1600 43.6080 -79.5830 L4Y Applewood
Mississauga Valley Blvd | E | 1300 43.5950 -79.6150 L5A Mississauga Valleys | 1700 43.5985 -79.6230
Erin Mills Pky | E | 1800 43.5330 -79.6560 L5L Erin Mills | 3500 43.5530 -79.6980 L5L Erin Mills | 5000 43.5620 -79.7180 L5M Central Erin Mills
Glen Erin Dr | E | 2600 43.5400 -79.6720 L5L Erin Mills | 4500 43.5570 -79.7080 L5M Central Erin Mills | 5100 43.5660 -79.7170
Winston Churchill Blvd | W | 2000 43.5230 -79.6570 L5L Erin Mills | 4700 43.5510 -79.7290 L5M Churchill Meadows
Bloor St | S | 1000 43.6085 -79.6030 L4Y Applewood | 1800 43.6258 -79.5850
Dixie Rd | E | 1100 43.5780 -79.5670 L5E Lakeview | 2200 43.5960 -79.5890 L4Y Applewood | 3300 43.6120 -79.6080 L4Y Rathwood
Cawthra Rd | W | 1100 43.5705 -79.5800 L5G Mineola | 2400 43.5850 -79.6020 L5A Cooksville | 3500 43.6000 -79.6220
Kaneff Cres | N | 3590 43.5910 -79.6270 L5A Mississauga Valleys | 3700 43.5920 -79.6255
Ninth Line | E | 4800 43.5480 -79.7460 L5M Churchill Meadows | 5500 43.5570 -79.7580
`,
}

export const BRAMPTON: CityTable = {
  city: 'Brampton',
  province: 'ON',
  share: 70,
  market: 0.92,
  streets: `
Main St N | E | 10 43.6858 -79.7600 L6V Downtown Brampton | 250 43.6925 -79.7690 L6X Northwood Park | 500 43.6985 -79.7790
Main St S | E | 10 43.6850 -79.7590 L6W Downtown Brampton | 200 43.6780 -79.7490 L6Y Brampton South | 500 43.6650 -79.7330
Queen St E | S | 20 43.6858 -79.7585 L6V Downtown Brampton | 250 43.6980 -79.7390 L6V Queen Street Corridor | 400 43.7040 -79.7270 L6T Bramalea | 900 43.7180 -79.7100
Queen St W | S | 20 43.6850 -79.7605 L6X Downtown Brampton | 600 43.6720 -79.7780 L6Y Fletcher's Creek
Kennedy Rd S | E | 20 43.6905 -79.7420 L6W Brampton East | 500 43.6740 -79.7220
Kennedy Rd N | E | 20 43.6920 -79.7440 L6V Brampton East | 300 43.7030 -79.7600
Steeles Ave W | S | 20 43.6680 -79.7340 L6Y Fletcher's Creek South | 600 43.6540 -79.7520
Steeles Ave E | S | 20 43.6690 -79.7330 L6W Brampton South | 900 43.6900 -79.7060 L6T Bramalea
Lisa St | N | 10 43.7080 -79.7270 L6T Bramalea | 120 43.7110 -79.7240
Bovaird Dr W | S | 20 43.7050 -79.7860 L7A Fletcher's Meadow | 900 43.6900 -79.8050
Sandalwood Pky E | S | 20 43.7140 -79.7970 L6Z Heart Lake | 500 43.7270 -79.7790
Hurontario St | E | 7800 43.6600 -79.7250 L6Y Fletcher's Creek South | 8200 43.6650 -79.7310
`,
}

export const VAUGHAN: CityTable = {
  city: 'Vaughan',
  province: 'ON',
  share: 120,
  market: 1.06,
  streets: `
Highway 7 | N | 1400 43.8060 -79.4600 L4K Concord | 2500 43.8000 -79.4980 L4K Vaughan Metropolitan Centre | 3000 43.7945 -79.5270 L4K Vaughan Metropolitan Centre | 3600 43.7905 -79.5450 L4L Woodbridge | 4500 43.7850 -79.5720 L4L Woodbridge | 5300 43.7800 -79.5950
Jane St | E | 7500 43.7840 -79.5230 L4K Vaughan Metropolitan Centre | 8000 43.7990 -79.5290 L4K Vaughan Metropolitan Centre | 9000 43.8230 -79.5350 L4K Vellore Village | 10000 43.8480 -79.5420
Centre St | N | 700 43.8070 -79.4500 L4J Thornhill | 1200 43.8060 -79.4640 L4J Beverley Glen | 1600 43.8055 -79.4720
Bathurst St | E | 7000 43.7980 -79.4480 L4J Thornhill | 7700 43.8130 -79.4525 L4J Thornhill | 8500 43.8330 -79.4570 L4J Thornhill Woods | 9500 43.8590 -79.4630
Yonge St | W | 7000 43.7995 -79.4200 L4J Thornhill | 7500 43.8120 -79.4235
New Westminster Dr | E | 15 43.8000 -79.4540 L4J Thornhill | 350 43.8110 -79.4560
Clark Ave W | N | 20 43.8065 -79.4230 L4J Thornhill | 800 43.8010 -79.4490 L4J Beverley Glen
Promenade Cir | N | 5 43.8080 -79.4500 L4J Thornhill | 120 43.8085 -79.4540
Disera Dr | E | 10 43.8090 -79.4660 L4J Beverley Glen | 100 43.8115 -79.4665
Commerce St | E | 20 43.7870 -79.5330 L4K Vaughan Metropolitan Centre | 250 43.7920 -79.5355
Interchange Way | N | 50 43.7895 -79.5260 L4K Vaughan Metropolitan Centre | 250 43.7875 -79.5330
Buttermill Ave | E | 5 43.7955 -79.5285 L4K Vaughan Metropolitan Centre | 120 43.7975 -79.5295
Weston Rd | E | 7500 43.7820 -79.5440 L4L Woodbridge | 8000 43.7960 -79.5500 L4L Vellore Village | 9600 43.8380 -79.5600
Islington Ave | E | 7700 43.7830 -79.5860 L4L Woodbridge | 8300 43.7990 -79.5930 L4L Woodbridge | 9700 43.8310 -79.6080 L0J Kleinburg
Rutherford Rd | N | 1500 43.8370 -79.4650 L4K Patterson | 2900 43.8280 -79.5250 L4K Vellore Village | 3700 43.8230 -79.5560
Dufferin St | E | 7600 43.8010 -79.4750 L4K Concord | 9200 43.8440 -79.4880 L4K Patterson | 9800 43.8580 -79.4920
Major Mackenzie Dr W | N | 1500 43.8560 -79.4800 L6A Maple | 2500 43.8510 -79.5100 L6A Maple | 3500 43.8450 -79.5400
Keele St | E | 9200 43.8350 -79.5080 L4K Maple | 10200 43.8590 -79.5150
`,
}

export const MARKHAM: CityTable = {
  city: 'Markham',
  province: 'ON',
  share: 120,
  market: 1.08,
  streets: `
Highway 7 E | N | 30 43.8430 -79.4260 L3T Thornhill | 600 43.8450 -79.3830 L3T Commerce Valley | 2900 43.8495 -79.3450 L3R Unionville | 3700 43.8535 -79.3270 L3R Unionville | 4700 43.8620 -79.3030 L3R Unionville | 5500 43.8680 -79.2800 L3P Markham Village | 6800 43.8760 -79.2430 L3P Markham Village
Warden Ave | E | 7500 43.8290 -79.3275 L3R Milliken | 8200 43.8460 -79.3330 L6G Downtown Markham | 8800 43.8590 -79.3370 L3R Unionville | 9500 43.8780 -79.3430 L6C Cachet
Birchmount Rd | E | 7700 43.8320 -79.3160 L3R Milliken | 8300 43.8480 -79.3200 L3R Downtown Markham
Enterprise Blvd | N | 15 43.8470 -79.3330 L6G Downtown Markham | 220 43.8500 -79.3230
Uptown Dr | N | 10 43.8530 -79.3250 L3R Downtown Markham | 180 43.8545 -79.3185
South Town Centre Blvd | E | 30 43.8470 -79.3400 L6G Downtown Markham | 100 43.8490 -79.3415
Cedarland Dr | N | 10 43.8480 -79.3380 L6G Downtown Markham | 120 43.8490 -79.3340
Kennedy Rd | E | 7300 43.8190 -79.3050 L3R Milliken | 8300 43.8480 -79.3120 L3R Unionville | 9000 43.8650 -79.3180 L3R Unionville
Bur Oak Ave | N | 50 43.8890 -79.3230 L6C Berczy | 1200 43.8960 -79.2850 L6E Greensborough | 2800 43.8830 -79.2290 L6B Cornell
Main Street Markham N | E | 20 43.8760 -79.2600 L3P Markham Village | 300 43.8860 -79.2640
Church St | N | 10 43.8830 -79.2630 L3P Markham Village | 500 43.8865 -79.2440
Yonge St | E | 7100 43.8010 -79.4200 L3T Thornhill | 7400 43.8095 -79.4225 L3T Thornhill | 8000 43.8280 -79.4260
John St | N | 50 43.8170 -79.4190 L3T Thornhill | 400 43.8210 -79.4000 L3T Aileen-Willowbrook | 800 43.8250 -79.3830
Bayview Ave | E | 7000 43.8020 -79.3960 L3T Thornhill | 7800 43.8230 -79.4020 L3T Thornhill
Steeles Ave E | N | 3300 43.8080 -79.3550 L3R Milliken | 4300 43.8210 -79.3000 L3R Milliken | 5000 43.8250 -79.2800
Leitchcroft Cres | N | 15 43.8435 -79.3840 L3T Commerce Valley | 120 43.8445 -79.3815
Upper Duke Cres | N | 10 43.8510 -79.3270 L6G Downtown Markham | 80 43.8520 -79.3250
Copper Creek Dr | N | 100 43.8530 -79.2420 L6B Box Grove | 500 43.8560 -79.2310
`,
}

export const RICHMOND_HILL: CityTable = {
  city: 'Richmond Hill',
  province: 'ON',
  share: 78,
  market: 1.04,
  streets: `
Yonge St | E | 8700 43.8420 -79.4300 L4C Langstaff | 9000 43.8485 -79.4318 L4C Observatory | 9600 43.8612 -79.4360 L4C Harding | 10100 43.8760 -79.4390 L4C Mill Pond | 10600 43.8880 -79.4420 L4C Crosby | 11600 43.9120 -79.4470 L4E Jefferson | 13000 43.9420 -79.4540 L4E Oak Ridges
Bayview Ave | E | 8800 43.8490 -79.4090 L4B Langstaff | 9500 43.8650 -79.4130 L4C Observatory | 10500 43.8870 -79.4190 L4S Crosby
Highway 7 E | N | 80 43.8435 -79.4240 L4B Langstaff | 350 43.8450 -79.4090 L4B Doncrest | 600 43.8460 -79.3900
Times Ave | E | 15 43.8440 -79.3860 L3T Doncrest | 90 43.8460 -79.3865
Major Mackenzie Dr E | N | 20 43.8720 -79.4380 L4C Mill Pond | 300 43.8750 -79.4230 L4C Crosby | 700 43.8780 -79.4040
Major Mackenzie Dr W | N | 20 43.8717 -79.4395 L4C Mill Pond | 400 43.8690 -79.4560
Bathurst St | W | 9000 43.8425 -79.4590 L4C North Richvale | 10400 43.8800 -79.4690 L4C Mill Pond
Red Maple Rd | E | 15 43.8450 -79.4180 L4B Langstaff | 120 43.8500 -79.4195
Oneida Cres | N | 15 43.8445 -79.4240 L4B Langstaff | 110 43.8465 -79.4220
Crosby Ave | N | 20 43.8820 -79.4400 L4C Crosby | 450 43.8850 -79.4230
Leslie St | E | 8800 43.8480 -79.3840 L3T Beaver Creek | 9700 43.8700 -79.3900 L4S Rouge Woods
Elgin Mills Rd E | N | 20 43.8930 -79.4410 L4C Crosby | 800 43.8980 -79.4150
King Rd | N | 20 43.9400 -79.4540 L4E Oak Ridges | 400 43.9380 -79.4680
Harding Blvd W | N | 20 43.8650 -79.4375 L4C Harding | 180 43.8640 -79.4440
`,
}

export const OAKVILLE: CityTable = {
  city: 'Oakville',
  province: 'ON',
  share: 78,
  market: 1.12,
  streets: `
Lakeshore Rd E | S | 50 43.4445 -79.6700 L6J Old Oakville | 400 43.4490 -79.6640 L6J Old Oakville | 900 43.4570 -79.6540
Lakeshore Rd W | S | 50 43.4425 -79.6730 L6K Kerr Village | 700 43.4290 -79.6870 L6K Kerr Village | 2300 43.3980 -79.7120 L6L Bronte
Kerr St | E | 20 43.4370 -79.6750 L6K Kerr Village | 300 43.4440 -79.6830 L6K Kerr Village | 600 43.4500 -79.6930
Dundas St E | S | 20 43.4745 -79.7335 L6H River Oaks | 300 43.4790 -79.7280 L6H Uptown Core | 1000 43.4870 -79.7180 L6H Joshua Creek | 2000 43.5000 -79.7010
Dundas St W | S | 20 43.4735 -79.7348 L6M River Oaks | 400 43.4691 -79.7411 L6M Preserve | 2500 43.4330 -79.7850
Trafalgar Rd | E | 100 43.4500 -79.6700 L6J Old Oakville | 1200 43.4640 -79.6880 L6H College Park | 2300 43.4800 -79.7100 L6H Uptown Core | 3000 43.4910 -79.7260
Oak Park Blvd | N | 50 43.4780 -79.7180 L6H Uptown Core | 400 43.4820 -79.7120
Speers Rd | S | 50 43.4460 -79.6910 L6K Kerr Village | 1000 43.4290 -79.7080 L6L Bronte | 2200 43.4110 -79.7250
Bronte Rd | E | 50 43.3935 -79.7090 L6L Bronte | 1500 43.4050 -79.7260 L6L Bronte | 2400 43.4230 -79.7500 L6M West Oak Trails
Third Line | E | 200 43.4040 -79.6960 L6L Bronte | 1400 43.4260 -79.7270 L6M Glen Abbey | 2500 43.4420 -79.7490
Marlborough Crt | N | 1200 43.4600 -79.6860 L6H College Park | 1320 43.4615 -79.6840
White Oaks Blvd | N | 1200 43.4630 -79.6830 L6H College Park | 1450 43.4660 -79.6800
Taunton Rd | N | 2180 43.4815 -79.7130 L6H Uptown Core | 2420 43.4830 -79.7105
Preserve Dr | N | 3050 43.4790 -79.7490 L6M Preserve | 3250 43.4810 -79.7460
Rebecca St | S | 50 43.4420 -79.6780 L6K Kerr Village | 1500 43.4160 -79.6990 L6L Bronte
`,
}

export const BURLINGTON: CityTable = {
  city: 'Burlington',
  province: 'ON',
  share: 62,
  market: 1.0,
  streets: `
Lakeshore Rd | S- | 1100 43.3190 -79.8080 L7S Downtown Burlington | 1500 43.3250 -79.7960 L7S Downtown Burlington | 2100 43.3290 -79.7870 L7R Downtown Burlington | 3300 43.3440 -79.7640 L7N Roseland | 4500 43.3555 -79.7490 L7L Shoreacres | 5350 43.3672 -79.7300
Brant St | E | 350 43.3250 -79.7975 L7R Downtown Burlington | 800 43.3310 -79.8060 L7R Downtown Burlington | 1400 43.3450 -79.8180 L7P Tyandaga | 2100 43.3540 -79.8260
Plains Rd E | S | 20 43.3120 -79.8520 L7T Aldershot | 700 43.3210 -79.8370 L7T Aldershot | 1200 43.3290 -79.8220
Plains Rd W | S | 20 43.3105 -79.8540 L7T Aldershot | 500 43.3010 -79.8690
Maple Ave | E | 400 43.3190 -79.8080 L7S Maple | 1200 43.3320 -79.8200 L7S Maple
Fairview St | S | 1200 43.3310 -79.8180 L7S Maple | 2100 43.3440 -79.8010 L7R Burlington Centre | 3300 43.3540 -79.7830 L7N Roseland | 4700 43.3650 -79.7640
New St | S | 2100 43.3350 -79.7910 L7R Downtown Burlington | 3500 43.3500 -79.7680 L7N Roseland | 5100 43.3670 -79.7410 L7L Shoreacres
Elizabeth St | E | 350 43.3255 -79.7955 L7R Downtown Burlington | 560 43.3285 -79.7990
Appleby Line | E | 500 43.3620 -79.7370 L7L Shoreacres | 1900 43.3850 -79.7700 L7L Orchard | 2500 43.3990 -79.7890
Dundas St | S | 3900 43.3930 -79.8070 L7M Alton Village | 5300 43.4100 -79.7840
Guelph Line | E | 400 43.3360 -79.7840 L7R Roseland | 1300 43.3510 -79.8050 L7P Mountainside | 2000 43.3620 -79.8200
Upper Middle Rd | S | 2100 43.3580 -79.8230 L7P Brant Hills | 4300 43.3860 -79.7860
`,
}

export const PICKERING: CityTable = {
  city: 'Pickering',
  province: 'ON',
  share: 28,
  market: 0.95,
  streets: `
Kingston Rd | N | 300 43.7990 -79.1370 L1V Rosebank | 700 43.8150 -79.1150 L1V Liverpool | 1400 43.8420 -79.0850 L1V City Centre | 1900 43.8535 -79.0670
Liverpool Rd | E | 600 43.8180 -79.0850 L1W Bay Ridges | 1000 43.8290 -79.0880 L1W Bay Ridges | 1800 43.8390 -79.0950 L1V Liverpool | 2100 43.8450 -79.0970
Bayly St | N | 700 43.8240 -79.1010 L1W Bay Ridges | 1400 43.8320 -79.0850 L1W Bay Ridges | 1900 43.8360 -79.0700
Glenanna Rd | N | 1200 43.8330 -79.0960 L1V City Centre | 1900 43.8430 -79.0860
Pickering Pky | N | 1300 43.8340 -79.0870 L1V City Centre | 1900 43.8400 -79.0700
Whites Rd | E | 600 43.8130 -79.1120 L1V Woodlands | 1900 43.8340 -79.1240
`,
}

export const AJAX: CityTable = {
  city: 'Ajax',
  province: 'ON',
  share: 22,
  market: 0.9,
  streets: `
Harwood Ave S | E | 20 43.8520 -79.0230 L1S Downtown Ajax | 300 43.8420 -79.0190 L1S South Ajax | 600 43.8320 -79.0150
Harwood Ave N | E | 20 43.8580 -79.0260 L1Z Downtown Ajax | 700 43.8780 -79.0340
Kingston Rd E | N | 20 43.8570 -79.0290 L1Z Downtown Ajax | 280 43.8620 -79.0110
Bayly St W | S | 20 43.8470 -79.0200 L1S Downtown Ajax | 500 43.8410 -79.0430
Westney Rd S | E | 40 43.8500 -79.0400 L1S South Ajax | 700 43.8280 -79.0320
`,
}

export const WHITBY: CityTable = {
  city: 'Whitby',
  province: 'ON',
  share: 28,
  market: 0.9,
  streets: `
Brock St S | E | 100 43.8795 -78.9425 L1N Downtown Whitby | 800 43.8700 -78.9390 L1N Downtown Whitby | 1600 43.8560 -78.9330 L1N Port Whitby
Brock St N | E | 100 43.8815 -78.9430 L1N Downtown Whitby | 800 43.8910 -78.9470
Dundas St E | S | 100 43.8805 -78.9410 L1N Downtown Whitby | 1600 43.8870 -78.9080
Dundas St W | S | 100 43.8800 -78.9445 L1N Downtown Whitby | 1000 43.8760 -78.9640
Rossland Rd E | S | 100 43.9000 -78.9490 L1N Williamsburg | 1500 43.9070 -78.9150
Taunton Rd E | S | 20 43.9180 -78.9570 L1R Taunton North | 900 43.9240 -78.9290
`,
}

export const OSHAWA: CityTable = {
  city: 'Oshawa',
  province: 'ON',
  share: 32,
  market: 0.82,
  streets: `
Simcoe St N | E | 20 43.8980 -78.8640 L1G O'Neill | 600 43.9130 -78.8710 L1G Centennial | 1900 43.9430 -78.8900 L1G Samac
Simcoe St S | E | 20 43.8965 -78.8630 L1H Central Oshawa | 600 43.8810 -78.8560 L1H Lakeview
King St E | S | 20 43.8975 -78.8620 L1H Central Oshawa | 700 43.9010 -78.8400 L1H Eastdale
King St W | S | 20 43.8970 -78.8650 L1J Central Oshawa | 500 43.8930 -78.8810 L1J Vanier
Bond St E | S | 20 43.8985 -78.8620 L1G Central Oshawa | 500 43.9010 -78.8480
Mary St N | E | 20 43.8980 -78.8605 L1G O'Neill | 500 43.9080 -78.8650
Taunton Rd E | S | 20 43.9310 -78.8790 L1G Taunton | 1300 43.9370 -78.8480
`,
}
