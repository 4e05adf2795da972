import { reasonText } from '@belfry/schemas/domain/reasons';
import type { ScheduleRow, setCompiled } from '../../index.ts';
import type { DayWindow } from './day-windows.ts';
import type { CompiledGroups } from './compile-groups.ts';
import type { Audience } from './group-places.ts';
import type { Inputs } from './inputs.ts';

type Status = Parameters<typeof setCompiled>[1][number];

/** What the list of schedules shows of each: devices, first zone, and what does not work. */
export function statusOf(
  inputs: Inputs,
  audiences: readonly Audience[],
  { missing, needed, cut }: Pick<CompiledGroups, 'missing' | 'needed' | 'cut'>,
): Status[] {
  const reached = new Map<number, { devices: number; time_zone: string }>();
  for (const { schedules, time_zone, devices } of audiences) {
    for (const { id } of schedules) {
      const known = reached.get(id);
      if (known) known.devices += devices;
      else reached.set(id, { devices, time_zone });
    }
  }
  const idsOf = (list: CompiledGroups['missing']) => new Set(list.flatMap(({ schedule_ids }) => [...schedule_ids]));
  const [waiting, compiled] = [idsOf(missing), idsOf(needed)];
  return inputs.schedules.map((row) => {
    const { devices, time_zone } = reached.get(row.id) ?? { devices: 0, time_zone: null };
    // The reason of a failed rendering stays until the text is rendered.
    const kept = waiting.has(row.id) || !compiled.has(row.id) ? spokenProblem(row) : null;
    const full = cut.has(row.id) ? reasonText('programme_full') : null;
    const nowhere = devices === 0 && row.action.type !== 'report' ? reasonText('no_places') : null;
    return { id: row.id, devices, time_zone, problem: contentProblem(row, inputs) ?? nowhere ?? full ?? kept };
  });
}

const spokenProblem = ({ action, problem }: ScheduleRow): string | null =>
  action.type === 'message' && problem !== reasonText('no_places') && problem !== reasonText('programme_set_aside')
    ? problem
    : null;

/** What keeps the content of a schedule from being played at all. */
export function contentProblem({ action }: ScheduleRow, { messages, playlists, stations }: Inputs): string | null {
  if (action.type === 'message' && !messages.has(action.message_id)) return reasonText('message_gone');
  if (action.type === 'station' && !stations.has(action.station_id)) return reasonText('station_gone');
  if (action.type !== 'playlist') return null;
  const playlist = playlists.get(action.playlist_id);
  if (!playlist) return reasonText('playlist_gone');
  return playlist.items.length === 0 ? reasonText('playlist_empty') : null;
}

/** What keeps a window of a day programme from being played. */
export function windowProblem(
  { playlist_id, station_id }: DayWindow,
  { playlists, stations }: Pick<Inputs, 'playlists' | 'stations'>,
): string | null {
  if (station_id !== null) return stations.has(station_id) ? null : reasonText('station_gone');
  const playlist = playlists.get(playlist_id ?? 0);
  if (!playlist) return reasonText('playlist_gone');
  return playlist.items.length === 0 ? reasonText('playlist_empty') : null;
}
