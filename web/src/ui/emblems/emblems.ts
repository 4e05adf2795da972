import type { Localized } from '../../lib/i18n.ts';
import { searchRanked } from '../../lib/lookup-search.ts';

/** The gallery of emblems, each with its names; see TREE-43. */
export type Emblem = { emoji: string } & Localized;

const GALLERY = `
🏢 office building · офисное здание · Bürogebäude
🏬 department store · торговый центр · Kaufhaus
🏪 convenience store · магазин у дома · Laden um die Ecke
🏭 factory · завод · Fabrik
🏫 school · школа · Schule
🏥 hospital · больница · Krankenhaus
🏦 bank · банк · Bank
🏨 hotel · гостиница · Hotel
🏤 post office · почта · Post
🏣 postal building · почтамт · Postamt
🏛️ museum · музей · Museum
🏟️ stadium · стадион · Stadion
🏗️ construction site · стройка · Baustelle
🏘️ houses · дома · Häuser
🏠 house · дом · Haus
🏡 house with garden · дом с садом · Haus mit Garten
🏚️ old house · старый дом · Altes Haus
🏰 castle · замок · Burg
🏯 palace · дворец · Palast
⛪ church · церковь · Kirche
🕌 mosque · мечеть · Moschee
🕍 synagogue · синагога · Synagoge
🛕 temple · храм · Tempel
⛩️ shrine · святилище · Schrein
🗼 tower · башня · Turm
🗽 monument · памятник · Denkmal
⛲ fountain · фонтан · Brunnen
🎡 ferris wheel · колесо обозрения · Riesenrad
🎢 roller coaster · аттракционы · Achterbahn
🎪 circus · цирк · Zirkus
🎭 theatre · театр · Theater
🎬 cinema · кино · Kino
🎨 gallery · галерея · Galerie
🎤 microphone · микрофон · Mikrofon
🎧 headphones · наушники · Kopfhörer
🎵 music · музыка · Musik
🎶 melody · мелодия · Melodie
🎸 guitar · гитара · Gitarre
🎹 piano · пианино · Klavier
🎺 trumpet · труба · Trompete
🥁 drum · барабан · Trommel
📻 radio · радио · Radio
📢 loudspeaker · громкоговоритель · Lautsprecher
📣 megaphone · мегафон · Megafon
🔊 speaker · динамик · Box
🔔 bell · звонок · Glocke
🚨 siren · сирена · Sirene
📺 television · телевизор · Fernseher
🖥️ desktop computer · компьютер · Computer
💻 laptop · ноутбук · Laptop
🖨️ printer · принтер · Drucker
📱 phone · телефон · Handy
☎️ telephone · стационарный телефон · Telefon
📡 antenna · антенна · Antenne
🛰️ satellite · спутник · Satellit
💾 storage · хранилище · Speicher
🔌 power · питание · Strom
🔋 battery · аккумулятор · Batterie
💡 light · освещение · Licht
🔦 torch · фонарь · Taschenlampe
🔧 workshop · мастерская · Werkstatt
🔨 tools · инструменты · Werkzeug
⚙️ machinery · механизмы · Maschinen
🧰 toolbox · ящик с инструментами · Werkzeugkasten
🧪 laboratory · лаборатория · Labor
🔬 microscope · микроскоп · Mikroskop
💊 pharmacy · аптека · Apotheke
🩺 clinic · клиника · Praxis
🦷 dentist · стоматолог · Zahnarzt
👓 optician · оптика · Optiker
💈 barber · парикмахерская · Friseur
💅 beauty salon · салон красоты · Kosmetiksalon
🧖 spa · спа · Wellness
🏋️ gym · спортзал · Fitnessstudio
🏊 swimming pool · бассейн · Schwimmbad
⚽ football · футбол · Fußball
🏀 basketball · баскетбол · Basketball
🎾 tennis · теннис · Tennis
🎳 bowling · боулинг · Bowling
⛳ golf · гольф · Golf
⛷️ skiing · лыжи · Skifahren
🛒 supermarket · супермаркет · Supermarkt
🛍️ shopping · покупки · Einkaufen
👕 clothes · одежда · Kleidung
👟 shoes · обувь · Schuhe
👜 bags · сумки · Taschen
💍 jewellery · украшения · Schmuck
💐 flowers · цветы · Blumen
🎁 gifts · подарки · Geschenke
🧸 toys · игрушки · Spielzeug
📚 books · книги · Bücher
📖 library · библиотека · Bibliothek
✏️ stationery · канцелярия · Schreibwaren
🎓 university · университет · Universität
🧒 kindergarten · детский сад · Kindergarten
🍽️ restaurant · ресторан · Restaurant
☕ café · кафе · Café
🍕 pizza · пицца · Pizza
🍔 burgers · бургеры · Burger
🍣 sushi · суши · Sushi
🍞 bakery · пекарня · Bäckerei
🍰 confectionery · кондитерская · Konditorei
🍦 ice cream · мороженое · Eis
🍎 fruit · фрукты · Obst
🥩 butcher · мясная лавка · Metzgerei
🐟 fish · рыба · Fisch
🍷 wine · вино · Wein
🍺 pub · паб · Kneipe
🚉 station · вокзал · Bahnhof
🚇 underground · метро · U-Bahn
🚌 bus · автобус · Bus
🚏 bus stop · остановка · Bushaltestelle
🚕 taxi · такси · Taxi
🚗 car · автомобиль · Auto
🅿️ parking · парковка · Parkplatz
⛽ petrol station · заправка · Tankstelle
✈️ airport · аэропорт · Flughafen
🚢 port · порт · Hafen
⚓ harbour · гавань · Anleger
🚚 delivery · доставка · Lieferung
📦 warehouse · склад · Lager
🛗 lift · лифт · Aufzug
🚪 entrance · вход · Eingang
🪜 stairs · лестница · Treppe
🛏️ bedroom · спальня · Schlafzimmer
🛋️ lounge · гостиная · Lounge
🍳 kitchen · кухня · Küche
🚻 restroom · туалет · Toiletten
🌳 park · парк · Park
🌲 forest · лес · Wald
🌾 farm · ферма · Bauernhof
🏖️ beach · пляж · Strand
🏔️ mountain · гора · Berg
🏕️ camp · лагерь · Campingplatz
🐾 zoo · зоопарк · Zoo
🚒 fire brigade · пожарная часть · Feuerwehr
🚓 police · полиция · Polizei
⚖️ court · суд · Gericht
🛡️ security · охрана · Sicherheitsdienst
⭐ star · звезда · Stern
❤️ heart · сердце · Herz
🌍 world · мир · Welt
`;

export const EMBLEMS: readonly Emblem[] = GALLERY.trim()
  .split('\n')
  .map((line) => {
    const [left = '', ru = '', de = ''] = line.split(' · ');
    const space = left.indexOf(' ');
    return { emoji: left.slice(0, space), en: left.slice(space + 1), ru, de };
  });

/** By name in any language, prefix matches first. */
export const searchEmblems = (typed: string): Emblem[] =>
  searchRanked(EMBLEMS, typed, ({ en, ru, de }) => ({ name: en, others: [ru, de] }));
