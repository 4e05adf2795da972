import { BELL_CALENDAR_DAYS_MAX, type BellCalendar } from '@belfry/schemas/http/bells/bells';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { fieldError, notFound } from '../../errors.ts';
import type { Wire } from '../../http/routes/route.ts';
import { DAY_MS, dateText, localText, toLocal, toLocalMs } from '../../recurrence/local-time.ts';
import { findEffectiveSettings } from '../places/index.ts';
import { findHolidays } from '../holidays/index.ts';
import { bellDayOf, type BellInputs, datesBetween, nextChangeOf, weekOf } from '../../recurrence/bell-day.ts';
import { findBellPlaces } from './bell-inputs.repository.ts';
import { findChain } from './bells.repository.ts';

export const nodesOf = (ids: readonly number[]) => sql`select unnest(${[...ids]}::int4[])`;

const AHEAD_DAYS = 366;

/** The bells of a node in the days of [from, to). Throws invalid_input for too many days. */
export async function readBells(
  db: Kysely<Database>,
  companyId: number,
  { from, to }: { from: string; to: string },
): Promise<Wire<BellCalendar>> {
  const length = toLocalMs(to) - toLocalMs(from);
  if (!(length > 0) || length > BELL_CALENDAR_DAYS_MAX * DAY_MS)
    throw fieldError('invalid_input', 'to', `A calendar of bells has 1 to ${BELL_CALENDAR_DAYS_MAX} days`);
  const settings = (await findEffectiveSettings(db, [companyId])).get(companyId);
  if (!settings) throw notFound('Company not found');
  const time_zone = settings.time_zone.value;
  const now = Date.now();
  const today = dateText(toLocal(now, time_zone));
  const end = dateText(toLocalMs(today) + AHEAD_DAYS * DAY_MS);
  const chain = await findChain(db, companyId);
  const range = { from: from < today ? from : today, to: to > end ? to : end };
  const bells = await findBellPlaces(db, { nodes: nodesOf(chain), ...range });
  const current = weekOf(chain, bells);
  const holidays = await findHolidays(db, [current?.week.holiday_calendar_id ?? null]);
  const dayOf = (date: string) => bellDayOf(chain, date, bells, holidays);
  return {
    company_id: companyId,
    time_zone,
    today,
    week: current?.week ?? null,
    week_source_company_id: current?.source ?? null,
    days: datesBetween(from, to).map(dayOf),
    next_change: nextChangeOf(datesBetween(today, end).map(dayOf), current?.week ?? null),
    silence: silenceOf(chain, bells, { now, time_zone }),
  };
}

function silenceOf(
  chain: readonly number[],
  { places }: Pick<BellInputs, 'places'>,
  { now, time_zone }: { now: number; time_zone: string },
): Wire<BellCalendar>['silence'] {
  const silences = chain.flatMap((node) => {
    const until = places.get(node)?.silence?.until ?? 0;
    return until > now ? [{ until, source_company_id: node }] : [];
  });
  const [longest] = silences.toSorted((a, b) => b.until - a.until);
  if (!longest) return null;
  const { until, source_company_id } = longest;
  return { until: new Date(until), local: localText(toLocal(until, time_zone)), source_company_id };
}
