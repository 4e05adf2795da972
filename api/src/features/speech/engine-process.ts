import { SpeechError } from '../../errors.ts';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { z } from 'zod';

export type EngineProcess = {
  readonly alive: boolean;
  /** Throws EngineRefusal if the engine refuses it, an Error if the process ends. */
  ask(request: object): Promise<EngineAnswer>;
  kill(reason: string): void;
  /** Closes the input of the process and waits until it has ended, for at most a second. */
  end(): Promise<void>;
};

/** How long the process may take to finish its request before it is killed. */
const END_TIMEOUT_MS = 1_000;

/** Characters that are kept for the log. */
const STDERR_MAX = 500;

/** A line of an engine's output; see infra/speech-engine and infra/speech-neural. */
const answerSchema = z.union([
  z.object({ id: z.int(), audio: z.base64() }),
  z.object({ id: z.int(), phonemes: z.string() }),
  z.object({ id: z.int(), ready: z.literal(true) }),
  z.object({ id: z.int(), error: z.string().max(500), code: z.string().max(20).optional() }),
]);
export type EngineAnswer = Exclude<z.infer<typeof answerSchema>, { error: string }>;

export class EngineRefusal extends Error {
  override readonly name = 'EngineRefusal';
  readonly code: string | undefined;
  constructor(message: string, code: string | undefined) {
    super(message);
    this.code = code;
  }
}

/**
 * Starts an engine: a program of its own with lines of JSON on its standard input and output. It ends when its input is closed, so it does not outlive an api that was killed.
 * @param onEnded called with the reason when the process ends, except after `end`
 */
export function startEngineProcess(path: string, onEnded: (reason: string) => void): EngineProcess {
  if (!existsSync(path)) throw new SpeechError(`The speech engine is not installed at ${path}`);
  // The process gets no environment, which contains secrets of the api.
  const child = spawn(process.execPath, [path], { stdio: ['pipe', 'pipe', 'pipe'], env: {}, windowsHide: true });
  const pending = new Map<number, PromiseWithResolvers<EngineAnswer>>();
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
      const answer = Promise.withResolvers<EngineAnswer>();
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

type Pending = Map<number, PromiseWithResolvers<EngineAnswer>>;

function listen(stdout: Readable, pending: Pending, onInvalid: () => void): void {
  createInterface({ input: stdout }).on('line', (line) => {
    const answer = parse(line);
    if (!answer) return onInvalid();
    const waiter = pending.get(answer.id);
    pending.delete(answer.id);
    if ('error' in answer) waiter?.reject(new EngineRefusal(answer.error, answer.code));
    else waiter?.resolve(answer);
  });
}

function parse(line: string): z.infer<typeof answerSchema> | null {
  try {
    return answerSchema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
