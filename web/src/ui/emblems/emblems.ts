import { searchRanked } from '../../lib/lookup-search.ts';

/** The gallery of emblems, each with its names in English and Russian; see TREE-43. */
export type Emblem = { emoji: string; en: string; ru: string };

const GALLERY = `
🏢 office building · офисное здание
🏬 department store · торговый центр
🏪 convenience store · магазин у дома
🏭 factory · завод
🏫 school · школа
🏥 hospital · больница
🏦 bank · банк
🏨 hotel · гостиница
🏤 post office · почта
🏣 postal building · почтамт
🏛️ museum · музей
🏟️ stadium · стадион
🏗️ construction site · стройка
🏘️ houses · дома
🏠 house · дом
🏡 house with garden · дом с садом
🏚️ old house · старый дом
🏰 castle · замок
🏯 palace · дворец
⛪ church · церковь
🕌 mosque · мечеть
🕍 synagogue · синагога
🛕 temple · храм
⛩️ shrine · святилище
🗼 tower · башня
🗽 monument · памятник
⛲ fountain · фонтан
🎡 ferris wheel · колесо обозрения
🎢 roller coaster · аттракционы
🎪 circus · цирк
🎭 theatre · театр
🎬 cinema · кино
🎨 gallery · галерея
🎤 microphone · микрофон
🎧 headphones · наушники
🎵 music · музыка
🎶 melody · мелодия
🎸 guitar · гитара
🎹 piano · пианино
🎺 trumpet · труба
🥁 drum · барабан
📻 radio · радио
📢 loudspeaker · громкоговоритель
📣 megaphone · мегафон
🔊 speaker · динамик
🔔 bell · звонок
🚨 siren · сирена
📺 television · телевизор
🖥️ desktop computer · компьютер
💻 laptop · ноутбук
🖨️ printer · принтер
📱 phone · телефон
☎️ telephone · стационарный телефон
📡 antenna · антенна
🛰️ satellite · спутник
💾 storage · хранилище
🔌 power · питание
🔋 battery · аккумулятор
💡 light · освещение
🔦 torch · фонарь
🔧 workshop · мастерская
🔨 tools · инструменты
⚙️ machinery · механизмы
🧰 toolbox · ящик с инструментами
🧪 laboratory · лаборатория
🔬 microscope · микроскоп
💊 pharmacy · аптека
🩺 clinic · клиника
🦷 dentist · стоматолог
👓 optician · оптика
💈 barber · парикмахерская
💅 beauty salon · салон красоты
🧖 spa · спа
🏋️ gym · спортзал
🏊 swimming pool · бассейн
⚽ football · футбол
🏀 basketball · баскетбол
🎾 tennis · теннис
🎳 bowling · боулинг
⛳ golf · гольф
⛷️ skiing · лыжи
🛒 supermarket · супермаркет
🛍️ shopping · покупки
👕 clothes · одежда
👟 shoes · обувь
👜 bags · сумки
💍 jewellery · украшения
💐 flowers · цветы
🎁 gifts · подарки
🧸 toys · игрушки
📚 books · книги
📖 library · библиотека
✏️ stationery · канцелярия
🎓 university · университет
🧒 kindergarten · детский сад
🍽️ restaurant · ресторан
☕ café · кафе
🍕 pizza · пицца
🍔 burgers · бургеры
🍣 sushi · суши
🍞 bakery · пекарня
🍰 confectionery · кондитерская
🍦 ice cream · мороженое
🍎 fruit · фрукты
🥩 butcher · мясная лавка
🐟 fish · рыба
🍷 wine · вино
🍺 pub · паб
🚉 station · вокзал
🚇 underground · метро
🚌 bus · автобус
🚏 bus stop · остановка
🚕 taxi · такси
🚗 car · автомобиль
🅿️ parking · парковка
⛽ petrol station · заправка
✈️ airport · аэропорт
🚢 port · порт
⚓ harbour · гавань
🚚 delivery · доставка
📦 warehouse · склад
🛗 lift · лифт
🚪 entrance · вход
🪜 stairs · лестница
🛏️ bedroom · спальня
🛋️ lounge · гостиная
🍳 kitchen · кухня
🚻 restroom · туалет
🌳 park · парк
🌲 forest · лес
🌾 farm · ферма
🏖️ beach · пляж
🏔️ mountain · гора
🏕️ camp · лагерь
🐾 zoo · зоопарк
🚒 fire brigade · пожарная часть
🚓 police · полиция
⚖️ court · суд
🛡️ security · охрана
⭐ star · звезда
❤️ heart · сердце
🌍 world · мир
`;

export const EMBLEMS: readonly Emblem[] = GALLERY.trim()
  .split('\n')
  .map((line) => {
    const [left = '', ru = ''] = line.split(' · ');
    const space = left.indexOf(' ');
    return { emoji: left.slice(0, space), en: left.slice(space + 1), ru };
  });

/** By name in either language, prefix matches first. */
export const searchEmblems = (typed: string): Emblem[] =>
  searchRanked(EMBLEMS, typed, ({ en, ru }) => ({ name: en, others: [ru] }));
