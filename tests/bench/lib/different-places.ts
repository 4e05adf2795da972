import type pg from 'pg';

const ZONES = [
  'Europe/Berlin',
  'Europe/Riga',
  'Europe/London',
  'America/New_York',
  'America/St_Johns',
  'America/Sao_Paulo',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
];
/** With a text each in `TEXTS`. */
const LANGUAGES = ['ru', 'en', 'de', 'fr', 'es'];
const VOICES = ['ru-RU', 'en-US', 'de-DE', 'fr-FR', 'es-ES'].map((language) => `${language}-Standard-A`);

export const TEXTS = [
  { language: 'ru', text: 'Начинается урок' },
  { language: 'en', text: 'The lesson begins' },
  { language: 'de', text: 'Die Stunde beginnt' },
  { language: 'fr', text: 'Le cours commence' },
  { language: 'es', text: 'Empieza la clase' },
];

/** Gives each company its own combination of zone, language, voice, volume limit and quiet hours, which its devices inherit. */
export async function makePlacesDifferent(pool: pg.Pool): Promise<void> {
  await pool.query(
    `update companies set time_zone = null, time_zone_utc = null, default_language = null, default_voice = null
     where type in ('Element', 'Device')`,
  );
  await pool.query(
    `update companies c set time_zone_utc = null, time_zone = ($1::text[])[1 + n % 10],
       default_language = ($2::text[])[1 + n / 10 % 5], default_voice = ($3::text[])[1 + n / 10 % 5], volume_max = 40 + n / 50 % 10 * 5,
       quiet_hours = jsonb_build_array(jsonb_build_object('from', '22:' || to_char(n % 60, 'FM00'), 'to', '06:00',
         'days', '[1,2,3,4,5,6,7]'::jsonb))
     from (select company_id, (row_number() over (order by company_id) - 1)::int as n from companies where type = 'Company') b
     where b.company_id = c.company_id`,
    [ZONES, LANGUAGES, VOICES],
  );
  await pool.query('vacuum analyze companies');
}
