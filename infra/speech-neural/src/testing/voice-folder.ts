import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { piperConfig, piperModel } from './piper-stand-in.ts';
import { supertonicFiles } from './supertonic-stand-in.ts';

export type VoiceFile = { name: string; bytes: number; sha256: string };

/** Writes the files of a voice. @returns what `voice.json` says of them */
export function writeVoiceFiles(folder: string, files: Readonly<Record<string, Uint8Array>>): VoiceFile[] {
  mkdirSync(folder, { recursive: true });
  return Object.entries(files).map(([name, content]) => {
    writeFileSync(join(folder, name), content);
    return { name, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
  });
}

export const piperFiles = (options: { speakers?: number } = {}): Record<string, Uint8Array> => ({
  'voice.onnx': piperModel(options),
  'voice.onnx.json': Uint8Array.from(Buffer.from(JSON.stringify(piperConfig(options)))),
});

type Facts = { name: string; kind: 'piper' | 'supertonic'; language_code: string; gender: 'FEMALE' | 'MALE' };

/** Puts a complete stand-in into `voices` as an installation finds it. @returns its folder */
export function writeVoice(voices: string, { name, kind, language_code, gender }: Facts): string {
  const folder = join(voices, name);
  const files = writeVoiceFiles(folder, kind === 'piper' ? piperFiles() : supertonicFiles());
  const voice = { name, kind, language_code, gender, quality: 'medium', licence: 'CC0-1.0', files };
  writeFileSync(join(folder, 'voice.json'), JSON.stringify(voice));
  return folder;
}
