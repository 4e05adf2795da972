import type { Occurrence, Schedule } from '@belfry/schemas/http/schedules/schedules';
import { useContext } from 'react';
import { otherZoneOf, TimeZone, zoneNameOf } from '../../../lib/times.ts';
import { addMinutes, dateOf, inZone, minutesBetween } from '../../../lib/local-time.ts';
import { PagePlace, useScheduleAddress } from '../../places/index.ts';

/** An occurrence, or all occurrences on a day of a schedule that happens often. */
export type Entry = {
  /** As the server told it, in the zone of its places; of several the first. */
  occurrence: Occurrence;
  /** In the zone in which the calendar is read. */
  at: string;
  until: string | null;
  /** How often it happens on the day, and every how many minutes where that is always the same; null: once. */
  often: { count: number; minutes: number | null } | null;
};

/** The zone in which the calendar is read; the dates and times of all entries are in it. */
export type ViewZone = {
  name: string;
  /** Those that may be chosen: the reader's, and those of the places. One only where nobody needs to choose. */
  choices: string[];
  own: string;
  /** Some places have other times than the calendar shows. */
  converts: boolean;
  choose(this: void, zone: string): void;
  /** A time of an occurrence's places in this zone. */
  shown(this: void, occurrence: Occurrence, local: string): string;
};

/** The zone that the address names; else that of the place whose page it is, or of all places, where they have one, and the reader's otherwise. */
export function useViewZone(schedules: readonly Schedule[]): ViewZone {
  const own = zoneNameOf(useContext(TimeZone));
  const page = useContext(PagePlace);
  const { address, go } = useScheduleAddress();
  const zones = new Map(schedules.map(({ id, time_zone }) => [id, time_zone]));
  const ofPlaces = [...new Set([...zones.values(), page?.time_zone ?? null])].filter((zone) => zone !== null);
  const others = ofPlaces.filter((zone) => otherZoneOf(own, zone) !== null);
  const [only = own] = ofPlaces;
  const usual = page?.time_zone ?? (ofPlaces.length === 1 ? only : own);
  const choices = [own, ...others];
  const named = address.get('zone');
  const name = choices.find((zone) => zone === named) ?? usual;
  const zoneOf = ({ schedule_id }: Occurrence): string => zones.get(schedule_id) ?? name;
  return {
    name,
    choices,
    own,
    converts: ofPlaces.some((zone) => zone !== name),
    choose: (zone) => go({ zone: zone === usual ? null : zone }),
    shown: (occurrence, local) => inZone(local, zoneOf(occurrence), name),
  };
}

/** More of one schedule on a day are one entry. */
const OFTEN = 12;

/** The occurrences as entries by their times in this zone, those of a schedule that happens often as one a day. */
export function entriesOf(occurrences: readonly Occurrence[], zone: Pick<ViewZone, 'shown'>): Entry[] {
  const entries = occurrences.map((occurrence): Entry => {
    const { at, until } = occurrence;
    return {
      occurrence,
      at: zone.shown(occurrence, at),
      until: until === null ? null : zone.shown(occurrence, until),
      often: null,
    };
  });
  // Bells and music of the day are listed each.
  const days = Map.groupBy(entries, ({ occurrence, at }) =>
    occurrence.schedule_id > 0 ? `${occurrence.schedule_id} ${dateOf(at)} ${occurrence.skipped}` : occurrence.run_id,
  );
  return [...days.values()]
    .flatMap((all) => (all.length > OFTEN ? [together(all.toSorted(byTime))] : all))
    .toSorted(byTime);
}

const byTime = (a: Entry, b: Entry): number => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0);

function together(entries: readonly Entry[]): Entry {
  const [first, second] = entries as [Entry, Entry];
  const last = entries.at(-1) ?? first;
  const minutes = minutesBetween(first.at, second.at);
  const isRegular = entries.every(
    ({ at }, index) => index === 0 || minutesBetween(entries[index - 1]?.at ?? at, at) === minutes,
  );
  return {
    ...first,
    until: last.until ?? addMinutes(last.at, 1),
    often: { count: entries.length, minutes: isRegular ? minutes : null },
  };
}
