// Toronto's streets: number → place, postal prefix and neighbourhood along each. Yonge St divides East from West; odd is south and east.
import type { CityTable } from './city-table.ts'

export const TORONTO: CityTable = {
  city: 'Toronto',
  province: 'ON',
  share: 2700,
  market: 1.3,
  streets: `
Yonge St | E | 1 43.6417 -79.3757 M5E Waterfront | 33 43.6467 -79.3769 M5E St. Lawrence | 100 43.6489 -79.3778 M5C Financial District | 180 43.6526 -79.3793 M5B Downtown Yonge | 300 43.6561 -79.3805 M5B Downtown Yonge | 440 43.6613 -79.3830 M4Y Church-Wellesley | 765 43.6704 -79.3868 M4W Rosedale | 1090 43.6785 -79.3895 M4W Summerhill | 1300 43.6835 -79.3920 M4T Deer Park | 1500 43.6880 -79.3941 M4T Deer Park | 1700 43.6925 -79.3956 M4T Davisville | 1900 43.6977 -79.3971 M4S Davisville Village | 2270 43.7064 -79.3985 M4P Yonge-Eglinton | 2600 43.7135 -79.3999 M4N Lawrence Park | 3080 43.7252 -79.4023 M4N Bedford Park | 3600 43.7355 -79.4047 M2P Hoggs Hollow | 4040 43.7440 -79.4066 M2P Lansing | 4500 43.7560 -79.4096 M2N Lansing | 4750 43.7614 -79.4109 M2N North York Centre | 5200 43.7715 -79.4131 M2N Willowdale | 5600 43.7806 -79.4150 M2M Newtonbrook | 6400 43.7980 -79.4199
Bay St | E | 20 43.6418 -79.3774 M5J South Core | 120 43.6470 -79.3796 M5J Financial District | 250 43.6487 -79.3805 M5H Financial District | 400 43.6522 -79.3819 M5G Discovery District | 595 43.6557 -79.3834 M5G Discovery District | 800 43.6608 -79.3856 M5S Bay-Cloverhill | 1001 43.6650 -79.3874 M5S Bay-Cloverhill | 1200 43.6699 -79.3894 M5R Yorkville | 1350 43.6737 -79.3911
University Ave | E | 55 43.6455 -79.3838 M5J Financial District | 150 43.6479 -79.3849 M5H Entertainment District | 330 43.6510 -79.3863 M5G Discovery District | 480 43.6546 -79.3883 M5G Discovery District | 700 43.6597 -79.3905
Church St | E | 20 43.6484 -79.3739 M5E St. Lawrence | 60 43.6500 -79.3745 M5C St. Lawrence | 150 43.6537 -79.3762 M5B Garden District | 300 43.6573 -79.3777 M5B Garden District | 440 43.6623 -79.3798 M4Y Church-Wellesley | 580 43.6660 -79.3814 M4Y Church-Wellesley | 720 43.6706 -79.3833
Jarvis St | E | 40 43.6488 -79.3717 M5E St. Lawrence | 130 43.6528 -79.3737 M5B Garden District | 270 43.6575 -79.3751 M5B Garden District | 385 43.6628 -79.3775 M4Y Church-Wellesley | 600 43.6689 -79.3799 M4Y Church-Wellesley | 690 43.6710 -79.3811
Sherbourne St | E | 70 43.6522 -79.3697 M5A Moss Park | 220 43.6580 -79.3716 M5A Moss Park | 350 43.6638 -79.3738 M4X Cabbagetown | 500 43.6685 -79.3759 M4X St. James Town | 640 43.6722 -79.3775
Parliament St | E | 30 43.6512 -79.3629 M5A Distillery | 120 43.6547 -79.3642 M5A Corktown | 260 43.6595 -79.3663 M5A Regent Park | 420 43.6638 -79.3679 M5A Cabbagetown | 600 43.6700 -79.3702 M4X St. James Town | 680 43.6719 -79.3713
Spadina Ave | E | 50 43.6427 -79.3947 M5V Fashion District | 180 43.6486 -79.3968 M5T Fashion District | 350 43.6535 -79.3986 M5T Kensington-Chinatown | 560 43.6588 -79.4007 M5S University | 720 43.6662 -79.4036 M5S University | 830 43.6705 -79.4052
Bathurst St | E | 20 43.6372 -79.3998 M5V Fort York | 150 43.6441 -79.4029 M5V King West | 300 43.6472 -79.4041 M5T Trinity-Bellwoods | 450 43.6553 -79.4073 M5T Kensington-Chinatown | 800 43.6653 -79.4114 M5R The Annex | 1200 43.6745 -79.4150 M5R Casa Loma | 1550 43.6832 -79.4184 M5P Forest Hill | 2000 43.6965 -79.4235 M5P Forest Hill | 2500 43.7048 -79.4269 M6B Forest Hill North | 3200 43.7215 -79.4301 M6A Lawrence Manor | 3600 43.7320 -79.4322 M6A Lawrence Manor | 4200 43.7495 -79.4363 M3H Clanton Park | 4550 43.7590 -79.4385 M2R Westminster-Branson | 5200 43.7700 -79.4410 M2R Westminster-Branson | 6250 43.7945 -79.4464
King St W | S | 20 43.6488 -79.3787 M5H Financial District | 200 43.6477 -79.3860 M5H Entertainment District | 340 43.6462 -79.3915 M5V Entertainment District | 460 43.6452 -79.3957 M5V Fashion District | 620 43.6443 -79.4002 M5V King West | 740 43.6439 -79.4030 M5V Niagara | 1000 43.6417 -79.4130 M6K Niagara | 1200 43.6392 -79.4231 M6K Liberty Village | 1500 43.6376 -79.4360 M6K Parkdale | 1750 43.6382 -79.4450
King St E | S | 10 43.6490 -79.3772 M5C St. Lawrence | 120 43.6502 -79.3718 M5A St. Lawrence | 260 43.6517 -79.3655 M5A Old Town | 400 43.6538 -79.3595 M5A Corktown | 560 43.6567 -79.3553
Queen St W | S | 80 43.6523 -79.3815 M5H Financial District | 200 43.6508 -79.3880 M5V Queen West | 400 43.6486 -79.3968 M5V Queen West | 600 43.6472 -79.4041 M6J Trinity-Bellwoods | 1000 43.6447 -79.4180 M6J West Queen West | 1200 43.6431 -79.4250 M6J Little Portugal | 1450 43.6409 -79.4350 M6K Parkdale | 1700 43.6391 -79.4460
Queen St E | S | 20 43.6527 -79.3783 M5C Garden District | 150 43.6541 -79.3724 M5A Moss Park | 320 43.6562 -79.3632 M5A Corktown | 500 43.6575 -79.3573 - | 620 43.6584 -79.3530 M4M Riverside | 760 43.6592 -79.3478 M4M Riverside | 1000 43.6613 -79.3384 M4M Leslieville | 1300 43.6635 -79.3275 M4L Leslieville | 1700 43.6664 -79.3136 M4L The Beaches | 2000 43.6694 -79.3010 M4E The Beaches | 2400 43.6729 -79.2850
Dundas St W | S | 20 43.6560 -79.3815 M5G Downtown Yonge | 200 43.6548 -79.3880 M5T Grange Park | 395 43.6535 -79.3945 M5T Kensington-Chinatown | 520 43.6527 -79.3984 M5T Kensington-Chinatown | 750 43.6518 -79.4060 M6J Trinity-Bellwoods | 1200 43.6493 -79.4200 M6J Little Portugal | 1600 43.6495 -79.4340 M6K Brockton | 2000 43.6530 -79.4500 M6R Roncesvalles | 2300 43.6568 -79.4524 M6P High Park North | 2800 43.6655 -79.4640 M6P The Junction | 3300 43.6650 -79.4850 M6P Runnymede | 3900 43.6620 -79.5040 - | 4100 43.6605 -79.5090 M8X The Kingsway | 4300 43.6590 -79.5130 M8X The Kingsway | 4700 43.6495 -79.5290 M9A Islington | 5150 43.6450 -79.5330 M9B Islington-City Centre West | 5300 43.6415 -79.5370 M9B Six Points | 5500 43.6330 -79.5460
Dundas St E | S | 20 43.6564 -79.3795 M5B Downtown Yonge | 150 43.6575 -79.3740 M5B Garden District | 260 43.6586 -79.3690 M5A Moss Park | 420 43.6601 -79.3630 M5A Regent Park | 600 43.6610 -79.3585 - | 740 43.6632 -79.3515 M4M South Riverdale | 800 43.6635 -79.3500 M4M South Riverdale | 1200 43.6660 -79.3360
Richmond St W | N | 20 43.6514 -79.3800 M5H Financial District | 180 43.6498 -79.3870 M5V Entertainment District | 350 43.6484 -79.3920 M5V Entertainment District | 500 43.6474 -79.3978 M5V Fashion District | 650 43.6464 -79.4027
Richmond St E | S | 20 43.6520 -79.3780 M5C St. Lawrence | 160 43.6533 -79.3718 M5A Moss Park | 320 43.6546 -79.3665 M5A Moss Park | 460 43.6560 -79.3605
Adelaide St W | S | 20 43.6501 -79.3795 M5H Financial District | 200 43.6485 -79.3866 M5H Entertainment District | 350 43.6471 -79.3924 M5V Entertainment District | 500 43.6461 -79.3974 M5V Fashion District | 700 43.6451 -79.4030
Adelaide St E | S | 20 43.6508 -79.3772 M5C St. Lawrence | 160 43.6522 -79.3713 M5A Old Town | 330 43.6537 -79.3650 M5A Corktown | 420 43.6548 -79.3610
Wellington St W | S | 70 43.6476 -79.3800 M5K Financial District | 200 43.6457 -79.3872 M5V Entertainment District | 400 43.6440 -79.3945 M5V Fashion District | 600 43.6428 -79.4010 M5V Niagara | 900 43.6402 -79.4110
Front St W | S | 65 43.6455 -79.3805 M5J South Core | 250 43.6443 -79.3868 M5V Entertainment District | 400 43.6425 -79.3935 M5V CityPlace | 600 43.6408 -79.4010
Front St E | N | 20 43.6472 -79.3760 M5E St. Lawrence | 160 43.6495 -79.3690 M5A St. Lawrence | 320 43.6514 -79.3637 M5A Distillery | 480 43.6535 -79.3575
The Esplanade | S | 20 43.6461 -79.3757 M5E St. Lawrence | 120 43.6478 -79.3700 M5A St. Lawrence | 260 43.6497 -79.3643
Queens Quay W | N+ | 20 43.6409 -79.3762 M5J Harbourfront | 200 43.6396 -79.3820 M5J Harbourfront | 400 43.6377 -79.3905 M5V Harbourfront | 650 43.6359 -79.3985
Queens Quay E | N+ | 15 43.6416 -79.3745 M5E East Bayfront | 120 43.6440 -79.3665 M5A East Bayfront | 260 43.6466 -79.3590
Lake Shore Blvd W | N | 650 43.6352 -79.4010 M5V Fort York | 1030 43.6320 -79.4210 M6K Exhibition | 1900 43.6365 -79.4650 M6S Swansea | 2050 43.6310 -79.4740 M8V Humber Bay Shores | 2250 43.6225 -79.4810 M8V Mimico | 2500 43.6118 -79.4888 M8V Mimico | 2700 43.6070 -79.4965 M8V Mimico | 3000 43.6010 -79.5050 M8V New Toronto | 3500 43.5955 -79.5230 M8W Long Branch | 3880 43.5917 -79.5430
Fleet St | N | 15 43.6372 -79.3985 M5V Fort York | 250 43.6362 -79.4040
Fort York Blvd | N | 20 43.6398 -79.3930 M5V CityPlace | 100 43.6385 -79.4000 M5V Fort York | 220 43.6368 -79.4060
Bremner Blvd | S | 15 43.6424 -79.3810 M5J South Core | 100 43.6413 -79.3850 M5V CityPlace | 350 43.6398 -79.3925
York St | E | 12 43.6413 -79.3813 M5J South Core | 80 43.6470 -79.3840 M5J Financial District | 150 43.6499 -79.3852
Simcoe St | E | 10 43.6410 -79.3855 M5J South Core | 100 43.6478 -79.3868 M5H Entertainment District | 250 43.6530 -79.3890
John St | E | 15 43.6443 -79.3885 M5V Entertainment District | 120 43.6485 -79.3903 M5V Entertainment District | 250 43.6530 -79.3925
Peter St | E | 20 43.6437 -79.3918 M5V Entertainment District | 150 43.6492 -79.3935
Charlotte St | E | 10 43.6455 -79.3937 M5V Entertainment District | 80 43.6473 -79.3945
Widmer St | E | 10 43.6463 -79.3913 M5V Entertainment District | 80 43.6481 -79.3920
Mercer St | S | 10 43.6458 -79.3895 M5V Entertainment District | 90 43.6453 -79.3922
Blue Jays Way | E | 20 43.6420 -79.3905 M5V Entertainment District | 140 43.6465 -79.3920
Portland St | E | 20 43.6429 -79.3995 M5V King West | 180 43.6480 -79.4015
Niagara St | S | 20 43.6433 -79.4042 M5V Niagara | 350 43.6400 -79.4120
Strachan Ave | E | 30 43.6358 -79.4090 M6K Fort York | 250 43.6440 -79.4115
East Liberty St | N | 20 43.6386 -79.4120 M6K Liberty Village | 150 43.6388 -79.4195
Liberty St | N | 10 43.6381 -79.4195 M6K Liberty Village | 150 43.6382 -79.4255
Sudbury St | S | 20 43.6433 -79.4260 M6J West Queen West | 150 43.6423 -79.4215
Dufferin St | E | 60 43.6352 -79.4262 M6K Parkdale | 300 43.6415 -79.4290 M6K Parkdale | 700 43.6515 -79.4327 M6K Brockton | 1200 43.6600 -79.4360 M6H Dufferin Grove | 1700 43.6720 -79.4405 M6E Corso Italia | 2100 43.6822 -79.4445 M6E Fairbank | 2600 43.6955 -79.4500 M6B Fairbank | 3100 43.7130 -79.4545 M6A Yorkdale | 3500 43.7280 -79.4575 M3K Yorkdale | 4500 43.7660 -79.4665 M3H Bathurst Manor | 5100 43.7760 -79.4690
Lansdowne Ave | E | 20 43.6405 -79.4360 M6K Parkdale | 500 43.6540 -79.4415 M6H Dufferin Grove | 900 43.6625 -79.4450 M6H Wallace Emerson | 1400 43.6710 -79.4480
Ossington Ave | E | 20 43.6441 -79.4192 M6J Trinity-Bellwoods | 300 43.6515 -79.4222 M6J Palmerston | 700 43.6620 -79.4262 M6G Christie Pits | 1000 43.6700 -79.4295
Roncesvalles Ave | E | 20 43.6393 -79.4462 M6R Roncesvalles | 450 43.6520 -79.4513
Keele St | E | 10 43.6555 -79.4600 M6P High Park North | 400 43.6660 -79.4650 M6P The Junction | 1500 43.6890 -79.4735 M6M Keelesdale | 2100 43.6990 -79.4785 M6M Amesbury | 2700 43.7185 -79.4810 M6L Maple Leaf | 3200 43.7430 -79.4865 M3M Downsview | 3700 43.7600 -79.4905 M3J York University Heights | 4700 43.7750 -79.4940
Jane St | E | 20 43.6480 -79.4840 M6S Swansea | 500 43.6640 -79.4880 M6S Lambton | 900 43.6790 -79.4935 M6N Rockcliffe-Smythe | 1300 43.6925 -79.5000 M6M Mount Dennis | 1700 43.7040 -79.5040 M9N Weston | 2400 43.7250 -79.5110 M3L Downsview | 2900 43.7420 -79.5145 M3N Glenfield | 3400 43.7580 -79.5175 M3N Black Creek | 4400 43.7740 -79.5215
Weston Rd | W | 1000 43.6825 -79.4860 M6N Mount Dennis | 1500 43.6910 -79.4975 M9N Weston | 2000 43.7010 -79.5170 M9N Weston | 2700 43.7130 -79.5300 M9M Pelmo Park | 3300 43.7330 -79.5400
Avenue Rd | E | 20 43.6700 -79.3950 M5R Yorkville | 250 43.6765 -79.3980 M5R The Annex | 400 43.6835 -79.4010 M4V Deer Park | 600 43.6893 -79.4030 M4V South Hill | 1000 43.6990 -79.4070 M5P Chaplin Estates | 1500 43.7235 -79.4155 M5M Bedford Park | 2000 43.7330 -79.4190
Davenport Rd | S | 10 43.6735 -79.3890 M5R Yorkville | 250 43.6745 -79.3985 M5R The Annex | 450 43.6770 -79.4080 M4V Casa Loma | 900 43.6750 -79.4200 M6G Wychwood | 1500 43.6735 -79.4380 M6H Corso Italia | 2000 43.6700 -79.4560
Bloor St W | S | 20 43.6703 -79.3877 M4W Yorkville | 160 43.6684 -79.3945 M5S Yorkville | 280 43.6675 -79.4000 M5S The Annex | 500 43.6655 -79.4080 M5S The Annex | 700 43.6640 -79.4160 M6G Koreatown | 1000 43.6615 -79.4280 M6H Dufferin Grove | 1300 43.6590 -79.4410 M6H Bloordale | 1500 43.6570 -79.4500 M6P Dundas West | 1800 43.6545 -79.4630 M6P High Park North | 2200 43.6510 -79.4760 M6S Bloor West Village | 2500 43.6494 -79.4850 M6S Swansea | 2620 43.6490 -79.4915 - | 2800 43.6483 -79.5010 M8X The Kingsway | 2900 43.6480 -79.5085 M8X The Kingsway | 3250 43.6455 -79.5230 M8X Islington | 3700 43.6395 -79.5340 M9A Islington-City Centre West | 4200 43.6420 -79.5560 M9C Eatonville | 4700 43.6330 -79.5660
Bloor St E | S | 20 43.6707 -79.3860 M4W Yorkville | 120 43.6713 -79.3820 M4W Rosedale | 350 43.6722 -79.3765 M4W St. James Town | 600 43.6735 -79.3700
Charles St E | S | 15 43.6692 -79.3855 M4Y Church-Wellesley | 150 43.6705 -79.3805
Charles St W | S | 15 43.6687 -79.3872 M5S Bay-Cloverhill | 80 43.6678 -79.3912
Isabella St | S | 15 43.6681 -79.3850 M4Y Church-Wellesley | 150 43.6695 -79.3793
Wellesley St E | S | 15 43.6656 -79.3840 M4Y Church-Wellesley | 120 43.6664 -79.3800 M4Y St. James Town | 280 43.6678 -79.3735 M4X St. James Town | 500 43.6690 -79.3680
Wellesley St W | S | 15 43.6651 -79.3857 M4Y Bay-Cloverhill | 80 43.6644 -79.3890
Gerrard St E | S | 20 43.6595 -79.3815 M5B Downtown Yonge | 180 43.6608 -79.3750 M5A Cabbagetown | 400 43.6628 -79.3660 M5A Cabbagetown | 470 43.6640 -79.3620 - | 600 43.6655 -79.3545 M4M Riverdale | 700 43.6660 -79.3520 M4M Riverdale | 1100 43.6695 -79.3380 M4M Leslieville | 1600 43.6755 -79.3180 M4L Upper Beaches | 2100 43.6850 -79.2990
Carlton St | S | 15 43.6617 -79.3820 M5B Church-Wellesley | 150 43.6628 -79.3760 M5A Cabbagetown | 400 43.6645 -79.3680
College St | S | 20 43.6610 -79.3845 M5G Discovery District | 180 43.6592 -79.3930 M5T University | 300 43.6580 -79.3995 M5T Kensington-Chinatown | 500 43.6565 -79.4080 M6G Little Italy | 800 43.6545 -79.4200 M6G Little Italy | 1100 43.6520 -79.4320
Shuter St | S | 20 43.6545 -79.3785 M5B Garden District | 150 43.6557 -79.3735 M5A Moss Park | 350 43.6580 -79.3640
Mutual St | E | 20 43.6540 -79.3755 M5B Garden District | 200 43.6610 -79.3787
Dalhousie St | E | 30 43.6545 -79.3772 M5B Garden District | 150 43.6578 -79.3786
Wood St | N | 15 43.6622 -79.3822 M4Y Church-Wellesley | 80 43.6628 -79.3793
Grosvenor St | S | 10 43.6637 -79.3843 M4Y Bay-Cloverhill | 80 43.6627 -79.3885
Grenville St | S | 10 43.6622 -79.3838 M4Y Bay-Cloverhill | 90 43.6613 -79.3878
St. Joseph St | S | 10 43.6666 -79.3860 M4Y Bay-Cloverhill | 90 43.6656 -79.3905
Yorkville Ave | S | 10 43.6718 -79.3878 M4W Yorkville | 160 43.6703 -79.3945
Cumberland St | S | 15 43.6712 -79.3876 M4W Yorkville | 150 43.6698 -79.3940
Scollard St | S | 15 43.6725 -79.3882 M5R Yorkville | 120 43.6713 -79.3930
St. George St | E | 20 43.6590 -79.3962 M5S University | 130 43.6680 -79.4002 M5R The Annex | 350 43.6755 -79.4035
Prince Arthur Ave | S | 10 43.6689 -79.3955 M5R The Annex | 80 43.6680 -79.4000
Walmer Rd | E | 20 43.6672 -79.4045 M5R The Annex | 180 43.6745 -79.4075 M5R Casa Loma | 400 43.6835 -79.4130
St. Clair Ave W | S | 20 43.6879 -79.3955 M4V Deer Park | 250 43.6858 -79.4045 M4V South Hill | 450 43.6842 -79.4130 M5P Forest Hill | 650 43.6826 -79.4215 M6C Humewood | 1000 43.6796 -79.4350 M6E Corso Italia | 1400 43.6765 -79.4500 M6E Corso Italia | 1900 43.6735 -79.4620 M6N The Junction | 2300 43.6705 -79.4750
St. Clair Ave E | S | 20 43.6883 -79.3930 M4T Deer Park | 150 43.6895 -79.3880 - | 2300 43.7065 -79.3110 M4B O'Connor-Parkview | 2900 43.7115 -79.2960 M1L Clairlea | 3500 43.7165 -79.2700 M1K Kennedy Park | 4000 43.7210 -79.2490
Mount Pleasant Rd | E | 300 43.6850 -79.3830 M4T Moore Park | 500 43.7010 -79.3888 M4S Davisville Village | 720 43.7085 -79.3910 M4P Mount Pleasant East | 1000 43.7150 -79.3925 M4P Lawrence Park
Davisville Ave | S | 20 43.6979 -79.3960 M4S Davisville Village | 300 43.7005 -79.3840 M4S Leaside | 500 43.7020 -79.3760
Merton St | S | 20 43.6966 -79.3960 M4S Davisville Village | 350 43.6985 -79.3845
Balliol St | S | 20 43.6988 -79.3962 M4S Davisville Village | 350 43.7012 -79.3850
Eglinton Ave E | S | 20 43.7067 -79.3975 M4P Mount Pleasant West | 200 43.7080 -79.3905 M4P Mount Pleasant East | 500 43.7105 -79.3790 M4G Leaside | 900 43.7145 -79.3620 M3C Flemingdon | 1250 43.7205 -79.3370 M3C Flemingdon | 1600 43.7240 -79.3150 M4A Victoria Village | 1850 43.7262 -79.3020 M1L Golden Mile | 2280 43.7315 -79.2730 M1K Ionview | 2620 43.7365 -79.2510 M1J Eglinton East | 3000 43.7395 -79.2330 M1J Eglinton East | 3400 43.7430 -79.2170 M1J Scarborough Village
Eglinton Ave W | S | 20 43.7061 -79.3995 M4R Yonge-Eglinton | 300 43.7045 -79.4080 M4R Chaplin Estates | 500 43.7035 -79.4150 M5N Forest Hill | 900 43.7010 -79.4260 M6C Upper Village | 1500 43.6985 -79.4400 M6E Fairbank | 2000 43.6955 -79.4510 M6E Fairbank | 2700 43.6905 -79.4750 - | 4000 43.6830 -79.5100 M9A Humber Heights | 4700 43.6700 -79.5400
Roehampton Ave | S | 15 43.7080 -79.3978 M4P Mount Pleasant West | 250 43.7098 -79.3895
Broadway Ave | S | 20 43.7098 -79.3982 M4P Mount Pleasant West | 200 43.7112 -79.3905
Redpath Ave | E | 30 43.7060 -79.3935 M4S Mount Pleasant West | 200 43.7105 -79.3948
Soudan Ave | S | 20 43.7045 -79.3970 M4S Mount Pleasant West | 250 43.7065 -79.3890
Erskine Ave | S | 15 43.7112 -79.3985 M4P Mount Pleasant West | 200 43.7128 -79.3915
Lawrence Ave W | S | 20 43.7250 -79.4035 M5M Bedford Park | 400 43.7220 -79.4180 M5M Bedford Park | 900 43.7180 -79.4370 M6A Lawrence Manor | 1500 43.7065 -79.4850 M6L Maple Leaf | 2000 43.7010 -79.5130 M9N Weston | 2400 43.6985 -79.5270
Lawrence Ave E | S | 900 43.7355 -79.3470 M3C Don Mills | 1250 43.7390 -79.3280 M3A Parkwoods | 1700 43.7425 -79.3080 M1R Wexford | 2100 43.7455 -79.2950 M1R Wexford | 2700 43.7515 -79.2640 M1P Dorset Park | 3100 43.7560 -79.2450 M1H Bendale | 3700 43.7620 -79.2150 M1G Woburn | 4200 43.7680 -79.1870 M1E West Hill | 4600 43.7740 -79.1690
Don Mills Rd | E | 500 43.7110 -79.3340 M3C Flemingdon | 800 43.7220 -79.3390 M3C Flemingdon | 1100 43.7375 -79.3440 M3C Don Mills | 1700 43.7540 -79.3480 M3B Don Mills | 2000 43.7680 -79.3465 M2J Don Valley Village | 2500 43.7750 -79.3460 M2J Don Valley Village | 3000 43.7850 -79.3520 M2J Pleasant View | 3500 43.8010 -79.3570
York Mills Rd | S | 30 43.7447 -79.4050 M2P Hoggs Hollow | 400 43.7500 -79.3850 M2L St. Andrew-Windfields | 900 43.7560 -79.3600 M3B Banbury | 1300 43.7600 -79.3320 M3A Parkwoods
Sheppard Ave E | S | 15 43.7616 -79.4098 M2N North York Centre | 180 43.7636 -79.4010 M2N Willowdale East | 400 43.7660 -79.3900 M2N Bayview Village | 700 43.7685 -79.3780 M2K Bayview Village | 1000 43.7705 -79.3690 M2K Bayview Village | 1400 43.7725 -79.3590 M2K Henry Farm | 1800 43.7755 -79.3450 M2J Henry Farm | 2500 43.7755 -79.3230 M1T Tam O'Shanter | 3000 43.7780 -79.3080 M1T Tam O'Shanter | 4000 43.7850 -79.2800 M1S Agincourt | 4900 43.7905 -79.2570 M1S Agincourt | 6000 43.7985 -79.2210
Sheppard Ave W | S | 15 43.7613 -79.4125 M2N Lansing | 300 43.7590 -79.4220 M2N Lansing | 650 43.7555 -79.4400 M3H Bathurst Manor | 1100 43.7505 -79.4610 M3K Downsview | 2000 43.7390 -79.5150
Finch Ave E | S | 15 43.7808 -79.4140 M2N Newtonbrook | 300 43.7835 -79.4010 M2N Willowdale East | 700 43.7875 -79.3830 M2K Bayview Woods | 1500 43.7940 -79.3540 M2J Pleasant View | 2500 43.7965 -79.3190 M1W L'Amoreaux | 3300 43.7990 -79.3060 M1W L'Amoreaux | 4500 43.8040 -79.2760
Finch Ave W | S | 20 43.7804 -79.4160 M2N Newtonbrook West | 500 43.7745 -79.4435 M2R Westminster-Branson | 1000 43.7690 -79.4690 M3J York University Heights | 1900 43.7625 -79.4970 M3J Black Creek | 2500 43.7550 -79.5290
Bayview Ave | E | 1500 43.7000 -79.3720 M4G Leaside | 1800 43.7115 -79.3770 M4G Leaside | 2300 43.7340 -79.3820 M2L Bridle Path | 2700 43.7515 -79.3850 M2L St. Andrew-Windfields | 2900 43.7685 -79.3860 M2K Bayview Village | 3300 43.7870 -79.3910 M2K Bayview Woods | 3600 43.7985 -79.3950
Leslie St | E | 20 43.6618 -79.3308 M4M Leslieville | 2500 43.7580 -79.3590 M3B Banbury | 3000 43.7790 -79.3650 M2H Hillcrest Village | 3600 43.8000 -79.3710
Empress Ave | S | 15 43.7685 -79.4120 M2N North York Centre | 250 43.7710 -79.4010
Hillcrest Ave | S | 15 43.7672 -79.4117 M2N North York Centre | 250 43.7697 -79.4005
Doris Ave | E | 20 43.7630 -79.4090 M2N North York Centre | 350 43.7790 -79.4128
Beecroft Rd | E | 20 43.7625 -79.4138 M2N North York Centre | 350 43.7790 -79.4178
Greenview Ave | S | 10 43.7790 -79.4155 M2M Newtonbrook West | 120 43.7793 -79.4200
Bales Ave | E | 10 43.7590 -79.4083 M2N North York Centre | 90 43.7612 -79.4088
Greenfield Ave | S | 15 43.7637 -79.4112 M2N North York Centre | 150 43.7650 -79.4050
The Queensway | N | 250 43.6355 -79.4760 M8Y Stonegate | 700 43.6290 -79.4980 M8Y Stonegate | 1000 43.6245 -79.5120 M8Z Islington | 1400 43.6190 -79.5320 M8Z Alderwood | 1700 43.6165 -79.5470
Park Lawn Rd | E | 5 43.6225 -79.4815 M8V Humber Bay Shores | 80 43.6262 -79.4860 M8Y Stonegate | 400 43.6360 -79.4920
Marine Parade Dr | W+ | 10 43.6262 -79.4762 M8V Humber Bay Shores | 110 43.6212 -79.4792
Kipling Ave | E | 20 43.5945 -79.5150 M8V New Toronto | 800 43.6260 -79.5270 M8Z Six Points | 1200 43.6410 -79.5360 M9B Islington-City Centre West | 1700 43.6780 -79.5480 M9R Kingsview Village | 2300 43.7320 -79.5700 M9V Mount Olive
Islington Ave | E | 100 43.6010 -79.5020 M8V New Toronto | 800 43.6220 -79.5140 M8Z Islington | 1300 43.6470 -79.5260 M9A Islington | 1700 43.6720 -79.5330 M9A Princess-Rosethorn | 2500 43.7320 -79.5560 M9W Thistletown
The West Mall | E | 100 43.6195 -79.5590 M9C Etobicoke West Mall | 350 43.6380 -79.5650 M9C Eatonville | 650 43.6510 -79.5730
The East Mall | E | 20 43.6200 -79.5485 M8Z Etobicoke City Centre | 350 43.6395 -79.5560 M9B Eatonville | 700 43.6560 -79.5660
Dixon Rd | S | 10 43.6985 -79.5360 M9P Kingsview Village | 350 43.6960 -79.5540 M9R Kingsview Village | 650 43.6905 -79.5780
Scarlett Rd | E | 20 43.6680 -79.4950 M6N Lambton | 300 43.6830 -79.5110 M9P Humber Heights | 600 43.6980 -79.5260
Kingston Rd | N | 20 43.6695 -79.3135 M4L Upper Beaches | 500 43.6785 -79.3040 M4L Upper Beaches | 1000 43.6830 -79.2870 M1N Birch Cliff | 1500 43.6905 -79.2680 M1N Birch Cliff | 2200 43.7060 -79.2470 M1M Cliffcrest | 3000 43.7240 -79.2250 M1M Cliffcrest | 3400 43.7380 -79.2080 M1M Scarborough Village | 4000 43.7560 -79.1980 M1E Guildwood | 4700 43.7800 -79.1800
Danforth Ave | S | 20 43.6765 -79.3590 M4K Riverdale | 500 43.6785 -79.3480 M4K Greektown | 1000 43.6805 -79.3370 M4J Danforth | 1500 43.6830 -79.3250 M4J Danforth Village | 2000 43.6855 -79.3130 M4C Woodbine Corridor | 2500 43.6885 -79.2990 M4C East Danforth | 3000 43.6910 -79.2880 M4C Oakridge | 3500 43.6950 -79.2740
Broadview Ave | E | 50 43.6590 -79.3500 M4M Riverside | 400 43.6670 -79.3535 M4M Riverdale | 800 43.6765 -79.3585 M4K Playter Estates | 1100 43.6870 -79.3560
Pape Ave | E | 20 43.6620 -79.3360 M4M Leslieville | 500 43.6730 -79.3410 M4K Riverdale | 1000 43.6855 -79.3470 M4K Pape Village
Cosburn Ave | S | 20 43.6875 -79.3545 M4K Pape Village | 500 43.6905 -79.3330 M4J Danforth Village | 1000 43.6945 -79.3100
Carlaw Ave | E | 20 43.6585 -79.3400 M4M Leslieville | 350 43.6665 -79.3420 M4M Leslieville
Logan Ave | E | 50 43.6590 -79.3430 M4M Leslieville | 350 43.6680 -79.3470
Eastern Ave | S | 50 43.6560 -79.3560 M5A West Don Lands | 400 43.6575 -79.3400 M4M Leslieville | 900 43.6610 -79.3250
Cherry St | E | 5 43.6490 -79.3570 M5A Distillery | 120 43.6530 -79.3585 M5A West Don Lands
River St | E | 15 43.6555 -79.3568 M5A Regent Park | 250 43.6640 -79.3600
Markham Rd | E | 20 43.7305 -79.2180 M1M Scarborough Village | 500 43.7530 -79.2260 M1H Woburn | 1000 43.7730 -79.2330 M1H Woburn | 1700 43.7950 -79.2420 M1B Malvern | 2500 43.8230 -79.2500
McCowan Rd | E | 20 43.7380 -79.2330 M1M Scarborough Village | 700 43.7660 -79.2490 M1P Bendale | 1200 43.7790 -79.2540 M1S Scarborough City Centre | 2000 43.8060 -79.2640
Kennedy Rd | E | 300 43.7140 -79.2600 M1K Kennedy Park | 900 43.7400 -79.2710 M1P Dorset Park | 1500 43.7620 -79.2800 M1P Dorset Park | 2200 43.7850 -79.2880 M1T Agincourt | 3000 43.8110 -79.2980
Warden Ave | E | 20 43.6855 -79.2755 M1N Birch Cliff | 500 43.7070 -79.2860 M1L Clairlea | 1200 43.7290 -79.2920 M1R Wexford | 1700 43.7600 -79.3050 M1R Maryvale | 2500 43.7910 -79.3170 M1W L'Amoreaux | 3300 43.8090 -79.3220
Victoria Park Ave | E | 100 43.6810 -79.2850 M4E Upper Beaches | 1000 43.7050 -79.2960 M4B O'Connor-Parkview | 1600 43.7300 -79.3050 M4A Victoria Village | 2250 43.7620 -79.3190 M3A Parkwoods | 3000 43.7860 -79.3280 M2J Pleasant View | 3700 43.8000 -79.3330
Brimley Rd | E | 30 43.7185 -79.2340 M1M Cliffcrest | 700 43.7480 -79.2540 M1P Bendale | 1400 43.7760 -79.2630 M1S Agincourt | 2500 43.8080 -79.2770
Ellesmere Rd | S | 500 43.7585 -79.3020 M1R Maryvale | 1200 43.7640 -79.2740 M1P Dorset Park | 2000 43.7700 -79.2440 M1H Woburn | 2900 43.7770 -79.2130 M1G Morningside
Lee Centre Dr | N | 15 43.7810 -79.2480 M1H Scarborough City Centre | 90 43.7815 -79.2440
Village Green Sq | N | 115 43.7790 -79.2850 M1S Agincourt | 330 43.7812 -79.2830
Wilson Ave | S | 100 43.7400 -79.4200 M5M Clanton Park | 500 43.7360 -79.4400 M3H Clanton Park | 900 43.7315 -79.4620 M3K Downsview | 1500 43.7215 -79.5010 M3M Downsview | 2000 43.7180 -79.5230
Marlee Ave | E | 20 43.7005 -79.4395 M6E Fairbank | 500 43.7145 -79.4420
Wynford Dr | N | 30 43.7260 -79.3380 M3C Flemingdon | 250 43.7290 -79.3270
Concorde Pl | N | 5 43.7285 -79.3275 M3C Flemingdon | 50 43.7300 -79.3265
Thorncliffe Park Dr | S | 10 43.7045 -79.3500 M4H Thorncliffe Park | 90 43.7025 -79.3410
Graydon Hall Dr | N | 10 43.7640 -79.3440 M3A Parkwoods | 120 43.7655 -79.3475
Forest Manor Rd | E | 20 43.7703 -79.3445 M2J Henry Farm | 150 43.7750 -79.3460
Rean Dr | E | 10 43.7665 -79.3835 M2K Bayview Village | 60 43.7685 -79.3840
Bonnycastle St | E | 10 43.6440 -79.3663 M5A East Bayfront | 50 43.6450 -79.3665
Mill St | S | 10 43.6505 -79.3610 M5A Distillery | 120 43.6518 -79.3555
Tubman Ave | S | 15 43.6600 -79.3615 M5A Regent Park | 70 43.6605 -79.3595
Sumach St | E | 10 43.6550 -79.3590 M5A Corktown | 300 43.6640 -79.3625
`,
}
