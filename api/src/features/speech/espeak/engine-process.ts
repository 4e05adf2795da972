import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
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
  /** Lets the process end by itself. */
  end(): void;
};

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
  const child = spawn(process.execPath, [path], { stdio: ['pipe', 'pipe', 'ignore'], env: {}, windowsHide: true });
  const pending = new Map<number, PromiseWithResolvers<Buffer>>();
  let lastId = 0;
  let alive = true;
  let letGo = false;

  const die = (reason: string): void => {
    if (!alive) return;
    alive = false;
    for (const { reject } of pending.values()) reject(new Error(reason));
    pending.clear();
    if (!letGo) ended(reason);
  };
  child.once('error', (error) => die(error.message));
  child.once('exit', (code, signal) => die(`exit ${signal ?? code}`));
  listen(child.stdout, pending, () => child.kill('SIGKILL'));
  // It may end while we write; `exit` says so.
  child.stdin.on('error', () => undefined);
  yieldToOthers(child);

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
    end() {
      letGo = true;
      child.stdin.end();
    },
  };
}

type Pipes = { stdin: Writable; stdout: Readable };
type Pending = Map<number, PromiseWithResolvers<Buffer>>;

function listen(stdout: Pipes['stdout'], pending: Pending, garbage: () => void): void {
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

/** Speech must never make a fleet wait. */
function yieldToOthers({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system does not allow it.
  }
}
