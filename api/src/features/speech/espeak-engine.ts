import { SpeechError } from '../../errors.ts';
import { reasonText } from '@belfry/schemas/domain/reasons';
import type { Logger } from '../../log.ts';
import { EngineRefusal, type EngineAnswer } from './engine-process.ts';
import { createEngineQueue } from './engine-queue.ts';

/**
 * The time limit of one request. A sentence takes a tenth of a second, the first one half a second. A voice spells the signs of an
 * alphabet that it does not know: 1,000 of them last a quarter of an hour and take 12 s on an idle machine.
 */
const REQUEST_TIMEOUT_MS = 15_000;
const CHARACTER_TIMEOUT_MS = 30;
/** After this time without a request the process is ended, because it uses 100 MB. */
const IDLE_MS = 60_000;

type EngineOptions = { path: string; log: Logger; timeoutMs?: number; idleMs?: number };
/** A text, and the engine's identifier of a voice: `zle/ru+f2`. */
type SynthesisRequest = { voice: string; text: string };
export type Engine = {
  /** One after another. @returns an MP3 file. Throws SpeechError. */
  speak(request: SynthesisRequest): Promise<Buffer>;
  /**
   * @param request with the language of eSpeak NG (`en-gb-x-rp`), which replaces the voice where the engine has it
   * @returns the phonemes of a text in IPA, with the marks of its sentences. Throws SpeechError.
   */
  phonemes(request: SynthesisRequest & { language?: string }): Promise<string>;
  /** Makes an MP3 file of a WAV file (16 bit, mono). Throws SpeechError. */
  encode(wav: Buffer): Promise<Buffer>;
  stop(): Promise<void>;
};

/** The speech engine: eSpeak NG, which is GPL software and so a program of its own. */
export function createEngine({ path, log, timeoutMs = REQUEST_TIMEOUT_MS, idleMs = IDLE_MS }: EngineOptions): Engine {
  const away = (): string => reasonText('engine_away');
  const queue = createEngineQueue({ path, log, name: 'speech engine', idleMs, away });
  const ask = async (request: object, limitMs: number): Promise<EngineAnswer> => {
    try {
      return await queue.ask(request, limitMs);
    } catch (error) {
      throw error instanceof EngineRefusal ? new SpeechError(refusalOf(error.message)) : error;
    }
  };
  const limitOf = ({ text }: SynthesisRequest): number => timeoutMs + text.length * CHARACTER_TIMEOUT_MS;

  return {
    speak: async (request) => audioOf(await ask(request, limitOf(request))),
    async phonemes(request) {
      const answer = await ask({ call: 'phonemes', ...request }, limitOf(request));
      if ('phonemes' in answer) return answer.phonemes;
      throw new SpeechError(away());
    },
    encode: async (wav) => audioOf(await ask({ call: 'encode', wav: wav.toString('base64') }, timeoutMs)),
    stop: () => queue.stop(),
  };
}

/** Throws SpeechError for an answer without sound. */
export function audioOf(answer: EngineAnswer): Buffer {
  if ('audio' in answer) return Buffer.from(answer.audio, 'base64');
  throw new SpeechError(reasonText('engine_away'));
}

/** The text for users. A voice leaves most symbols out, so a text of symbols only has nothing to say. */
const refusalOf = (error: string): string =>
  error === 'nothing to say' ? reasonText('nothing_to_say') : reasonText('engine_refused', { error });
