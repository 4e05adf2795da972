import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { reasonText } from '@belfry/schemas/domain/reasons';
import { z } from 'zod';
import type { Logger } from '../../log.ts';
import { SpeechError } from './provider.ts';

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

type EngineOptions = { path: string; log: Logger; timeoutMs?: number; idleMs?: number };
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

/** A text, and the engine's identifier of a voice: `zle/ru+f2`. */
type SynthesisRequest = { voice: string; text: string };

/** A process of the engine. */
type EngineProcess = {
  readonly alive: boolean;
  /** Synthesises one request. Throws SpeechError if the engine refuses it, an Error if the process ends. */
  ask(request: SynthesisRequest): Promise<Buffer>;
  kill(reason: string): void;
  /** Closes the input of the process and waits until it has ended, for at most a second. */
  end(): Promise<void>;
};

/** How long the process may take to finish its request before it is killed. */
const END_TIMEOUT_MS = 1_000;

/** How many characters of the standard error are kept for the log. */
const STDERR_MAX = 500;

/** A line of the engine's output; see infra/speech-engine. */
const answerSchema = z.union([
  z.object({ id: z.int(), audio: z.base64() }),
  z.object({ id: z.int(), error: z.string().max(500) }),
]);

/**
 * Starts the engine. It is GPL software, so it runs as a separate program with lines of JSON on its standard input and
 * output. It ends when its input is closed, so it does not outlive an api that was killed.
 * @param onEnded called with the reason when the process ends, except after `end`
 */
function startEngineProcess(path: string, onEnded: (reason: string) => void): EngineProcess {
  if (!existsSync(path)) throw new SpeechError(`The speech engine is not installed at ${path}`);
  // The process gets no environment, which contains secrets of the api.
  const child = spawn(process.execPath, [path], { stdio: ['pipe', 'pipe', 'pipe'], env: {}, windowsHide: true });
  const pending = new Map<number, PromiseWithResolvers<Buffer>>();
  let lastId = 0;
  let alive = true;
  let isEnding = false;
  let stderr = '';
  const exited = Promise.withResolvers<void>();

  const onProcessEnded = (reason: string): void => {
    if (!alive) return;
    alive = false;
    for (const { reject } of pending.values()) reject(new Error(reason));
    pending.clear();
    if (!isEnding) onEnded(reason);
  };
  child.once('error', (error) => {
    onProcessEnded(error.message);
    exited.resolve();
  });
  child.once('close', (code, signal) => {
    onProcessEnded(`exit ${signal ?? code} ${stderr}`.trim());
    exited.resolve();
  });
  listen(child.stdout, pending, () => child.kill('SIGKILL'));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-STDERR_MAX);
  });
  // The process may end during a write, which `close` reports.
  child.stdin.on('error', () => undefined);

  return {
    get alive() {
      return alive;
    },
    ask(request) {
      lastId += 1;
      const answer = Promise.withResolvers<Buffer>();
      if (!alive) return Promise.reject(new Error('the engine has ended'));
      pending.set(lastId, answer);
      child.stdin.write(`${JSON.stringify({ id: lastId, ...request })}\n`);
      return answer.promise;
    },
    kill(reason) {
      child.kill('SIGKILL');
      onProcessEnded(reason);
    },
    async end() {
      isEnding = true;
      child.stdin.end();
      const timer = setTimeout(() => child.kill('SIGKILL'), END_TIMEOUT_MS);
      await exited.promise;
      clearTimeout(timer);
    },
  };
}

type Pending = Map<number, PromiseWithResolvers<Buffer>>;

function listen(stdout: Readable, pending: Pending, onInvalid: () => void): void {
  createInterface({ input: stdout }).on('line', (line) => {
    const answer = parse(line);
    if (!answer) return onInvalid();
    const waiter = pending.get(answer.id);
    pending.delete(answer.id);
    if ('audio' in answer) waiter?.resolve(Buffer.from(answer.audio, 'base64'));
    else waiter?.reject(new SpeechError(refusalOf(answer.error)));
  });
}

/** The text for users. A voice leaves most symbols out, so a text of symbols only has nothing to say. */
const refusalOf = (error: string): string =>
  error === 'nothing to say' ? reasonText('nothing_to_say') : reasonText('engine_refused', { error });

function parse(line: string): z.infer<typeof answerSchema> | null {
  try {
    return answerSchema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
