import type { Chime } from '@belfry/schemas/domain/announcements';
import { canReceiveCommands } from '@belfry/schemas/domain/device';
import type { SayBody } from '@belfry/schemas/http/announcements/announcements';
import type { Message } from '@belfry/schemas/http/library/texts';
import type { AudioItem } from '@belfry/schemas/domain/audio-item';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { createYielder, runInSteps } from '../../lib/map-yielding.ts';
import { ownOf, type OwnersPolicy, readableNodes, type VisibleOwners } from '../../policies/owners.ts';
import type { LevelledPlace } from '../library/rendering/index.ts';
import {
  findMessages,
  findSounds,
  itemsAround,
  loadDictionary,
  speechInSteps,
  type Sounds,
  type Spoken,
} from '../library/index.ts';
import { resolveTargets, type Place } from '../places/index.ts';
import { findVolumesToSend } from './say.repository.ts';

type Caller = { user: Principal; policy: OwnersPolicy; instant: Date };
export type Said = Pick<SayBody, 'text' | 'message_id' | 'chime' | 'chime_id' | 'language' | 'voice' | 'targets'> & {
  /** The text in several languages; the first one where a place has another. */
  variants?: { language: string; text: string }[];
};
type PlannedPlace = { place: Place; spoken: Spoken; online: boolean; part: number };
type Around = { items_before: AudioItem[]; items_after: AudioItem[] };
/** Speech of one text, language and voice. `volume` is sent with it; null: each device keeps its own. */
type PlannedPart = { part: number; spoken: Spoken; volume: number | null; places: PlannedPlace[] } & Around &
  LevelledPlace;
export type Plan = {
  /**
   * The owner of the announcement, its library and pronunciations. For a member that is the organisation of the places.
   */
  owner_id: number;
  permitted: VisibleOwners;
  places: PlannedPlace[];
  parts: PlannedPart[];
  /** The chime of the product that is heard first. */
  chime: Chime;
};

/**
 * What each of the targets would hear. Throws not_found for a place, a message or a chime that is not the caller's, forbidden for places that a
 * member only reads, and unprocessable where there is no device, or for a member at places of several organisations. `limited` is false
 * for emergencies, which no volume limit caps.
 */
export async function planSpeech(
  { db }: Pick<Deps, 'db'>,
  { user, policy, instant }: Caller,
  { text, message_id, chime, chime_id, language, voice, targets, variants }: Said,
  { limited = true }: { limited?: boolean } = {},
): Promise<{ plan: Plan; message: Message | null }> {
  const owners = policy(user);
  const readable = readableNodes(user);
  const resolving = resolveTargets(db, owners, targets, { readable });
  const isMember = [owners, readable].some(({ kind }) => kind === 'member');
  const ownerId = isMember ? organisationOf(await resolving, user.id) : user.id;
  const [places, message, dictionary] = await Promise.all([
    resolving,
    message_id === undefined ? null : readMessage(db, ownerId, message_id),
    loadDictionary(db, ownerId),
  ]);
  if (places.length === 0) throw noDevice();
  // A message has its own chime.
  const sounds = await findSounds(db, ownOf(ownerId), [message ?? { variants: [], chime_id }]);
  const ownChimes = [...sounds.ownChimes.values()];
  if (!message && chime_id !== undefined && ownChimes.length === 0) throw notFound('Chime not found');
  const [fallback] = variants ?? [];
  const several = fallback && { variants: variants ?? [], fallback_language: fallback.language };
  const written = message ?? several;
  const source = written ? { message: written } : { text: text ?? '' };
  const volumes = limited ? await findVolumesToSend(db, places) : new Map<number, number>();
  const parts = new Map<string, PlannedPart>();
  // Places that hear the same equally loud are one part; see ANN-2.
  const breathe = createYielder();
  const planned: PlannedPlace[] = [];
  for (const place of places) {
    await breathe();
    const overrides = { language, voice };
    const spoken = await runInSteps(speechInSteps(source, place, { instant, dictionary, overrides }), breathe);
    const volume = volumes.get(place.device_id) ?? null;
    const { trim_db, takes_gain } = place;
    const { key: said, audio_before, audio_after } = spoken;
    const heard = [said.text, said.language, said.voice, audio_before, audio_after];
    const key = JSON.stringify([...heard, volume, trim_db, takes_gain]);
    const part: PlannedPart = parts.get(key) ?? {
      part: parts.size,
      spoken,
      ...aroundOf(spoken, sounds, ownChimes),
      volume,
      trim_db,
      takes_gain,
      places: [],
    };
    parts.set(key, part);
    const entry = { place, spoken, online: canReceiveCommands(place.status), part: part.part };
    part.places.push(entry);
    planned.push(entry);
  }
  const builtIn = ownChimes.length > 0 ? 'none' : ((message ? message.chime : chime) ?? 'none');
  const plan = { owner_id: ownerId, permitted: owners, places: planned, parts: [...parts.values()], chime: builtIn };
  return { plan, message };
}

function aroundOf(spoken: Spoken, sounds: Sounds, ownChimes: readonly AudioItem[]): Around {
  const { before, after } = itemsAround(spoken, sounds);
  return { items_before: [...ownChimes, ...before], items_after: after };
}

export const noDevice = (): AppError => new AppError('unprocessable', 'There is no device at these places');

/** The one owner of a member's places. Throws unprocessable for none, and for places of several. */
export function organisationOf(places: readonly Place[], callerId: number): number {
  const [ownerId, ...others] = new Set(places.map(({ user_id }) => user_id ?? callerId));
  if (ownerId === undefined) throw noDevice();
  if (others.length === 0) return ownerId;
  throw new AppError('unprocessable', 'Please choose places of one organisation at a time');
}

async function readMessage(db: Kysely<Database>, ownerId: number, id: number): Promise<Message> {
  const message = (await findMessages(db, ownerId, [id])).get(id);
  if (!message) throw notFound('Message not found');
  return message;
}
