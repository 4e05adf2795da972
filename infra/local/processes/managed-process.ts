import { setTimeout as delay } from 'node:timers/promises';
import { endChild, startChild, type Child, type Command } from './child.ts';

export interface ProcessSpec extends Command {
  name: string;
  /** Resolves when the process is healthy, rejects with the reason otherwise. */
  probe: (signal: AbortSignal) => Promise<void>;
  stopSignal: NodeJS.Signals;
  /** How long it may take to stop before it is killed; less than ten seconds for all processes together. */
  graceMs: number;
}

export interface ProcessEvents {
  notify: (line: string) => void;
  line: (name: string, line: string) => void;
  changed: () => void;
}

export interface ManagedProcess {
  readonly name: string;
  /** The id of the running process, undefined while it restarts. */
  readonly pid: number | undefined;
  /** Resolves when the process is healthy for the first time; rejects when it ends or stays unhealthy before that. */
  readonly ready: Promise<void>;
  restart(): void;
  stop(): Promise<void>;
}

const BACKOFF_MS = { first: 250, most: 5_000 };
/** A process that ran for so long resets the restart delay. */
const STABLE_AFTER_MS = 10_000;
const START_TIMEOUT_MS = 60_000;
const PROBE_EVERY_MS = { first: 50, most: 500 };

/** Runs a child process and restarts it when it ends unexpectedly, with increasing delays. */
export function startManagedProcess(spec: ProcessSpec, events: ProcessEvents): ManagedProcess {
  const { name } = spec;
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => {});
  let child: Child | undefined;
  let wasHealthy = false;
  let attempts = 0;
  let stopping = false;
  let restartAsked = false;
  let timer: NodeJS.Timeout | undefined;

  function launch(): void {
    const startedAt = performance.now();
    const exited = new AbortController();
    const started = startChild(spec, (line) => events.line(name, line));
    child = started;
    events.changed();
    started.process.once('error', (error) => ready.reject(new Error(`${name} could not start: ${error.message}`)));
    started.process.once('exit', (code, signal) => {
      exited.abort();
      child = undefined;
      events.changed();
      if (stopping) return;
      const livedMs = performance.now() - startedAt;
      if (signal !== null) return restartLater(signal, livedMs);
      void started.lastOutput().then((words) => {
        if (!wasHealthy) return ready.reject(new Error(`${name} could not start: ${words}`));
        const why = words.split('\n').at(-1);
        if (!stopping) restartLater(`exit code ${code}${why ? `: ${why}` : ''}`, livedMs);
      });
    });
    if (started.process.pid !== undefined) void watchHealth(exited.signal);
  }

  function restartLater(reason: string, livedMs: number): void {
    attempts = livedMs > STABLE_AFTER_MS ? 1 : attempts + 1;
    if (!restartAsked) events.notify(`${name} stopped (${reason}), starting it again`);
    const pause = restartAsked ? 0 : Math.min(BACKOFF_MS.first * 2 ** (attempts - 1), BACKOFF_MS.most);
    restartAsked = false;
    timer = setTimeout(launch, pause);
  }

  async function watchHealth(exited: AbortSignal): Promise<void> {
    const missing = await waitUntilHealthy(spec, exited);
    if (exited.aborted) return;
    if (missing !== undefined) return ready.reject(new Error(`${name} is not ready: ${missing}`));
    if (wasHealthy) events.notify(`${name} runs again`);
    wasHealthy = true;
    ready.resolve();
  }

  launch();
  return {
    name,
    ready: ready.promise,
    get pid() {
      return child?.process.pid;
    },
    restart() {
      if (stopping || !child) return;
      restartAsked = true;
      child.process.kill(spec.stopSignal);
    },
    async stop() {
      stopping = true;
      clearTimeout(timer);
      ready.reject(new Error(`${name} was stopped`));
      if (child) await endChild(child.process, spec.stopSignal, spec.graceMs);
    },
  };
}

/** @returns undefined once healthy or ended, otherwise the last reason when the time is over */
async function waitUntilHealthy(spec: ProcessSpec, exited: AbortSignal): Promise<string | undefined> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  let missing = '';
  let pause = PROBE_EVERY_MS.first;
  while (!exited.aborted && performance.now() < deadline) {
    try {
      await spec.probe(exited);
      return undefined;
    } catch (error) {
      missing = (error as Error).message;
    }
    await delay(pause, undefined, { signal: exited }).catch(() => {});
    pause = Math.min(pause * 1.25, PROBE_EVERY_MS.most);
  }
  return missing;
}
