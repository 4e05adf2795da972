import { reasonText } from '@belfry/schemas/domain/reasons';
import type { Logger } from '../../../log.ts';
import { SpeechError } from '../provider.ts';
import { startEngineProcess, type EngineProcess, type SynthesisRequest } from './engine-process.ts';

/** The maximum number of waiting and running requests. */
const QUEUE_MAX = 64;
/**
 * The time limit of one request. A sentence takes a tenth of a second, the first one half a second. A voice spells the signs of an
 * alphabet that it does not know: 1,000 of them last a quarter of an hour and take 12 s on an idle machine.
 */
const REQUEST_TIMEOUT_MS = 15_000;
const CHARACTER_TIMEOUT_MS = 30;
/** After this time without a request the process is ended, because it uses 100 MB. */
const IDLE_MS = 60_000;

export type EngineOptions = { path: string; log: Logger; timeoutMs?: number; idleMs?: number };
export type Engine = {
  /** Synthesises requests one after another. @returns an MP3 file. Throws SpeechError. */
  speak(request: SynthesisRequest): Promise<Buffer>;
  /** Finishes the running request and refuses the waiting ones. */
  stop(): Promise<void>;
};

/** The speech engine: one process that is started on demand, restarted after a failure, and ended when idle. */
export function createEngine({ path, log, timeoutMs = REQUEST_TIMEOUT_MS, idleMs = IDLE_MS }: EngineOptions): Engine {
  let process: EngineProcess | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let stopped = false;
  let idle: NodeJS.Timeout | undefined;

  const release = async (): Promise<void> => {
    clearTimeout(idle);
    const released = process;
    process = null;
    await released?.end();
  };

  const running = (): EngineProcess => {
    if (process?.alive) return process;
    process = startEngineProcess(path, (reason) => log.warn({ reason }, 'the speech engine ended'));
    return process;
  };

  const run = async (request: SynthesisRequest): Promise<Buffer> => {
    if (stopped) throw unavailable();
    const limitMs = timeoutMs + request.text.length * CHARACTER_TIMEOUT_MS;
    try {
      return await askInTime(running(), request, limitMs);
    } catch (error) {
      throw error instanceof SpeechError ? error : unavailable(error);
    }
  };

  return {
    async speak(request) {
      if (waiting >= QUEUE_MAX) throw new SpeechError(reasonText('engine_busy'));
      waiting += 1;
      clearTimeout(idle);
      const turn = last.then(() => run(request));
      last = turn.catch(() => undefined);
      try {
        return await turn;
      } finally {
        waiting -= 1;
        if (waiting === 0 && !stopped) idle = setTimeout(() => void release(), idleMs).unref();
      }
    },
    async stop() {
      stopped = true;
      await release();
    },
  };
}

/** Kills an engine that has not answered after `limitMs`. */
async function askInTime(engine: EngineProcess, request: SynthesisRequest, limitMs: number): Promise<Buffer> {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    engine.kill('it took too long');
  }, limitMs);
  try {
    return await engine.ask(request);
  } catch (error) {
    if (!isLate || error instanceof SpeechError) throw error;
    throw new SpeechError(reasonText('engine_slow', { seconds: Math.round(limitMs / 1_000) }));
  } finally {
    clearTimeout(timer);
  }
}

const unavailable = (cause?: unknown): SpeechError => new SpeechError(reasonText('engine_away'), { cause });
