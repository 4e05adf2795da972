import type { MessageBody } from '@belfry/schemas/http/library/texts';

/**
 * The content of the sample organisation: two chains with their shops. Names and descriptions are within the limits of the
 * forms (TREE-6), so that they can be edited there; emblems are in the gallery (TREE-43).
 */
export type SamplePlace = { name: string; description: string; note: string; groups?: readonly SampleGroup[] };
export type SampleShop = {
  name: string;
  description: string;
  emblem: string;
  city: string;
  street: string;
  house: string;
  zip: string;
  places: readonly SamplePlace[];
};
export type SampleRegion = {
  name: string;
  description: string;
  emblem: string;
  country: string;
  language: string;
  shops: readonly SampleShop[];
};
export type SampleChain = {
  name: string;
  description: string;
  emblem: string;
  country: string;
  regions: readonly SampleRegion[];
};

export const SAMPLE_GROUPS = ['Entrances', 'Checkouts', 'Food and drink'] as const;
export type SampleGroup = (typeof SAMPLE_GROUPS)[number];

export const SAMPLE_FAVORITES = ['en-US-Standard-A', 'de-DE-Standard-A', 'fr-FR-Standard-A', 'ru-RU-Standard-A'];

export const SAMPLE_CONTINENT = 'Europe';
/** Of all its regions. */
export const SAMPLE_TIME_ZONE = 'Europe/Berlin';

const place = (name: string, description: string, note: string, ...groups: SampleGroup[]): SamplePlace => ({
  name,
  description,
  note,
  groups,
});
const entrance = (name: string, note: string): SamplePlace => place(name, 'Ceiling speaker', note, 'Entrances');
const food = (name: string, description: string, note: string): SamplePlace =>
  place(name, description, note, 'Food and drink');

const shop = (
  [name, description, emblem]: [name: string, description: string, emblem: string],
  [city, street, house, zip]: [city: string, street: string, house: string, zip: string],
  places: readonly SamplePlace[],
): SampleShop => ({ name, description, emblem, city, street, house, zip, places });

const CHECKOUT = place('Checkout', 'Ceiling speaker', 'Between tills 3 and 4', 'Checkouts');

export const SUPERMARKETS: SampleChain = {
  name: 'Brightwater',
  description: 'Supermarkets',
  emblem: '🛒',
  country: 'Germany',
  regions: [
    {
      name: 'North',
      description: 'Hamburg and Bremen',
      emblem: '🌲',
      country: 'Germany',
      language: 'de',
      shops: [
        shop(
          ['Harbour Market', 'Open until 22:00', '🏪'],
          ['Hamburg', 'Am Sandtorkai', '12', '20457'],
          [entrance('Entrance', 'Above the sliding doors'), CHECKOUT, food('Bakery', 'Wall speaker', 'At the oven')],
        ),
        shop(
          ['Altona Market', 'With car park', '🏬'],
          ['Hamburg', 'Große Bergstraße', '160', '22767'],
          [entrance('Entrance', 'Behind the information desk'), place('Car park', 'Horn', 'Level 1, exit side')],
        ),
        shop(
          ['Bremen Market', 'City centre', '🏪'],
          ['Bremen', 'Obernstraße', '40', '28195'],
          [entrance('Entrance', 'Left of the trolleys'), food('Café', 'Pair of speakers', 'Over the counter')],
        ),
      ],
    },
    {
      name: 'South',
      description: 'Munich, Stuttgart',
      emblem: '🏔️',
      country: 'Germany',
      language: 'de',
      shops: [
        shop(
          ['Munich Market', 'Open until 20:00', '🏪'],
          ['Munich', 'Sendlinger Straße', '8', '80331'],
          [entrance('Entrance', 'Above the escalator'), CHECKOUT, food('Wine shop', 'Shelf speaker', 'Top shelf')],
        ),
        shop(
          ['Stuttgart Hub', 'Distribution', '📦'],
          ['Stuttgart', 'Hafenstraße', '3', '70327'],
          [place('Loading bay', 'Horn', 'Gate 5, outdoors')],
        ),
      ],
    },
  ],
};

export const HOTELS: SampleChain = {
  name: 'Lumen Hotels',
  description: 'City hotels',
  emblem: '🏨',
  country: 'France',
  regions: [
    {
      name: 'France',
      description: 'Paris and Marseille',
      emblem: '🗼',
      country: 'France',
      language: 'fr',
      shops: [
        shop(
          ['Hotel Rivoli', '120 rooms', '🏨'],
          ['Paris', 'Rue de Rivoli', '210', '75001'],
          [
            entrance('Lobby', 'Behind the reception'),
            food('Restaurant', 'Pair of speakers', 'Window side'),
            place('Spa', 'Waterproof speaker', 'Relaxation room'),
            food('Kitchen', 'Wall speaker', 'At the pass'),
          ],
        ),
        shop(
          ['Hotel du Port', '64 rooms', '⚓'],
          ['Marseille', 'Quai du Port', '18', '13002'],
          [entrance('Lobby', 'Next to the lift'), food('Terrace', 'Outdoor speaker', 'Under the awning')],
        ),
      ],
    },
    {
      name: 'Spain',
      description: 'Madrid',
      emblem: '🏖️',
      country: 'Spain',
      language: 'es',
      shops: [
        shop(
          ['Hotel Prado', '88 rooms', '🏨'],
          ['Madrid', 'Calle de Alcalá', '15', '28014'],
          [
            entrance('Lobby', 'Above the entrance'),
            food('Rooftop bar', 'Outdoor speaker', 'Weatherproof box'),
            place('Pool', 'Waterproof speaker', 'At the shallow end'),
          ],
        ),
      ],
    },
  ],
};

type SampleMessage = Pick<MessageBody, 'name' | 'variants' | 'fallback_language' | 'chime'> & Partial<MessageBody>;
export const SAMPLE_MESSAGES: readonly SampleMessage[] = [
  {
    name: 'Closing soon',
    chime: 'ding_dong',
    fallback_language: 'en',
    variants: [
      { language: 'en', text: 'It is {time}. {place} closes in fifteen minutes. Thank you for your visit.' },
      { language: 'de', text: 'Es ist {time}. Wir schließen in fünfzehn Minuten. Vielen Dank für Ihren Besuch.' },
      { language: 'fr', text: 'Il est {time}. Nous fermons dans quinze minutes. Merci de votre visite.' },
      { language: 'es', text: 'Son las {time}. Cerramos en quince minutos. Gracias por su visita.' },
      { language: 'ru', text: 'Сейчас {time}. Мы закрываемся через пятнадцать минут. Спасибо за визит.' },
    ],
  },
  {
    name: 'Staff to the entrance',
    chime: 'three_tone',
    fallback_language: 'en',
    variants: [
      { language: 'en', text: 'A member of staff to the entrance, please.' },
      { language: 'de', text: 'Bitte ein Mitarbeiter zum Eingang.' },
      { language: 'fr', text: 'Un membre du personnel est demandé à l’entrée.' },
      { language: 'es', text: 'Se ruega a un empleado que acuda a la entrada.' },
    ],
  },
  {
    name: 'Evacuation',
    chime: 'alarm',
    emergency: true,
    fallback_language: 'en',
    variants: [
      { language: 'en', text: 'Please leave the building by the nearest exit. Do not use the lifts.' },
      {
        language: 'de',
        text: 'Bitte verlassen Sie das Gebäude durch den nächsten Ausgang. Benutzen Sie keine Aufzüge.',
      },
      {
        language: 'fr',
        text: 'Veuillez quitter le bâtiment par la sortie la plus proche. N’utilisez pas les ascenseurs.',
      },
      { language: 'es', text: 'Abandone el edificio por la salida más cercana. No utilice los ascensores.' },
    ],
  },
];

export const SAMPLE_OCCURRENCES = 10;
export const SAMPLE_SCHEDULE = { name: 'Closing soon', starts_at: '2026-01-05T19:45', rrule: 'FREQ=DAILY' } as const;
export const SAMPLE_STATIONS = [
  { name: 'Belltower FM', url: 'http://radio.example/belltower.mp3' },
  { name: 'Classic Quay', url: 'http://radio.example/quay.mp3' },
] as const;
