import { HOLIDAYS_MAX, holidaysHttp } from '@belfry/schemas/http/schedules/holidays';
import { feedHttp } from '@belfry/schemas/http/schedules/feed';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { body, done, next, params, query, type Inputs, type Tools } from './input.ts';

const TOO_OFTEN = 'it would happen more often than an owner’s budget of occurrences allows, which is charged first';
const MINUTELY = {
  action: { type: 'silence' },
  starts_at: '2026-01-05T00:00',
  duration_minutes: 10_080,
  rrule: 'FREQ=MINUTELY',
};
/** Rules that need the most work for the occurrences that they have. */
const RULES = [
  'FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=29;BYHOUR=23;BYMINUTE=59',
  'FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=1,2,3,4,5,6,7,8,9,10,11,12,13;BYSETPOS=-1',
  'FREQ=HOURLY;INTERVAL=1000;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO',
  'FREQ=DAILY;INTERVAL=997;BYMONTH=1',
  'FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23;BYMINUTE=0,15,30,45',
];
const DAY_MS = 86_400_000;

/** A calendar of as many events and days as one may have. */
function calendar(): string {
  const events = Array.from({ length: 5_000 }, (_, n) => {
    const day = new Date(Date.UTC(2026, 0, 1) + (n % HOLIDAYS_MAX) * DAY_MS).toISOString().slice(0, 10);
    return [
      'BEGIN:VEVENT',
      `UID:${n}@example.com`,
      `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
      `SUMMARY:Day ${n}`,
      'END:VEVENT',
    ];
  });
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Budget//EN', ...events.flat(), 'END:VCALENDAR'].join('\r\n');
}

/** Calls about schedules and day programmes. */
export function scheduleInputs({ api, db, of }: Tools): Inputs {
  const { main, schedule, playlist } = of;
  const key = of.owner.key;
  const draft = (rrule: string) => ({ name: `Draft ${next()}`, ...MINUTELY, rrule, targets: { nodes: [main] } });
  const at = '2026-12-01T12:00';
  const calendarRange = { from: '2026-11-01', to: '2026-12-13' };

  /** Makes room for one more. */
  async function withRoom(): Promise<void> {
    await db.deleteFrom('schedules').where('name', 'like', 'Draft%').execute();
  }
  async function drafted(): Promise<{ id: number }> {
    await withRoom();
    return done(api.call(schedulesHttp.create, { key }, draft('FREQ=DAILY')));
  }
  async function calendarId(): Promise<number> {
    await db.deleteFrom('holiday_calendars').execute();
    const uploaded = api.call(holidaysHttp.upload, { key }, { name: 'Holidays', body: calendar() });
    return (await done(uploaded)).calendar.id;
  }

  return {
    'get /schedules': [query({})],
    'get /schedules/{id}': [params({ id: schedule })],
    'post /schedules': [
      ...RULES.map((rrule) => async () => {
        await withRoom();
        return body(draft(rrule));
      }),
      async () => {
        await withRoom();
        return { ...body(draft('FREQ=MINUTELY')), refused: TOO_OFTEN };
      },
    ],
    'put /schedules/{id}': [
      ...RULES.map((rrule) => ({ params: { id: schedule }, body: { rrule } })),
      { params: { id: schedule }, body: { rrule: 'FREQ=MINUTELY' }, refused: TOO_OFTEN },
    ],
    'delete /schedules/{id}': [async () => params({ id: (await drafted()).id })],
    'post /schedules/dry-run': ['FREQ=MINUTELY', ...RULES].map((rrule) =>
      body({ company_id: main, at, schedule: draft(rrule) }),
    ),
    'get /schedules/dry-run': [query({ company_id: main, at })],
    'get /schedules/calendar': [query(calendarRange), query({ ...calendarRange, company_id: main })],
    'get /schedules/feed.ics': [
      async () => {
        const { path } = await done(api.call(feedHttp.create, { key }));
        return query({ token: new URL(path, api.url).searchParams.get('token') });
      },
    ],
    'get /schedules/holidays': [query({})],
    'post /schedules/holidays': [
      async () => {
        await db.deleteFrom('holiday_calendars').execute();
        return body(calendar(), { name: 'Holidays' });
      },
    ],
    'delete /schedules/holidays/{id}': [async () => params({ id: await calendarId() })],
    'put /schedules/day-programme/{company_id}': [
      body({
        windows: [1, 2, 3, 4, 5].flatMap((day) =>
          Array.from({ length: 20 }, (_, n) => ({
            days: [day],
            from: `${String(n).padStart(2, '0')}:00`,
            to: `${String(n + 1).padStart(2, '0')}:00`,
            playlist_id: playlist,
            station_id: null,
            volume: 50,
          })),
        ),
      }),
    ],
  };
}
