import { CHIMES, type Chime } from '@belfry/schemas/domain/announcements';
import type { LoudnessTargets } from '@belfry/schemas/domain/loudness';
import type { Message } from '@belfry/schemas/http/library/texts';
import type { AudioItem } from '@belfry/schemas/domain/audio-item';
import type { Kysely } from 'kysely';
import type { Database } from '../../../../db/database.ts';
import type { Deps } from '../../../../deps.ts';
import type { Holidays, Range } from '../../../../recurrence/expand.ts';
import { type BellInputs, NO_BELLS } from '../../../../recurrence/bell-day.ts';
import { ownOf } from '../../../../policies/owners.ts';
import {
  findMessages,
  findPlaylistItems,
  findSounds,
  findStations,
  findTargets,
  loadDictionary,
  type PlaylistContent,
  type Sounds,
} from '../../../library/index.ts';
import { findBellInputs } from '../../../bells/index.ts';
import { findHolidays } from '../../../holidays/index.ts';
import { findSchedules, type ScheduleRow } from '../../index.ts';
import type { DayWindow } from './expand.ts';
import { findDayProgrammes, findEmergencyIds, findStructure, type Structure } from './inputs.repository.ts';

export type Inputs = {
  structure: Structure;
  schedules: readonly ScheduleRow[];
  holidays: Holidays;
  messages: ReadonlyMap<number, Message>;
  playlists: ReadonlyMap<number, PlaylistContent>;
  stations: Awaited<ReturnType<typeof findStations>>;
  dictionary: Awaited<ReturnType<typeof loadDictionary>>;
  emergencies: readonly Message[];
  chimes: ReadonlyMap<Chime, AudioItem>;
  dayProgrammes: ReadonlyMap<number, DayWindow[]>;
  bells: BellInputs;
  targets: LoudnessTargets;
} & Sounds;

/** @param range of the bells; without it there are none */
export async function loadInputs(
  db: Kysely<Database>,
  rendering: Deps['rendering'],
  userId: number,
  range?: Range,
): Promise<Inputs> {
  const bells = range ? await findBellInputs(db, userId, range) : NO_BELLS;
  const schedules = await findSchedules(db, userId);
  const dayProgrammes = await findDayProgrammes(db, userId);
  const windows = [...dayProgrammes.values()].flat();
  const actions = schedules.map(({ action }) => action);
  const emergencyIds = await findEmergencyIds(db, userId);
  const messageIds = actions.flatMap((action) => (action.type === 'message' ? [action.message_id] : []));
  const rung = [...bells.timetables.values()].flatMap((timetable) => timetable.bells);
  const bellMessageIds = rung.flatMap(({ sound }) => (sound.type === 'message' ? [sound.message_id] : []));
  const stationIds = [
    ...actions.flatMap((action) => (action.type === 'station' ? [action.station_id] : [])),
    ...windows.flatMap(({ station_id }) => station_id ?? []),
  ];
  const stations = await findStations(db, userId, stationIds);
  const playlistIds = [
    ...actions.flatMap((action) => (action.type === 'playlist' ? [action.playlist_id] : [])),
    ...windows.flatMap(({ playlist_id }) => playlist_id ?? []),
    ...[...stations.values()].flatMap(({ fallback_playlist_id }) => fallback_playlist_id ?? []),
  ];
  const messages = await findMessages(db, userId, [...messageIds, ...bellMessageIds, ...emergencyIds]);
  const bellChimes = rung.flatMap(({ sound }) => (sound.type === 'chime' ? [sound] : []));
  const usedChimes = [...messages.values(), ...bellChimes].map(({ chime }) => chime);
  return {
    structure: await findStructure(db, userId),
    schedules,
    holidays: await findHolidays(db, [
      ...schedules.map(({ holiday_calendar_id }) => holiday_calendar_id),
      ...[...bells.places.values()].map(({ week }) => week?.holiday_calendar_id ?? null),
    ]),
    messages,
    playlists: await findPlaylistItems(db, userId, playlistIds),
    stations,
    dictionary: await loadDictionary(db, userId),
    emergencies: emergencyIds.flatMap((id) => messages.get(id) ?? []),
    chimes: await findChimes(rendering, new Set(usedChimes)),
    ...(await findSounds(
      db,
      ownOf(userId),
      messages.values(),
      bellChimes.flatMap(({ chime_id }) => chime_id ?? []),
    )),
    dayProgrammes,
    bells,
    targets: await findTargets(db, userId),
  };
}

async function findChimes(rendering: Deps['rendering'], used: ReadonlySet<Chime>): Promise<Map<Chime, AudioItem>> {
  const chimes = new Map<Chime, AudioItem>();
  for (const chime of CHIMES) {
    if (!used.has(chime)) continue;
    const item = await rendering.chime(chime);
    if (item) chimes.set(chime, item);
  }
  return chimes;
}
