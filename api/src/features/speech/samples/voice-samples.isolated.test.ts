import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as repository from '../voices/index.ts';
import { createDirectoryStore } from '../../../storage/index.ts';
import { createSampleFiles, type SampledVoice, createVoiceSamples, type VoiceSamples } from './voice-samples.ts';

vi.mock('../voices/index.ts', { spy: true });

const NAME = 'ru-RU-Standard-A';
const VOICE: SampledVoice = {
  voice_name: NAME,
  language: 'ru',
  language_codes: ['ru-RU'],
  provider: 'espeak',
  vanished_at: null,
};

let folder: string;
let samples: VoiceSamples;
let syntheses: PromiseWithResolvers<Buffer>[];
const filesOf = (): string[] => readdirSync(join(folder, 'samples'));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'belfry-samples-'));
  syntheses = [];
  for (const mark of [repository.markSampleStarted, repository.markSampleFailed, repository.markSampleSettled]) {
    vi.mocked(mark).mockReset().mockResolvedValue();
  }
  samples = createVoiceSamples({
    files: createDirectoryStore(folder),
    events: { changed: vi.fn() },
    log: { warn: vi.fn() },
    speech: {
      synthesize: () => {
        const synthesis = Promise.withResolvers<Buffer>();
        syntheses.push(synthesis);
        return synthesis.promise;
      },
    },
  } as unknown as Parameters<typeof createVoiceSamples>[0]);
});

afterEach(() => rmSync(folder, { recursive: true }));

it('creates a sample again that was deleted during its synthesis', async () => {
  const first = samples.make(VOICE);
  const refused = expect(first).rejects.toThrow('deleted while it was made');
  await vi.waitFor(() => expect(syntheses).toHaveLength(1));
  await samples.remove(NAME);
  const second = samples.make(VOICE);
  await vi.waitFor(() => expect(syntheses).toHaveLength(2));
  syntheses[0]?.resolve(Buffer.from('first'));
  await refused;
  // The cancelled synthesis does not end the other one.
  const third = samples.make(VOICE);
  syntheses[1]?.resolve(Buffer.from('second'));
  await Promise.all([second, third]);
  expect(syntheses).toHaveLength(2);
  expect(await samples.has(NAME)).toBe(true);
});

it('reports a sample that cannot be stored, and leaves no file', async () => {
  const made = samples.make(VOICE);
  await vi.waitFor(() => expect(syntheses).toHaveLength(1));
  // A folder in its place: the last step fails, as each may on a full disk.
  mkdirSync(join(folder, 'samples', `${NAME}.mp3`), { recursive: true });
  syntheses[0]?.resolve(Buffer.from('sound'));
  await expect(made).rejects.toMatchObject({ name: 'SpeechError', message: 'The sample could not be kept' });
  expect(repository.markSampleFailed).toHaveBeenCalledWith(undefined, NAME, 'The sample could not be kept');
  expect(filesOf()).toEqual([`${NAME}.mp3`]);
});

it('deletes a sample that was deleted while its file was written', async () => {
  const files = createSampleFiles(createDirectoryStore(folder));
  const wanted = vi.fn().mockReturnValueOnce(true).mockReturnValueOnce(false);
  expect(await files.write(NAME, Buffer.from('sound'), wanted)).toBe(false);
  expect(filesOf()).toEqual([]);
  expect(await files.write(NAME, Buffer.from('sound'), () => true)).toBe(true);
  expect(filesOf()).toEqual([`${NAME}.mp3`]);
});
