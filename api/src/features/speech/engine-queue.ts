import { SpeechError } from '../../errors.ts';
import { reasonText } from '@belfry/schemas/domain/reasons';
import type { Logger } from '../../log.ts';
import { EngineRefusal, startEngineProcess, type EngineAnswer, type EngineProcess } from './engine-process.ts';

const QUEUE_MAX = 64;

type QueueOptions = {
  path: string;
  log: Logger;
  /** The name in the log. */
  name: string;
  /** After this time without a request the process is ended. */
  idleMs: number;
  /** The text for users when the process has ended with a request; `cause` says why. */
  away: (cause: unknown) => string;
};
export type EngineQueue = {
  /** Asks the engine after the requests before. Throws EngineRefusal for its refusals, SpeechError for everything else. */
  ask(request: object, limitMs: number): Promise<EngineAnswer>;
  /** Finishes the running request and refuses the waiting ones. */
  stop(): Promise<void>;
};

export function createEngineQueue({ path, log, name, idleMs, away }: QueueOptions): EngineQueue {
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
    process = startEngineProcess(path, (reason) => log.warn({ reason }, `the ${name} ended`));
    return process;
  };

  const run = async (request: object, limitMs: number): Promise<EngineAnswer> => {
    if (stopped) throw new SpeechError(away(undefined));
    try {
      return await askInTime(running(), request, limitMs);
    } catch (error) {
      if (error instanceof SpeechError || error instanceof EngineRefusal) throw error;
      throw new SpeechError(away(error), { cause: error });
    }
  };

  return {
    async ask(request, limitMs) {
      if (waiting >= QUEUE_MAX) throw new SpeechError(reasonText('engine_busy'));
      waiting += 1;
      clearTimeout(idle);
      const turn = last.then(() => run(request, limitMs));
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

async function askInTime(engine: EngineProcess, request: object, limitMs: number): Promise<EngineAnswer> {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    engine.kill('it took too long');
  }, limitMs);
  try {
    return await engine.ask(request);
  } catch (error) {
    if (!isLate || error instanceof EngineRefusal) throw error;
    throw new SpeechError(reasonText('engine_slow', { seconds: Math.round(limitMs / 1_000) }));
  } finally {
    clearTimeout(timer);
  }
}
