import { SpeechError } from '../../../errors.ts';
import { resolve, join } from 'node:path';
import { reasonText } from '@belfry/schemas/domain/reasons';
import type { Logger } from '../../../log.ts';
import { EngineRefusal, type EngineAnswer } from '../engine-process.ts';
import { createEngineQueue } from '../engine-queue.ts';
import { audioOf, type Engine } from '../espeak-engine.ts';
import { MAX_TEXT, type ProviderVoice, type SpeechProvider } from '../provider.ts';
import { piperTextOf } from './piper-text.ts';
import { readVoice, readVoices, VOICES_FOLDER, type InstalledVoice } from './voice-folder.ts';

/** The time limit of a text: for loading the model, and for each character, of which one lasts some 70 ms as speech. */
const REQUEST_TIMEOUT_MS = 30_000;
const CHARACTER_TIMEOUT_MS = 200;
/** The process unloads its model after ten idle minutes; then it is ended, too. */
const IDLE_MS = 11 * 60_000;

export type Neural = Pick<SpeechProvider, 'synthesize' | 'stop'> & {
  /** The voices that can speak here, and why others cannot; null where all can. */
  find(): Promise<{ voices: ProviderVoice[]; problem: string | null }>;
  installed(): Promise<InstalledVoice[]>;
  /** Why no neural voice runs on this platform; null where they do. */
  findProblem(): Promise<string | null>;
  /** Lets a voice speak whose folder is anywhere. Throws SpeechError with the reason why it cannot. */
  speakTest(voice: InstalledVoice, text: string): Promise<void>;
  folder: string;
};

type NeuralOptions = { path: string; dataDir: string; log: Logger; engine: Engine; timeoutMs?: number };

/** Speaks by Piper and Supertonic, in a process of its own. Phonemes, and the MP3 file, are made by the process of eSpeak NG. */
export function createNeural({ path, dataDir, log, engine, timeoutMs = REQUEST_TIMEOUT_MS }: NeuralOptions): Neural {
  const folder = resolve(join(dataDir, VOICES_FOLDER));
  const queue = createEngineQueue({
    path,
    log,
    name: 'engine of neural voices',
    idleMs: IDLE_MS,
    away: (cause) => reasonText('neural_ended', { error: cause instanceof Error ? cause.message : 'it was stopped' }),
  });
  let isRunnable = false;
  let logged: string | null = null;

  const ask = async (request: object, limitMs: number): Promise<EngineAnswer> => {
    try {
      return await queue.ask(request, limitMs);
    } catch (error) {
      throw error instanceof EngineRefusal ? new SpeechError(refusalOf(error)) : error;
    }
  };

  /** Why no neural voice runs on this platform; null where they do. */
  const findProblem = async (): Promise<string | null> => {
    if (isRunnable) return null;
    try {
      await ask({ call: 'check' }, timeoutMs);
      isRunnable = true;
      return null;
    } catch (error) {
      if (error instanceof SpeechError) return error.message;
      throw error;
    }
  };

  const speak = async (voice: InstalledVoice, text: string): Promise<Buffer> => {
    const said = voice.kind === 'piper' ? await piperTextOf(engine, voice, text) : text;
    const request = { call: 'speak', voice: toRequest(voice), text: said };
    return audioOf(await ask(request, timeoutMs + text.length * CHARACTER_TIMEOUT_MS));
  };

  return {
    folder,
    findProblem,
    installed: async () => (await readVoices(folder)).installed,
    speakTest: async (voice, text) => void (await speak(voice, text)),
    async find() {
      const { installed, problems } = await readVoices(folder);
      const missing = installed.length === 0 ? null : await findProblem();
      const all = missing === null ? problems : [missing, ...problems];
      const problem = all.length === 0 ? null : all.join('; ').slice(0, 1_000);
      if (problem !== null && problem !== logged) log.warn({ problem }, 'not all neural voices are offered');
      logged = problem;
      return { voices: missing === null ? installed.map(toVoice) : [], problem };
    },
    async synthesize({ voice_name, text }) {
      if (text.length > MAX_TEXT) throw new SpeechError(`A text has at most ${MAX_TEXT} characters`);
      const voice = await readVoice(folder, voice_name).catch((cause: unknown) => {
        throw new SpeechError(reasonText('neural_missing'), { cause });
      });
      return engine.encode(await speak(voice, text));
    },
    stop: () => queue.stop(),
  };
}

const toVoice = ({ name, language_code, gender }: InstalledVoice): ProviderVoice => ({
  voice_name: name,
  language_codes: [language_code],
  gender,
});

const toRequest = ({ folder, kind, files, speaker, language_code }: InstalledVoice): object => ({
  folder,
  kind,
  files,
  speaker,
  language: language_code.split('-')[0],
});

function refusalOf({ message: error, code }: EngineRefusal): string {
  if (error === 'nothing to say') return reasonText('nothing_to_say');
  if (code === 'runtime') return reasonText('neural_runtime', { error });
  return code === 'files' ? reasonText('neural_files', { error }) : reasonText('engine_refused', { error });
}
