import type { TextLanguage } from './text-languages.ts';

/**
 * What people call the cities of zones that markets are likely to use, where it differs from the name in the zone (exemplar cities of CLDR 48).
 * `Intl` has these names only for zones of countries with several, and others' as names of countries.
 */
const ZONE_CITIES: Readonly<Record<string, Partial<Record<TextLanguage, string>>>> = {
  Almaty: { ru: 'Алматы' },
  Amsterdam: { ru: 'Амстердам' },
  Andorra: { ru: 'Андорра' },
  Ashgabat: { de: 'Aşgabat', ru: 'Ашхабад' },
  Astrakhan: { de: 'Astrachan', ru: 'Астрахань' },
  Athens: { de: 'Athen', ru: 'Афины' },
  Auckland: { ru: 'Окленд' },
  Azores: { de: 'Azoren', ru: 'Азорские о-ва' },
  Baku: { ru: 'Баку' },
  Bangkok: { ru: 'Бангкок' },
  Belgrade: { de: 'Belgrad', ru: 'Белград' },
  Berlin: { ru: 'Берлин' },
  Bishkek: { de: 'Bischkek', ru: 'Бишкек' },
  Bratislava: { ru: 'Братислава' },
  Brisbane: { ru: 'Брисбен' },
  Brussels: { de: 'Brüssel', ru: 'Брюссель' },
  Bucharest: { de: 'Bukarest', ru: 'Бухарест' },
  Budapest: { ru: 'Будапешт' },
  Buenos_Aires: { ru: 'Буэнос-Айрес' },
  Cairo: { de: 'Kairo', ru: 'Каир' },
  Calcutta: { de: 'Kalkutta', ru: 'Калькутта' },
  Canary: { de: 'Kanaren', ru: 'Канарские о-ва' },
  Casablanca: { ru: 'Касабланка' },
  Chicago: { ru: 'Чикаго' },
  Chisinau: { de: 'Chișinău', ru: 'Кишинев' },
  Chita: { de: 'Tschita', ru: 'Чита' },
  Copenhagen: { de: 'Kopenhagen', ru: 'Копенгаген' },
  Denver: { ru: 'Денвер' },
  Dubai: { ru: 'Дубай' },
  Dublin: { ru: 'Дублин' },
  Dushanbe: { de: 'Duschanbe', ru: 'Душанбе' },
  Helsinki: { ru: 'Хельсинки' },
  Hong_Kong: { de: 'Hongkong', ru: 'Гонконг' },
  Irkutsk: { ru: 'Иркутск' },
  Istanbul: { ru: 'Стамбул' },
  Jakarta: { ru: 'Джакарта' },
  Jerusalem: { ru: 'Иерусалим' },
  Johannesburg: { ru: 'Йоханнесбург' },
  Kaliningrad: { ru: 'Калининград' },
  Kamchatka: { de: 'Kamtschatka', ru: 'Камчатка' },
  Kiev: { de: 'Kiew', ru: 'Киев' },
  Kirov: { de: 'Kirow', ru: 'Киров' },
  Kolkata: { de: 'Kalkutta', ru: 'Калькутта' },
  Krasnoyarsk: { de: 'Krasnojarsk', ru: 'Красноярск' },
  Kyiv: { de: 'Kiew', ru: 'Киев' },
  Lagos: { ru: 'Лагос' },
  Lisbon: { de: 'Lissabon', ru: 'Лиссабон' },
  Ljubljana: { ru: 'Любляна' },
  London: { ru: 'Лондон' },
  Los_Angeles: { ru: 'Лос-Анджелес' },
  Luxembourg: { de: 'Luxemburg', ru: 'Люксембург' },
  Madeira: { ru: 'Мадейра' },
  Madrid: { ru: 'Мадрид' },
  Magadan: { ru: 'Магадан' },
  Malta: { ru: 'Мальта' },
  Melbourne: { ru: 'Мельбурн' },
  Mexico_City: { de: 'Mexiko-Stadt', ru: 'Мехико' },
  Minsk: { ru: 'Минск' },
  Monaco: { ru: 'Монако' },
  Moscow: { de: 'Moskau', ru: 'Москва' },
  Nairobi: { ru: 'Найроби' },
  New_York: { ru: 'Нью-Йорк' },
  Nicosia: { de: 'Nikosia', ru: 'Никосия' },
  Novosibirsk: { de: 'Nowosibirsk', ru: 'Новосибирск' },
  Omsk: { ru: 'Омск' },
  Oslo: { ru: 'Осло' },
  Paris: { ru: 'Париж' },
  Perth: { ru: 'Перт' },
  Podgorica: { ru: 'Подгорица' },
  Prague: { de: 'Prag', ru: 'Прага' },
  Reykjavik: { de: 'Reykjavík', ru: 'Рейкьявик' },
  Riga: { ru: 'Рига' },
  Riyadh: { de: 'Riad', ru: 'Эр-Рияд' },
  Rome: { de: 'Rom', ru: 'Рим' },
  Samara: { ru: 'Самара' },
  San_Marino: { ru: 'Сан-Марино' },
  Sao_Paulo: { de: 'São Paulo', ru: 'Сан-Паулу' },
  Sarajevo: { ru: 'Сараево' },
  Saratov: { de: 'Saratow', ru: 'Саратов' },
  Seoul: { ru: 'Сеул' },
  Shanghai: { ru: 'Шанхай' },
  Simferopol: { ru: 'Симферополь' },
  Singapore: { de: 'Singapur', ru: 'Сингапур' },
  Skopje: { ru: 'Скопье' },
  Sofia: { ru: 'София' },
  Stockholm: { ru: 'Стокгольм' },
  Sydney: { ru: 'Сидней' },
  Taipei: { de: 'Taipeh', ru: 'Тайбэй' },
  Tallinn: { ru: 'Таллин' },
  Tashkent: { de: 'Taschkent', ru: 'Ташкент' },
  Tbilisi: { de: 'Tiflis', ru: 'Тбилиси' },
  Tirane: { de: 'Tirana', ru: 'Тирана' },
  Tokyo: { de: 'Tokio', ru: 'Токио' },
  Toronto: { ru: 'Торонто' },
  Tunis: { ru: 'Тунис' },
  Ulyanovsk: { de: 'Uljanowsk', ru: 'Ульяновск' },
  Vaduz: { ru: 'Вадуц' },
  Vienna: { de: 'Wien', ru: 'Вена' },
  Vilnius: { ru: 'Вильнюс' },
  Vladivostok: { de: 'Wladiwostok', ru: 'Владивосток' },
  Volgograd: { de: 'Wolgograd', ru: 'Волгоград' },
  Warsaw: { de: 'Warschau', ru: 'Варшава' },
  Yakutsk: { de: 'Jakutsk', ru: 'Якутск' },
  Yekaterinburg: { de: 'Jekaterinburg', ru: 'Екатеринбург' },
  Yerevan: { de: 'Eriwan', ru: 'Ереван' },
  Zagreb: { ru: 'Загреб' },
  Zurich: { de: 'Zürich', ru: 'Цюрих' },
};

const russian = new Map<string, string | undefined>();
/** What `Intl` writes in Russian: the city of a zone, or the country of one that has a single zone. */
function inRussian(zone: string): string | undefined {
  if (!russian.has(zone)) russian.set(zone, genericName(zone));
  return russian.get(zone);
}

function genericName(zone: string): string | undefined {
  try {
    const parts = new Intl.DateTimeFormat('ru', { timeZone: zone, timeZoneName: 'shortGeneric' }).formatToParts();
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value;
    // Zones without inhabitants have names as GMT-3.
    return name !== undefined && /\p{Script=Cyrillic}/u.test(name) ? name : undefined;
  } catch {
    return undefined;
  }
}

/** The one name of a zone, to choose it and beside times: `Berlin` of `Europe/Berlin`, in Russian `Берлин`; `UTC+01:00` of an offset. */
export function zoneCity(zone: string, language: TextLanguage): string {
  if (/^[+-]/.test(zone)) return `UTC${zone}`;
  const city = zone.slice(zone.lastIndexOf('/') + 1);
  const known = ZONE_CITIES[city]?.[language] ?? (language === 'ru' ? inRussian(zone) : undefined);
  return known ?? city.replaceAll('_', ' ');
}
