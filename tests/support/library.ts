import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '@belfry/api/config/config';
import { audioResource, insertAudio } from '@belfry/api/features/library/audio.repository';
import { insertFiles, insertOwners } from '@belfry/api/features/library/rendering/rendering.repository';
import { audioName } from '@belfry/api/storage/index';
import { type Audio, audioHttp } from '@belfry/schemas/http/library/audio';
import { messagesHttp, type Message } from '@belfry/schemas/http/library/texts';
import { sql } from 'kysely';
import type { TestApi } from './api.ts';
import type { Answer, BodyOf, Caller, HttpClient } from './http-client.ts';

/** 0.4 s of a tone with the title Tone by Tester. */
export const tone = (extension: 'mp3' | 'ogg' | 'opus' | 'flac' | 'wav'): Buffer =>
  readFileSync(new URL(`audio/tone.${extension}`, import.meta.url));

/** Uploads audio under a name. @param type of the content; the api looks at the bytes */
export const uploadAudio = (
  api: Pick<HttpClient, 'call'>,
  caller: Caller,
  bytes: Buffer,
  { name = 'A tone', type = 'application/octet-stream' } = {},
): Promise<Answer<BodyOf<typeof audioHttp.upload>>> =>
  api.call(audioHttp.upload, caller, { name }, { body: bytes, headers: { 'content-type': type } });

/**
 * Audio of an owner as it is after its upload, without the process that decodes each upload. For tests that are not about the upload.
 * @param bytes `tone`, but Ogg, or a sound without tags
 */
export async function createAudio(
  { db, config }: Pick<TestApi, 'db'> & { config: Pick<Config, 'DATA_DIR'> },
  { id }: { id: number },
  bytes: Buffer,
  { name = 'A tone', duration_ms = 400, loudness_lufs = -18.5, peak_dbtp = -18 } = {},
): Promise<Audio> {
  // Another artist makes another file, so that a tone that is uploaded is decoded.
  const content = Buffer.from(bytes.toString('latin1').replace('Tester', 'Stored'), 'latin1');
  const sha256 = createHash('sha256').update(content).digest('hex');
  const file = join(config.DATA_DIR, audioName(sha256));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
  const loudness = { loudness_lufs, peak_dbtp };
  await insertFiles(db, [{ sha256, bytes: content.length, format: formatOf(bytes), duration_ms, loudness }]);
  await insertOwners(db, [sha256], [id]);
  const audioId = await insertAudio(db, id, { name, sha256, title: null, artist: null, peaks: [0.5] });
  const { rows } = await sql<AudioRow>`select r.* from (${audioResource.rows}) r where r.id = ${audioId}`.execute(db);
  return audioResource.view(rows[0]!);
}
type AudioRow = Parameters<typeof audioResource.view>[0];

/** By its first bytes. */
const formatOf = (bytes: Buffer): Audio['format'] =>
  ({ OggS: 'ogg', fLaC: 'flac', RIFF: 'wav' } as const)[bytes.toString('latin1', 0, 4)] ?? 'mp3';

/** A message in English, which the places with a Russian voice hear as a fallback. */
export async function createMessage(
  api: Pick<HttpClient, 'call'>,
  owner: Caller,
  overrides: object = {},
): Promise<Message> {
  const body = { name: 'Bell', variants: [{ language: 'en', text: 'The lesson begins' }], ...overrides };
  const created = await api.call(messagesHttp.create, owner, body);
  if (created.status !== 201) throw new Error(`the message was refused: ${JSON.stringify(created.body)}`);
  return created.body;
}
