import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PACK_FILES_MAX, packFacts, packFileSchema } from '@belfry/schemas/http/speech/voice-packs';
import { voiceNameSchema } from '@belfry/schemas/http/speech/voices';
import { z } from 'zod';

/** The folder below DATA_DIR. A voice is a folder in it with its name; one that is being written has a name that begins with a dot. */
export const VOICES_FOLDER = 'voices';
export const FACTS_FILE = 'voice.json';

/** `voice.json` of a folder: who speaks, by which files. */
export const voiceFactsSchema = z.object({
  ...packFacts,
  licence: z.string().max(200).default(''),
  files: z.array(packFileSchema).min(1).max(PACK_FILES_MAX),
});
export type VoiceFacts = z.output<typeof voiceFactsSchema>;
export type InstalledVoice = VoiceFacts & { folder: string };

/** Throws an Error with the reason for a voice that is not there, or whose facts cannot be read. */
export async function readVoice(voices: string, name: string): Promise<InstalledVoice> {
  const folder = join(voices, name);
  const text = await readFile(join(folder, FACTS_FILE), 'utf8');
  const parsed = voiceFactsSchema.safeParse(parseJson(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`${FACTS_FILE}: ${issue?.path.join('.')} ${issue?.message}`);
  }
  if (parsed.data.name !== name) throw new Error(`${FACTS_FILE} is that of ${parsed.data.name}`);
  return { ...parsed.data, folder };
}

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
