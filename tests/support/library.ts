import { readFileSync } from 'node:fs';
import { audioHttp } from '@belfry/schemas/http/library/audio';
import { messagesHttp, type Message } from '@belfry/schemas/http/library/texts';
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
