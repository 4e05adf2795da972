import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonText } from '@belfry/schemas/domain/reasons';
import { z } from 'zod';
import { SpeechError } from '../../../errors.ts';
import type { Engine } from '../espeak-engine.ts';
import { phonemeVoiceOf } from '../espeak-voices.ts';
import type { InstalledVoice } from './voice-folder.ts';

/** A configuration of Piper has some 5 kB. */
const CONFIG_BYTES_MAX = 1_024 * 1_024;

const configSchema = z.object({
  phoneme_type: z.enum(['espeak', 'text']).catch('espeak'),
  espeak: z
    .object({ voice: z.string().regex(/^[\w-]{2,40}$/) })
    .optional()
    .catch(undefined),
});

/**
 * A text as the model of a voice was trained to read it: as it is, or as the phonemes of the language that its configuration names, else of its
 * locale. Throws SpeechError. A damaged configuration is left to the process that speaks, which compares it with its hash.
 */
export async function piperTextOf(engine: Engine, voice: InstalledVoice, text: string): Promise<string> {
  const { phoneme_type, espeak } = configSchema.parse(await readConfig(voice));
  if (phoneme_type === 'text') return text;
  const identifier = phonemeVoiceOf(voice.language_code);
  if (identifier === undefined) throw new SpeechError(reasonText('engine_voice'));
  return engine.phonemes({ voice: identifier, text, ...(espeak && { language: espeak.voice.toLowerCase() }) });
}

async function readConfig({ folder, files }: InstalledVoice): Promise<unknown> {
  const config = files.find(({ name, bytes }) => name.endsWith('.onnx.json') && bytes <= CONFIG_BYTES_MAX);
  try {
    return config ? (JSON.parse(await readFile(join(folder, config.name), 'utf8')) ?? {}) : {};
  } catch {
    return {};
  }
}
