import { HOLIDAYS_MAX, holidaysHttp } from '@belfry/schemas/http/holidays';
import { feedHttp } from '@belfry/schemas/http/schedules/feed';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { BELL_DAYS_MAX, bellsHttp } from '@belfry/schemas/http/bells/bells';
import { BELL_LABEL_MAX, BELLS_MAX, timetablesHttp } from '@belfry/schemas/http/bells/timetables';
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

/** A timetable of as many bells as one may have. */
const timetable = () => ({
  name: `Timetable ${next()}`,
  colour: 'blue',
  bells: Array.from({ length: BELLS_MAX }, (_, n) => ({
    at: `${String(8 + Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`,
    label: 'x'.repeat(BELL_LABEL_MAX),
    sound: { type: 'chime', chime: 'bell' },
  })),
});
const painted = (timetable_id: number) => ({
  ranges: [{ from: '2026-12-01', to: new Date(Date.UTC(2026, 11, BELL_DAYS_MAX)).toISOString().slice(0, 10) }],
  paint: { type: 'timetable', timetable_id },
});

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

  async function timetableId(): Promise<number> {
    await db.deleteFrom('bell_timetables').execute();
    return (await done(api.call(timetablesHttp.create, { key }, timetable()))).id;
  }
  /** A timetable that is painted on as many days as one may paint. */
  async function paintedId(): Promise<number> {
    const id = await timetableId();
    await done(api.call(bellsHttp.paint, { key }, { company_id: main, ...painted(id) }));
    return id;
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
    'get /schedules/next': [query({})],
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
    'get /schedules/timetables': [query({})],
    'post /schedules/timetables': [
      async () => {
        await db.deleteFrom('bell_timetables').execute();
        return body(timetable());
      },
    ],
    'put /schedules/timetables/{id}': [async () => ({ params: { id: await timetableId() }, body: timetable() })],
    'delete /schedules/timetables/{id}': [async () => params({ id: await timetableId() })],
    'get /schedules/bells/{company_id}': [
      async () => {
        await paintedId();
        return { params: { company_id: main }, query: { from: '2026-12-01', to: '2028-01-04' } };
      },
    ],
    'put /schedules/bells/{company_id}/week': [
      async () => {
        const id = await timetableId();
        const week = { weekdays: Array(7).fill(id), holiday_calendar_id: null, holiday_timetable_id: id };
        return { params: { company_id: main }, body: { week } };
      },
    ],
    'put /schedules/bells/{company_id}/days': [
      async () => ({ params: { company_id: main }, body: painted(await timetableId()) }),
    ],
    'post /schedules/bells/{company_id}/copy': [
      async () => {
        await paintedId();
        return { params: { company_id: of.elements[0] }, body: { from_company_id: main } };
      },
    ],
    'post /schedules/bells/{company_id}/ring': [
      { params: { company_id: main }, body: { sound: { type: 'chime', chime: 'bell' } } },
    ],
    'put /schedules/bells/{company_id}/skips': [
      async () => ({
        params: { company_id: main },
        body: { at: `${new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10)}T08:00`, skipped: true },
      }),
    ],
    'put /schedules/bells/{company_id}/silence': [
      async () => ({
        params: { company_id: main },
        body: { until: new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 16) },
      }),
    ],
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
