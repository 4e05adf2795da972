import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deps } from '../../../deps.ts';
import { FACTS_FILE, type VoiceFacts, voiceFactsSchema } from '../index.ts';
import { sentenceIn } from '../samples/index.ts';
import { PackError } from './pack-error.ts';

type PlaceDeps = Pick<Deps, 'speech'>;

/** Where the files of a voice arrive: beside the voices, with a dot, so that nobody takes it for a voice. */
export const stagingOf = ({ speech }: PlaceDeps, voiceName: string): string =>
  join(speech.neural.folder, `.${voiceName}`);
export const folderOf = ({ speech }: PlaceDeps, voiceName: string): string => join(speech.neural.folder, voiceName);

/** The facts in the folder of an uploaded pack, without its files. Throws PackError with the first field that is wrong. */
export async function readUploadedFacts(folder: string): Promise<Omit<VoiceFacts, 'files'>> {
  const text = await readFile(join(folder, FACTS_FILE), 'utf8').catch(() => null);
  if (text === null) throw new PackError(`The pack has no ${FACTS_FILE}`);
  const parsed = voiceFactsSchema.omit({ files: true }).safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new PackError(`${FACTS_FILE}: ${issue?.path.join('.')} ${issue?.message}`);
}

/** Lets the voice speak a sentence. Throws SpeechError with the reason why it cannot. */
export async function tryVoice({ speech }: PlaceDeps, folder: string, facts: VoiceFacts): Promise<void> {
  await writeFile(join(folder, FACTS_FILE), JSON.stringify(facts), { flush: true });
  const [language = ''] = facts.language_code.split('-');
  await speech.neural.speakTest({ ...facts, folder }, sentenceIn(language));
}

/** Puts the folder of a voice in place, which installs it, in one step. */
export async function placeVoice(deps: PlaceDeps, folder: string, voiceName: string): Promise<void> {
  const target = folderOf(deps, voiceName);
  await mkdir(deps.speech.neural.folder, { recursive: true });
  await rm(target, { recursive: true, force: true });
  await rename(folder, target);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
