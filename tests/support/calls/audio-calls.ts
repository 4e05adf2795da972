import { readFileSync } from 'node:fs';
import type { Audio } from '@belfry/schemas/http/library/audio';
import type { HttpClient } from '../http-client.ts';

/** 0.4 s of a tone with the title Tone by Tester. */
export const tone = (extension: 'mp3' | 'ogg' | 'opus' | 'flac' | 'wav'): Buffer =>
  readFileSync(new URL(`../audio/tone.${extension}`, import.meta.url));

export type Uploaded = Audio & { error?: string; code?: string };

export async function uploadAudio(
  api: HttpClient,
  key: string,
  bytes: Buffer,
  { name = 'A tone', type = 'application/octet-stream' } = {},
): Promise<{ status: number; body: Uploaded }> {
  const response = await fetch(`${api.url}/api/audio?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { authorization: key, 'content-type': type },
    body: new Uint8Array(bytes),
  });
  return { status: response.status, body: (await response.json()) as Uploaded };
}
