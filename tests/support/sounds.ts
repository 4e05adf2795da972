import type { Database } from '@belfry/api/db/database';
import { encodeWav } from '@belfry/api/features/library/rendering/encode-wav';
import type { Audio } from '@belfry/schemas/http/library/audio';
import { chimesHttp, type OwnChime } from '@belfry/schemas/http/library/chimes';
import type { Kysely } from 'kysely';
import type { Caller, HttpClient } from './http-client.ts';
import type { TestApi } from './api.ts';
import { createAudio } from './library.ts';

/** Tones in Hz. */
const TONES = { low: 300, middle: 600, high: 1_200 } as const;
type Tone = keyof typeof TONES;
const NAMES = Object.keys(TONES) as Tone[];
export type Sounds = Record<Tone, Audio>;

const RATE = 24_000;
/** Half a second. */
const sine = (hz: number): Buffer =>
  encodeWav(
    Float32Array.from({ length: RATE / 2 }, (_, index) => 0.3 * Math.sin((2 * Math.PI * hz * index) / RATE)),
    RATE,
  );
const LOUDNESS = { loudness_lufs: -11, peak_dbtp: -10.5 };
const SINES = { low: sine(TONES.low), middle: sine(TONES.middle), high: sine(TONES.high) };

/** One file of each tone. */
export async function createSounds(api: Pick<TestApi, 'db' | 'config'>, owner: { id: number }): Promise<Sounds> {
  const sounds: Partial<Sounds> = {};
  for (const name of NAMES)
    sounds[name] = await createAudio(api, owner, SINES[name], { name, duration_ms: 500, ...LOUDNESS });
  return sounds as Sounds;
}

/** What items are: the name of a tone, and `text` of the rest. A file with a gain applied counts as what it was made from. */
export async function partsOf(
  { db }: { db: Kysely<Database> },
  sounds: Sounds,
  items: readonly { sha256: string }[],
): Promise<string[]> {
  const made = await db
    .selectFrom('levelled_audio')
    .select(['sha256', 'levelled_sha256'])
    .where('levelled_sha256', 'is not', null)
    .execute();
  const originals = new Map(made.map(({ sha256, levelled_sha256 }) => [levelled_sha256, sha256]));
  return items.map(({ sha256 }) => {
    const original = originals.get(sha256) ?? sha256;
    return NAMES.find((name) => sounds[name].sha256 === original) ?? 'text';
  });
}

/** A chime of an organisation. */
export async function createChime(
  api: Pick<HttpClient, 'call'>,
  owner: Caller,
  name: string,
  audio_id: number,
): Promise<OwnChime> {
  const created = await api.call(chimesHttp.create, owner, { name, audio_id });
  if (created.status !== 201) throw new Error(`the chime was refused: ${JSON.stringify(created.body)}`);
  return created.body;
}
