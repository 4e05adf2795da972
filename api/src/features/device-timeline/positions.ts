import {
  hasUuid,
  timelinePosition,
  TIMELINE_TYPES,
  type TimelinePosition,
  type TimelineType,
} from '@belfry/schemas/http/device-timeline/timeline-positions';

/** Entries of one type end before the time and row of a boundary. */
export type Boundary = { type: TimelineType; before: string; ref: string };

const NEWEST = 'infinity';
const LAST_ROW = { uuid: 'ffffffff-ffff-ffff-ffff-ffffffffffff', number: '9223372036854775807' };
const FIRST_ROW = { uuid: '00000000-0000-0000-0000-000000000000', number: '0' };

/**
 * Where each of these types continues, given an entry of any type. The order is by time, then type, then row, all descending, so
 * that of the same microsecond only the types and rows after the entry follow.
 * @param id of an entry; undefined: the newest
 */
export function boundariesOf(types: readonly TimelineType[] = TIMELINE_TYPES, id?: string): Boundary[] {
  const position = id === undefined ? null : timelinePosition(id);
  return types.map((type) => {
    const kind = hasUuid(type) ? 'uuid' : 'number';
    if (!position) return { type, before: NEWEST, ref: LAST_ROW[kind] };
    return { type, before: timeOf(position), ref: refOf(type, position, kind) };
  });
}

function refOf(type: TimelineType, position: TimelinePosition, kind: 'uuid' | 'number'): string {
  if (type === position.type) return position.ref;
  return type < position.type ? LAST_ROW[kind] : FIRST_ROW[kind];
}

/** ISO 8601 with microseconds, which JavaScript's dates do not have. */
function timeOf({ us }: TimelinePosition): string {
  const micros = String(us % 1_000).padStart(3, '0');
  return new Date(Math.floor(us / 1_000)).toISOString().replace('Z', `${micros}Z`);
}
