import { ACTIVITY_VIEWS } from '@belfry/schemas/http/activity/activity';
import { useContext, useState } from 'react';
import { z } from 'zod';
import { addressFilters, useListAddress } from '../../lib/list-address.ts';
import { addDays, dateOf, instantOf, wallTime } from '../../lib/local-time.ts';
import { TimeZone, zoneNameOf } from '../../lib/times.ts';
import type { Asked } from './activity-api.ts';

/** Parts of the page that are no list: reports of a month and of music, and rules of alarms. */
export const PANELS = ['reports', 'music', 'rules'] as const;
export type Panel = (typeof PANELS)[number];
export const VIEWS = [...ACTIVITY_VIEWS, ...PANELS] as const;
export type View = (typeof VIEWS)[number];

/** In days up to now. */
export const PERIODS = [7, 30, 365] as const;

const daySchema = z.iso.date().or(z.literal('')).catch('');
/** Each invalid one falls back alone. `node` 0: everywhere; `days` 0: from and to, of which each may be absent. */
export const activityFilters = addressFilters(
  z.object({
    view: z.enum(VIEWS).catch('all'),
    node: z.coerce.number().int().min(0).catch(0),
    days: z.coerce.number().int().min(0).max(365).catch(7),
    from: daySchema,
    to: daySchema,
    q: z.string().trim().max(100).catch(''),
  }),
);
export type ActivityFilters = typeof activityFilters.defaults;

export const isPanel = (view: View): view is Panel => PANELS.some((panel) => panel === view);

/** Days of the reader's clock, for files: the last days, or those that were chosen. */
export function useDays({ days, from, to }: Pick<ActivityFilters, 'days' | 'from' | 'to'>): {
  from: string;
  to: string;
} {
  const zone = zoneNameOf(useContext(TimeZone));
  const [now] = useState(() => Date.now());
  const today = dateOf(wallTime(now, zone));
  if (from !== '' || to !== '') return { from: from === '' ? addDays(today, -365) : from, to: to === '' ? today : to };
  return { from: addDays(today, 1 - days), to: today };
}

/** What the filters ask the server for. */
export function useAsked(filters: ActivityFilters): Asked & { view: Exclude<View, Panel> } {
  const zone = zoneNameOf(useContext(TimeZone));
  const { view, node, q, from, to } = filters;
  const range = useDays(filters);
  return {
    view: isPanel(view) ? 'all' : view,
    ...(node !== 0 && { company_id: node }),
    ...(q !== '' && { q }),
    ...(view !== 'needs' && {
      from: new Date(instantOf(range.from, zone)).toISOString(),
      // The end of an open period is now, which moves.
      ...((from !== '' || to !== '') && { to: new Date(instantOf(addDays(range.to, 1), zone)).toISOString() }),
    }),
  };
}

export const useActivityAddress = () => useListAddress(activityFilters, { typed: 'q' });
