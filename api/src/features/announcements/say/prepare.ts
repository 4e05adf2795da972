import type { SayBody } from '@belfry/schemas/http/announcements/announcements';
import type { Message } from '@belfry/schemas/http/library/texts';
import { AppError, notFound } from '../../../errors.ts';
import type { Principal } from '../../../http/routes/principal.ts';
import type { OwnersPolicy } from '../../../policies/owners.ts';
import { findMessages, loadDictionary } from '../../library/index.ts';
import { resolveTargets, type Place } from '../../places/index.ts';
import { planSpeech, type Plan } from './plan.ts';
import type { Deps } from '../../../deps.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { findVoiceVolumes } from './new-run.repository.ts';

const FULL_VOLUME = 100;
/**
 * The limits of the devices that are louder than theirs, by device. A device plays with the volume that it is sent, so one that is
 * quieter than its limit is sent none. One whose volume is not known counts as loud.
 */
async function volumesToSend(db: Kysely<Database>, places: readonly Place[]): Promise<Map<number, number>> {
  const limited = places.filter(({ volume_max }) => volume_max < FULL_VOLUME);
  if (limited.length === 0) return new Map();
  const ids = limited.map(({ device_id }) => device_id);
  const now = await findVoiceVolumes(db, ids);
  const louder = limited.filter(({ device_id, volume_max }) => (now.get(device_id) ?? FULL_VOLUME) > volume_max);
  return new Map(louder.map(({ device_id, volume_max }) => [device_id, volume_max]));
}

type Caller = { user: Principal; policy: OwnersPolicy; instant: Date };
type Body = Pick<SayBody, 'text' | 'message_id' | 'language' | 'voice' | 'targets'>;

/**
 * What each of the targets would hear. Throws not_found for a place or a message that is not the caller's, and unprocessable where
 * there is no device. `limited` is false for emergencies, which no volume limit caps.
 */
export async function prepareSpeech(
  { db }: Pick<Deps, 'db'>,
  { user, policy, instant }: Caller,
  { text, message_id, language, voice, targets }: Body,
  { limited = true }: { limited?: boolean } = {},
): Promise<{ plan: Plan; message: Message | null }> {
  const [places, message, dictionary] = await Promise.all([
    resolveTargets(db, policy(user), targets),
    message_id === undefined ? null : readMessage(db, user, message_id),
    loadDictionary(db, user.id),
  ]);
  if (places.length === 0) throw new AppError('unprocessable', 'There is no device at these places');
  const source = { ...(message ? { message } : { text: text ?? '' }), language, voice };
  const volumes = limited ? await volumesToSend(db, places) : new Map<number, number>();
  return { plan: await planSpeech(places, source, { instant, dictionary, volumes }), message };
}

/** A message of the caller. */
async function readMessage(db: Deps['db'], user: Principal, id: number): Promise<Message> {
  const message = (await findMessages(db, user.id, [id])).get(id);
  if (!message) throw notFound('Message not found');
  return message;
}
