import { reasonText } from '@belfry/schemas/domain/reasons';
import type { Message } from '@belfry/schemas/http/library/texts';
import type { ScheduleRow } from '../../index.ts';
import type { DayWindow } from './expand.ts';
import type { Inputs } from './inputs.ts';

export function contentProblem({ action }: ScheduleRow, inputs: Inputs): string | null {
  const { messages, playlists, stations } = inputs;
  if (action.type === 'message') return messageProblem(messages.get(action.message_id), inputs);
  if (action.type === 'station' && !stations.has(action.station_id)) return reasonText('station_gone');
  if (action.type !== 'playlist') return null;
  const playlist = playlists.get(action.playlist_id);
  if (!playlist) return reasonText('playlist_gone');
  return playlist.items.length === 0 ? reasonText('playlist_empty') : null;
}

function messageProblem(message: Message | undefined, { audio }: Pick<Inputs, 'audio'>): string | null {
  if (!message) return reasonText('message_gone');
  const named = message.variants.flatMap(({ audio_before, audio_after }) => [audio_before, audio_after]);
  return named.every((id) => id === undefined || audio.has(id)) ? null : reasonText('audio_gone');
}

export function windowProblem(
  { playlist_id, station_id }: DayWindow,
  { playlists, stations }: Pick<Inputs, 'playlists' | 'stations'>,
): string | null {
  if (station_id !== null) return stations.has(station_id) ? null : reasonText('station_gone');
  const playlist = playlists.get(playlist_id ?? 0);
  if (!playlist) return reasonText('playlist_gone');
  return playlist.items.length === 0 ? reasonText('playlist_empty') : null;
}
