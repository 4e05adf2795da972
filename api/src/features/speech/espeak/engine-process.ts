import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { SpeechError } from '../provider.ts';

/** What to say, with the engine's own name of a voice: `zle/ru+f2`. */
export type Order = { voice: string; text: string };

/** One life of the engine's process. */
export type EngineProcess = {
  readonly alive: boolean;
  /** One order at a time. Throws SpeechError when the engine refuses it, an Error when the process ends. */
  ask(order: Order): Promise<Buffer>;
  kill(reason: string): void;
  /** Lets the process end by itself, and waits for it a moment. */
  end(): Promise<void>;
};

/** A process that was let go finishes its order; then it is killed. */
const END_MS = 1_000;

/** Characters of its complaints that are kept for the log. */
const LAST_WORDS = 500;

/** A line of the engine's; see infra/speech-engine. */
const answerSchema = z.union([
  z.object({ id: z.int(), audio: z.base64() }),
  z.object({ id: z.int(), error: z.string().max(500) }),
]);

/**
 * Starts the engine. It is GPL software, so it runs as a program of its own and speaks by lines of JSON over its standard
 * input and output; it ends when its input does, so nothing outlives an api that was killed.
 * @param ended hears why it ended, unless it was let go
 */
export function startEngineProcess(path: string, ended: (reason: string) => void): EngineProcess {
  if (!existsSync(path)) throw new SpeechError(`The speech engine is not installed at ${path}`);
  // No environment: our secrets are none of its business.
  const child = spawn(process.execPath, [path], { stdio: ['pipe', 'pipe', 'pipe'], env: {}, windowsHide: true });
  const pending = new Map<number, PromiseWithResolvers<Buffer>>();
  let lastId = 0;
  let alive = true;
  let letGo = false;
  let lastWords = '';
  const gone = Promise.withResolvers<void>();

  const die = (reason: string): void => {
    if (!alive) return;
    alive = false;
    for (const { reject } of pending.values()) reject(new Error(reason));
    pending.clear();
    if (!letGo) ended(reason);
  };
  child.once('error', (error) => {
    die(error.message);
    gone.resolve();
  });
  child.once('close', (code, signal) => {
    die(`exit ${signal ?? code} ${lastWords}`.trim());
    gone.resolve();
  });
  listen(child.stdout, pending, () => child.kill('SIGKILL'));
  child.stderr.setEncoding('utf8').on('data', (words: string) => {
    lastWords = (lastWords + words).slice(-LAST_WORDS);
  });
  // It may end while we write; `exit` says so.
  child.stdin.on('error', () => undefined);

  return {
    get alive() {
      return alive;
    },
    ask(order) {
      lastId += 1;
      const answer = Promise.withResolvers<Buffer>();
      if (!alive) return Promise.reject(new Error('the engine has ended'));
      pending.set(lastId, answer);
      child.stdin.write(`${JSON.stringify({ id: lastId, ...order })}\n`);
      return answer.promise;
    },
    kill(reason) {
      child.kill('SIGKILL');
      die(reason);
    },
    async end() {
      letGo = true;
      child.stdin.end();
      const timer = setTimeout(() => child.kill('SIGKILL'), END_MS);
      await gone.promise;
      clearTimeout(timer);
    },
  };
}

type Pending = Map<number, PromiseWithResolvers<Buffer>>;

function listen(stdout: Readable, pending: Pending, garbage: () => void): void {
  createInterface({ input: stdout }).on('line', (line) => {
    const answer = parse(line);
    if (!answer) return garbage();
    const waiter = pending.get(answer.id);
    pending.delete(answer.id);
    if ('audio' in answer) waiter?.resolve(Buffer.from(answer.audio, 'base64'));
    else waiter?.reject(new SpeechError(`The speech engine refused: ${answer.error}`));
  });
}

function parse(line: string): z.infer<typeof answerSchema> | null {
  try {
    return answerSchema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
