import type { MessageBody } from '@belfry/schemas/http/announcements/library-texts';

type SampleMessage = Pick<MessageBody, 'name' | 'variants' | 'fallback_language' | 'chime'> & Partial<MessageBody>;

/** The messages of the sample organisation, in the languages of its places. */
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

/** The first message, every evening in the time zone of each place. */
/** How often the schedule of the sample happens within the days of a programme. */
export const SAMPLE_OCCURRENCES = 10;
export const SAMPLE_SCHEDULE = { name: 'Closing soon', starts_at: '2026-01-05T19:45', rrule: 'FREQ=DAILY' } as const;

/** The names of the simulated devices’ stations. */
export const SAMPLE_STATIONS = [
  { name: 'Belltower FM', url: 'http://radio.example/belltower.mp3' },
  { name: 'Classic Quay', url: 'http://radio.example/quay.mp3' },
] as const;
