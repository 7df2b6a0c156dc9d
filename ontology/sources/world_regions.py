"""Regions of the world that are no states, and states that are no more: general knowledge."""

from __future__ import annotations

REGIONS = {
    "region of Europe": (
        "Alps;Balkans;Balkan Peninsula;Baltic States;Baltics;Benelux;British Isles;Caucasus;"
        "Central Europe;Eastern Europe;Fennoscandia;Iberia;Iberian Peninsula;Lapland;"
        "Low Countries;Mediterranean;Nordic Countries;Northern Europe;Northwestern Europe;"
        "Scandinavia;Southeast Europe;Southeastern Europe;Southern Europe;"
        "Western Europe;Western Balkans;Carpathians;Pyrenees;Rhineland;Pannonia;Galicia;Silesia;"
        "Pomerania;Bohemia;Moravia;Transylvania;Wallachia;Moldavia;Bessarabia;Bukovina;Thrace;"
        "Macedonia;Dalmatia;Istria;Slavonia;Vojvodina;Banat;Ruthenia;Volhynia;Podolia;Livonia;"
        "Courland;Karelia;East Prussia;West Prussia;Prussia;Masuria;Flanders;Wallonia;Brabant;"
        "Alsace;Alsace-Lorraine;Lorraine;Burgundy;Normandy;Brittany;Provence;Gascony;Aquitaine;"
        "Savoy;Champagne;Picardy;Anjou;Poitou;Auvergne;Languedoc;French Riviera;Riviera;"
        "Andalusia;Castile;Aragon;Basque Country;Asturias;Swabia;Franconia;Westphalia;Saxony;"
        "Thuringia;Hesse;Holstein;Schleswig;Frisia;East Frisia;Lusatia;Black Forest;Palatinate;"
        "Sudetenland;Tyrol;South Tyrol;Styria;Carinthia;Lombardy;Piedmont;Tuscany;Umbria;Romagna;"
        "Calabria;Sicily;Sardinia;Corsica;Crete;Peloponnese;Attica;Thessaly;Epirus;Crimea;Donbas;"
        "Transnistria;Transdniestria;Transdniester;Jutland;Zealand;Funen;Scania;Gotland;Norrland;Ural;Urals"
    ),
    "region of the United Kingdom": (
        "East Anglia;East Midlands;West Midlands;Midlands;Home Counties;West Country;"
        "North East England;North West England;South East England;South West England;"
        "Black Country;Lake District;Cotswolds;Peak District;Pennines;Highlands;"
        "Scottish Highlands;Hebrides;Orkney;Shetland;Yorkshire;Ulster;Scottish Borders;Fens;"
        "Thames Valley;South Wales;North Wales;West Wales;Mid Wales;Isle of Wight;Channel Islands"
    ),
    "county in the United Kingdom": (
        "Middlesex;Huntingdonshire;Westmorland;Cumberland;Sussex;Suffolk;Norfolk;Berkshire;"
        "Bedfordshire;Northamptonshire;Merseyside;Tyne and Wear;Humberside;"
        "Glamorgan;Monmouthshire;Carmarthenshire;Cardiganshire;Pembrokeshire;Denbighshire;"
        "Flintshire;Anglesey;Caernarfonshire;Merionethshire;Montgomeryshire;Radnorshire;"
        "Brecknockshire;Dyfed;Lanarkshire;Ayrshire;Aberdeenshire;Perthshire;Renfrewshire;"
        "Dunbartonshire;Stirlingshire;Fife;Midlothian;West Lothian;East Lothian;Berwickshire;"
        "Roxburghshire;Selkirkshire;Peeblesshire;Dumfriesshire;Kirkcudbrightshire;Wigtownshire;"
        "Banffshire;Inverness-shire;Ross-shire;Sutherland;Caithness;Argyll;Argyllshire;"
        "County Antrim;County Armagh;County Down;County Fermanagh;County Londonderry;County Tyrone"
    ),
    "region of the United States": (
        "New England;Mid-Atlantic;Midwest;American Midwest;Midwestern United States;Deep South;"
        "American South;Southern United States;Southwestern United States;American Southwest;"
        "Northeastern United States;Eastern United States;Western United States;American West;"
        "Pacific Northwest;Great Plains;Rust Belt;Bible Belt;Sun Belt;Appalachia;Ozarks;"
        "East Coast;West Coast;Gulf Coast;Bay Area;San Francisco Bay Area;Silicon Valley;"
        "Southern California;Northern California;Central Valley;Upstate New York;Long Island;"
        "Hudson Valley;Napa Valley;Tidewater;Piedmont;Florida Keys;New England Colonies;"
        "Research Triangle;Texas Panhandle;Dixie;Upper Midwest;East Coast of the United States;"
        "West Coast of the United States;Chicagoland;Tri-State Area;Mississippi Delta"
    ),
    "region of North America": (
        "Great Lakes;Rocky Mountains;Rockies;Appalachians;Maritimes;Atlantic Canada;Yucatan;"
        "Canadian Prairies;Western Canada;Eastern Canada;Cascadia;Klondike;Labrador;"
        "Canadian Arctic;Baja California;Anglo-America"
    ),
    "region of the Americas": (
        "Latin America;Central America;Mesoamerica;West Indies;Caribbean;Antilles;"
        "Greater Antilles;Lesser Antilles;Amazon;Amazonia;Andes;Patagonia;Tierra del Fuego;"
        "Southern Cone;Gran Chaco;Pampas;Spanish America;French West Indies;British West Indies;"
        "Guianas;The Guianas"
    ),
    "region of Africa": (
        "Sahara;Sahel;Maghreb;Horn of Africa;North Africa;Northern Africa;West Africa;"
        "Western Africa;East Africa;Eastern Africa;Central Africa;Southern Africa;"
        "Sub-Saharan Africa;Barbary Coast;Gold Coast;Nubia;Darfur;Kalahari;Katanga;Biafra;"
        "Great Rift Valley;Niger Delta;Nile Delta;Nile Valley;Upper Egypt;Lower Egypt;Swahili Coast"
    ),
    "region of Asia": (
        "Middle East;Near East;Far East;East Asia;Eastern Asia;South Asia;Southern Asia;"
        "Southeast Asia;South East Asia;South-East Asia;Southeastern Asia;Central Asia;"
        "Western Asia;West Asia;North Asia;Northern Asia;Northeast Asia;Asia Minor;Anatolia;"
        "Levant;Mesopotamia;Arabia;Arabian Peninsula;Persian Gulf;Gulf States;Holy Land;"
        "Fertile Crescent;Judea;Galilee;Sinai;West Bank;Gaza;Gaza Strip;Golan Heights;"
        "Nagorno-Karabakh;South Ossetia;Abkhazia;Northern Cyprus;"
        "Kurdistan;Khorasan;Transcaucasia;South Caucasus;Turkestan;Siberia;Russian Far East;"
        "Manchuria;Inner Asia;Kashmir;Punjab;Bengal;East Bengal;West Bengal;Sindh;Balochistan;"
        "Deccan;South India;North India;Northeast India;Indian Subcontinent;Malabar;"
        "Malabar Coast;Konkan;Himalayas;Himalaya;Hindustan;Indochina;French Indochina;Malaya;"
        "Malay Peninsula;Malay Archipelago;East Indies;Dutch East Indies;Korean Peninsula;Korea;"
        "Ryukyu Islands;Kansai;Kanto;Honshu;Kyushu;Shikoku;Hokkaido;Java;Sumatra;Borneo;Luzon;"
        "Mindanao;Visayas;Celebes;Sulawesi;Orient;Tibet;Tibetan Plateau"
    ),
    "region of Oceania": (
        "Australasia;Melanesia;Polynesia;Micronesia;Outback;South Pacific;South Seas;"
        "Pacific Islands;North Island;South Island;Arnhem Land;French Polynesia"
    ),
    "region of the world": (
        "Western World;West;Third World;First World;Global South;Global North;Old World;New World;"
        "Eurasia;Arctic;Antarctic;Asia-Pacific;Asia Pacific;Pacific Rim;Arab World;Muslim World;"
        "Tropics;Western Hemisphere;Eastern Hemisphere;Northern Hemisphere;Southern Hemisphere;"
        "Eastern Bloc;Commonwealth;EMEA;MENA;Occident;Anglosphere"
    ),
    "continent": (
        "Africa;Asia;Europe;North America;South America;Oceania;Australian Continent;Antarctica;"
        "Americas"
    ),
    "ocean": "Atlantic;Atlantic Ocean;Pacific;Pacific Ocean;Indian Ocean;Arctic Ocean;"
    "Southern Ocean;South Atlantic;North Atlantic",
    "sea": (
        "Mediterranean Sea;North Sea;Baltic;Baltic Sea;Black Sea;Red Sea;Caspian Sea;Dead Sea;"
        "Adriatic;Adriatic Sea;Aegean;Aegean Sea;Irish Sea;Caribbean Sea;Arabian Sea;Aral Sea;"
        "South China Sea;East China Sea;Yellow Sea;Sea of Japan;Sea of Galilee;Barents Sea;"
        "Tasman Sea;Coral Sea;Bering Sea;Ionian Sea;Tyrrhenian Sea;Sea of Marmara;Sea of Azov"
    ),
}
"""What a region is → its names, apart by semicolons; usual without "the"."""

STATES = {
    "": (
        "Soviet Union;USSR;U.S.S.R.;Union of Soviet Socialist Republics;Soviet Russia;"
        "Russian Empire;Tsardom of Russia;Russian SFSR;RSFSR;Roman Empire;Western Roman Empire;"
        "Eastern Roman Empire;Byzantine Empire;Byzantium;Roman Republic;Ancient Rome;"
        "Ottoman Empire;Umayyad Caliphate;Mongol Empire;Golden Horde;Persian Empire;"
        "Achaemenid Empire;Carthage;British Empire;French Empire;Spanish Empire;Portuguese Empire"
    ),
    "Europe": (
        ""
        "Czechoslovakia;Yugoslavia;Kingdom of Yugoslavia;"
        "Socialist Federal Republic of Yugoslavia;SFR Yugoslavia;Serbia and Montenegro;"
        "East Germany;German Democratic Republic;GDR;West Germany;FRG;Weimar Republic;Nazi Germany;"
        "Third Reich;German Reich;German Empire;German Confederation;Holy "
        "Kingdom of Prussia;Kingdom of Bavaria;Kingdom of Saxony;Kingdom of Hanover;"
        "Kingdom of Württemberg;Grand Duchy of Baden;Electorate of Saxony;Austria-Hungary;"
        "Austro-Hungarian Empire;Austrian Empire;Habsburg Empire;Habsburg Monarchy;"
        "Kingdom of Hungary;Kingdom of Bohemia;Kingdom of Croatia;Kingdom of Serbia;"
        "Kingdom of Romania;Kingdom of Italy;Kingdom of Sardinia;Kingdom of Naples;"
        "Kingdom of the Two Sicilies;Two Sicilies;Papal States;Republic of Venice;"
        "Venetian Republic;Republic of Genoa;Republic of Florence;Duchy of Milan;"
        "Grand Duchy of Tuscany;Duchy of Savoy;Polish-Lithuanian Commonwealth;"
        "Kingdom of Poland;Congress Poland;Grand Duchy of Lithuania;Duchy of Warsaw;"
        "Grand Duchy of Finland;Vichy France;Kingdom of France;Kingdom of England;"
        "Kingdom of Scotland;Kingdom of Great Britain;Kingdom of Ireland;Irish Free State;"
        "Dutch Republic;Spanish Netherlands;Austrian Netherlands;Kingdom of Castile;"
        "Crown of Castile;Kingdom of Aragon;Crown of Aragon;Kingdom of Navarre;Al-Andalus;"
        "Duchy of Burgundy;Duchy of Normandy;Roman Empire;"
        "Carolingian Empire;"
        "Kievan Rus;Kievan Rus';Ukrainian SSR;Byelorussian SSR;Estonian SSR;"
        "Latvian SSR;Lithuanian SSR;Moldavian SSR;Gaul;Britannia;"
        "Ancient Greece;Sparta;Mercia;Northumbria;Wessex;Free City of Danzig"
    ),
    "Asia": (
        "Mughal Empire;Maratha Empire;Sikh Empire;Vijayanagara Empire;British India;"
        "British Raj;Travancore;Kingdom of Mysore;Hyderabad State;Princely State of Hyderabad;"
        "Qing Dynasty;Qing China;Ming Dynasty;Imperial China;Manchukuo;Empire of Japan;"
        "Imperial Japan;Korean Empire;Joseon;Persia;Safavid Empire;Safavid Iran;"
        "Qajar Iran;Parthian Empire;Sasanian Empire;Babylonia;Assyria;"
        "Phoenicia;Mandatory Palestine;British Mandate of Palestine;Mandatory Iraq;Kingdom of Iraq;"
        "Abbasid Caliphate;Khanate of Bukhara;"
        "South Vietnam;North Vietnam;Republic of Vietnam;Kingdom of Siam;Siam;Ceylon;"
        "British Ceylon;British Malaya;Federation of Malaya;Straits Settlements;"
        "British Hong Kong;East Pakistan;South Yemen;North Yemen;Kazakh SSR;Uzbek SSR;"
        "Georgian SSR;Armenian SSR;Azerbaijan SSR;Kirghiz SSR;Tajik SSR;Turkmen SSR;"
        "Crimean Khanate;Kingdom of Jerusalem;Kingdom of Judah;Trebizond;Empire of Trebizond;"
        "Kingdom of Burma"
    ),
    "Africa": (
        "Rhodesia;Southern Rhodesia;Northern Rhodesia;Nyasaland;Zaire;Belgian Congo;"
        "Congo Free State;Upper Volta;Dahomey;Tanganyika;German East Africa;"
        "German South West Africa;South West Africa;Bechuanaland;Basutoland;Cape Colony;"
        "Colony of Natal;Transvaal;Orange Free State;South African Republic;"
        "Union of South Africa;French West Africa;French Equatorial Africa;French Algeria;"
        "Abyssinia;Ethiopian Empire;Italian East Africa;Italian Libya;British Somaliland;"
        "Portuguese Mozambique;Portuguese Angola;Portuguese Guinea;British Kenya;"
        "Kingdom of Kongo;Mali Empire;Songhai Empire;Ashanti Empire;Ancient Egypt;"
        "Kingdom of Egypt;Sultanate of Zanzibar;Zululand;Zulu Kingdom;Republic of Biafra"
    ),
    "the Americas": (
        "Thirteen Colonies;Confederate States;Confederate States of America;Confederacy;"
        "Republic of Texas;New France;New Spain;New Netherland;New Sweden;Upper Canada;"
        "Lower Canada;Province of Canada;Colony of Virginia;Massachusetts Bay Colony;"
        "Plymouth Colony;Province of Pennsylvania;Dominion of Newfoundland;Oregon Territory;"
        "Utah Territory;Dakota Territory;Indian Territory;Arizona Territory;Gran Colombia;"
        "Empire of Brazil;Colonial Brazil;Viceroyalty of Peru;Viceroyalty of New Granada;"
        "Inca Empire;Aztec Empire;British Honduras;British Guiana;Dutch Guiana;Saint-Domingue;"
        "Netherlands Antilles;Danish West Indies;West Indies Federation;Canal Zone;"
        "Panama Canal Zone"
    ),
    "Oceania": (
        "Colony of New South Wales;Colony of Victoria;Colony of Queensland;Van Diemen's Land;"
        "Kingdom of Hawaii;Colony of New Zealand;Gilbert and Ellice Islands;New Hebrides;"
        "Territory of New Guinea;Territory of Papua"
    ),
}
"""Continent (none where they lay on several) → former states and colonies."""
