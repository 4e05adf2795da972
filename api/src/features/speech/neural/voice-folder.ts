import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { VOICE_GENDERS, voiceNameSchema } from '@belfry/schemas/http/speech/voices';
import { voiceKind } from '@belfry/schemas/domain/voices';
import { z } from 'zod';

/** The folder below DATA_DIR. A voice is a folder in it with its name; one that is being written has a name that begins with a dot. */
export const VOICES_FOLDER = 'voices';
const FACTS_FILE = 'voice.json';
const FILES_MAX = 12;
const FILE_BYTES_MAX = 600 * 1_024 * 1_024;

/** `voice.json` of a folder: who speaks, by which files. */
const factsSchema = z.object({
  name: voiceNameSchema.refine((name) => voiceKind(name) === 'Neural', 'a name is like lv-LV-Piper-Aivars-medium'),
  kind: z.enum(['piper', 'supertonic']),
  language_code: z.string().regex(/^[a-z]{2,3}-[A-Z]{2}$/, 'a code is like lv-LV'),
  gender: z.enum(VOICE_GENDERS),
  quality: z.string().max(40).default(''),
  licence: z.string().max(200).default(''),
  speaker: z.int().min(0).max(10_000).default(0),
  files: z
    .array(
      z.object({
        name: z.string().regex(/^[A-Za-z0-9][\w.-]{0,99}$/),
        bytes: z.int().min(1).max(FILE_BYTES_MAX),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .min(1)
    .max(FILES_MAX),
});
export type InstalledVoice = z.output<typeof factsSchema> & { folder: string };

/** A voice by its name. Throws an Error with the reason for one that is not there, or whose facts cannot be read. */
export async function readVoice(voices: string, name: string): Promise<InstalledVoice> {
  const folder = join(voices, name);
  const text = await readFile(join(folder, FACTS_FILE), 'utf8');
  const parsed = factsSchema.safeParse(parseJson(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`${FACTS_FILE}: ${issue?.path.join('.')} ${issue?.message}`);
  }
  if (parsed.data.name !== name) throw new Error(`${FACTS_FILE} is that of ${parsed.data.name}`);
  return { ...parsed.data, folder };
}

/** All voices, and why others are left out. */
export async function readVoices(voices: string): Promise<{ installed: InstalledVoice[]; problems: string[] }> {
  const entries = await readdir(voices, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name);
  const installed: InstalledVoice[] = [];
  const problems: string[] = [];
  for (const name of names.toSorted()) {
    try {
      if (!voiceNameSchema.safeParse(name).success) throw new Error('no voice is called that');
      installed.push(await readVoice(voices, name));
    } catch (error) {
      problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { installed, problems };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
