import { ITEMS_MAX, PROGRAMME_RUNS_MAX } from '@belfry/schemas/domain/announcements';
import type { Message } from '@belfry/schemas/http/library/texts';
import { playedItemsOf, type Programme, type ProgrammeRun } from '@belfry/schemas/http/schedules/programme';
import type { AudioItem } from '@belfry/schemas/domain/audio-item';
import type { RunCheck } from '../../../../db/column-types.ts';
import type { Range } from '../../../../recurrence/expand.ts';
import { uuidOf } from '../../../../recurrence/run-id.ts';
import type { PlaylistContent } from '../../../library/index.ts';
import type { LevelledPlace, Levels } from '../../../library/rendering/index.ts';
import { checksClock, leadInAt, listensAt } from './place-abilities.ts';
import type { Place } from '../../../places/index.ts';
import { rolloverOf } from './expand.ts';
import type { Inputs } from './inputs.ts';
import {
  CHIME_ALONE,
  type GroupPlan,
  type PlannedContent,
  type PlannedMusic,
  type PlannedSpeech,
  type PlannedWindow,
} from './plan-group.ts';

const PLAYLIST_MAX = 500;
type Ready = ReadonlyMap<string, AudioItem[]>;
export type SharedContent = Omit<Programme, 'version' | 'serial' | 'compiled_at'>;
/**
 * `cut`: schedules with runs that the programme has no room for; `silent`: those of the checks whose text is not rendered, so that the
 * content does not have them.
 */
type GroupContent = { content: SharedContent; checks: RunCheck[]; silent: RunCheck[]; cut: number[] };

const iso = (instant: number): string => new Date(instant).toISOString();

/** What devices of a group get, with the runs whose audio is there; the others follow when it is. */
export function buildContent(
  { group: { place }, speech, windows, music, emergencies }: GroupPlan,
  inputs: Inputs,
  { ready, levels, range }: { ready: Ready; levels: Levels; range: Range },
): GroupContent {
  const leadIn = leadInAt(place);
  const itemsOf: ItemsOf = (items, kind) => levels.itemsFor(items, kind, place);
  const lists = listsOf(inputs, place, itemsOf);
  const soundOf = (sound: Sound, content: PlannedContent, volume: number | null) => {
    const parts = partsOf(sound, content, inputs, ready);
    return parts && toSound(sound, parts, { volume, itemsOf });
  };
  const runs: ProgrammeRun[] = [
    ...speech.flatMap((run) => toSpeechRun(run, soundOf(run.sound, run.content, run.row.volume))),
    ...windows.flatMap((window) => toWindowRun(window, lists)),
  ];
  // Instants as ISO texts are in the order of time.
  runs.sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
  const { runs: fitted, cut } = fitRuns(runs, rolloverOf(range));
  const content: Omit<SharedContent, 'audio'> = {
    valid_until: cut?.at ?? iso(range.to),
    time_zone: place.time_zone,
    ...(checksClock(place) && { clock_required: true as const }),
    ...(listensAt(place) && { listen: true as const }),
    ...(leadIn && { lead_in: leadIn }),
    volume_max: place.volume_max,
    quiet_hours: place.quiet_hours,
    runs: fitted,
    music: music.flatMap((window) => toMusic(window, lists)).slice(0, PROGRAMME_RUNS_MAX),
    emergency: emergencies.flatMap(({ message, content: spoken }) => {
      const sound = soundOf(message, spoken, null);
      return sound
        ? [{ message_id: message.id, name: message.name, receipt_id: receiptIdOf(message, sound), ...sound }]
        : [];
    }),
  };
  const checks = checksOf(speech, cut?.at ?? iso(range.to));
  const spoken = new Set(fitted.map(({ run_id }) => run_id));
  const cutIds = cut ? runs.filter(({ at }) => at >= cut.at).map(({ schedule_id }) => schedule_id) : [];
  return {
    content: { ...content, audio: audioOf(content, levels) },
    checks,
    silent: checks.filter(({ run_id }) => !spoken.has(run_id)),
    cut: [...new Set(cutIds)],
  };
}

/** Differs whenever the audio differs, so that a device reports what it has now. */
const receiptIdOf = ({ id }: Message, { items }: { items: readonly AudioItem[] }): string =>
  uuidOf(`emergency:${id}:${items.map(({ sha256 }) => sha256).join(',')}`);

type ItemsOf = (items: readonly AudioItem[], kind: 'speech' | 'music') => AudioItem[];

/** Always the same list of an item, so that its gain is found once. */
const singleLists = new WeakMap<AudioItem, AudioItem[]>();
const NOTHING: AudioItem[] = [];
function listOf(item: AudioItem | undefined): AudioItem[] {
  if (!item) return NOTHING;
  const list = singleLists.get(item) ?? [item];
  singleLists.set(item, list);
  return list;
}

type PlaylistFields = Pick<
  Extract<ProgrammeRun, { kind: 'playlist' }>,
  'items' | 'shuffle' | 'crossfade_s' | 'no_repeat'
>;
type Station = Inputs['stations'] extends ReadonlyMap<number, infer Each> ? Each : never;
type StationFields = Pick<Extract<ProgrammeRun, { kind: 'station' }>, 'url' | 'gain_db' | 'fallback'>;
/** Playlists and stations as a place hears them. Stations are not measured, so they have the trim of the place only. */
type Lists = {
  playlists: Inputs['playlists'];
  stations: Inputs['stations'];
  fieldsOf: (playlist: PlaylistContent) => PlaylistFields;
  stationFieldsOf: (station: Station) => StationFields;
};
function listsOf(
  { playlists, stations }: Inputs,
  { trim_db, takes_gain, mixes_music }: LevelledPlace & Pick<Place, 'mixes_music'>,
  itemsOf: ItemsOf,
): Lists {
  const fieldsOf = (playlist: PlaylistContent): PlaylistFields => ({
    items: itemsOf(playlist.items, 'music').slice(0, PLAYLIST_MAX),
    shuffle: playlist.shuffle,
    ...(mixes_music ? mixingOf(playlist) : {}),
  });
  const stationFieldsOf = ({ url, fallback_playlist_id }: Station): StationFields => {
    const fallback = mixes_music ? playlists.get(fallback_playlist_id ?? 0) : undefined;
    return {
      url,
      ...(takes_gain && trim_db !== 0 && { gain_db: trim_db }),
      ...(fallback && fallback.items.length > 0 && { fallback: { name: fallback.name, ...fieldsOf(fallback) } }),
    };
  };
  return { playlists, stations, fieldsOf, stationFieldsOf };
}

/** Only what differs from how every device plays a playlist. */
const mixingOf = ({ shuffle, crossfade_s, no_repeat }: PlaylistContent) => ({
  ...(crossfade_s > 0 && { crossfade_s }),
  ...(shuffle && no_repeat !== null && { no_repeat }),
});

type Sound = Pick<Message, 'chime' | 'chime_id' | 'repeat' | 'pause_ms'>;

/** Chime, audio, text and audio in their order; null where the text is not rendered, or nothing of the audio exists any more. */
function partsOf(
  { chime, chime_id }: Sound,
  content: PlannedContent,
  { audio, chimes, ownChimes }: Pick<Inputs, 'audio' | 'chimes' | 'ownChimes'>,
  ready: Ready,
): AudioItem[][] | null {
  const spoken = content.hash === null ? NOTHING : ready.get(content.hash);
  if (!spoken) return null;
  const heard = [listOf(audio.get(content.audio_before ?? 0)), spoken, listOf(audio.get(content.audio_after ?? 0))];
  if (content !== CHIME_ALONE && heard.every((list) => list.length === 0)) return null;
  return [listOf(ownChimes.get(chime_id ?? 0) ?? chimes.get(chime)), ...heard];
}

function toSound(
  message: Sound,
  parts: readonly AudioItem[][],
  { volume, itemsOf }: { volume: number | null; itemsOf: ItemsOf },
) {
  const items = parts.flatMap((list) => itemsOf(list, 'speech')).slice(0, ITEMS_MAX);
  if (items.length === 0) return null;
  return { items, repeat: message.repeat, pause_ms: message.pause_ms, volume };
}

const toSpeechRun = ({ row, at, run_id }: PlannedSpeech, sound: ReturnType<typeof toSound>): ProgrammeRun[] =>
  sound
    ? [
        {
          kind: 'speech',
          run_id,
          schedule_id: row.id,
          title: row.name,
          at: iso(at),
          priority: 'scheduled',
          missed: row.missed,
          ...sound,
        },
      ]
    : [];

function toWindowRun(
  { row, run_id, at, until }: PlannedWindow,
  { playlists, stations, fieldsOf, stationFieldsOf }: Lists,
): ProgrammeRun[] {
  const during = { run_id, schedule_id: row.id, title: row.name, at: iso(at), until: iso(until) };
  const { action, volume } = row;
  if (action.type === 'silence') return [{ kind: 'silence', ...during }];
  if (action.type === 'playlist') {
    const playlist = playlists.get(action.playlist_id);
    if (!playlist || playlist.items.length === 0) return [];
    return [{ kind: 'playlist', ...during, ...fieldsOf(playlist), volume }];
  }
  const station = action.type === 'station' ? stations.get(action.station_id) : undefined;
  return station ? [{ kind: 'station', ...during, ...stationFieldsOf(station), volume }] : [];
}

function toMusic(
  { window, from, until }: PlannedMusic,
  { playlists, stations, fieldsOf, stationFieldsOf }: Lists,
): SharedContent['music'] {
  const during = { from: iso(from), until: iso(until), volume: window.volume };
  const station = stations.get(window.station_id ?? 0);
  if (station) return [{ kind: 'station', name: station.name, ...stationFieldsOf(station), ...during }];
  const playlist = playlists.get(window.playlist_id ?? 0);
  if (!playlist || playlist.items.length === 0) return [];
  return [{ kind: 'playlist', name: playlist.name, ...fieldsOf(playlist), ...during }];
}

/** Every file that is played, once, in the order of its first use. */
function audioOf({ emergency, runs, music }: Omit<SharedContent, 'audio'>, levels: Levels): SharedContent['audio'] {
  const audio = new Map<string, SharedContent['audio'][number]>();
  for (const sound of [...emergency, ...runs, ...music]) {
    for (const { sha256, duration_ms } of playedItemsOf(sound)) {
      const file = audio.has(sha256) ? undefined : levels.fileOf(sha256);
      if (file) audio.set(sha256, { sha256, duration_ms, bytes: file.bytes, format: file.format });
    }
  }
  return [...audio.values()];
}

/** Also of runs whose text cannot be rendered: their places do not begin them either. */
const checksOf = (speech: readonly PlannedSpeech[], until: string): RunCheck[] =>
  speech.flatMap(({ row, run_id, at }) =>
    row.missed.policy === 'notify' && iso(at) < until
      ? [{ run_id, schedule_id: row.id, at: iso(at), minutes: row.missed.minutes }]
      : [],
  );

/** The runs that a programme holds; `cut` is the first one that it does not, null if it reaches as far as it should. */
type FittedRuns = { runs: ProgrammeRun[]; cut: ProgrammeRun | null };

const endOf = (run: ProgrammeRun): number => Date.parse('until' in run ? run.until : run.at);

/**
 * Leaves out runs where there are too many: first those that were over before the last day was added, which only a late device would play,
 * then the last ones, which follow with the programme of the next day.
 * @param runs by time
 * @param rollover when the last day was added, in milliseconds since 1970
 */
export function fitRuns(runs: ProgrammeRun[], rollover: number, max = PROGRAMME_RUNS_MAX): FittedRuns {
  if (runs.length <= max) return { runs, cut: null };
  const coming = runs.filter((run) => endOf(run) >= rollover);
  return { runs: coming.slice(0, max), cut: coming[max] ?? null };
}
