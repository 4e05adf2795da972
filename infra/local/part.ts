import { setTimeout as delay } from 'node:timers/promises';
import { endChild, startChild, type Child, type Command } from './child.ts';

export interface PartSpec extends Command {
  name: string;
  /** Resolves when the part is healthy, rejects with what is missing. */
  probe: (signal: AbortSignal) => Promise<void>;
  stopSignal: NodeJS.Signals;
  /** How long it may take to stop before it is killed; of all parts together below ten seconds. */
  graceMs: number;
}

export interface PartEvents {
  /** Something happened that a person should know. */
  say: (line: string) => void;
  /** A line on the part's standard output or error. */
  line: (part: string, line: string) => void;
  /** The part's process began or ended. */
  changed: () => void;
}

export interface Part {
  readonly name: string;
  /** The living process, undefined between two of them. */
  readonly pid: number | undefined;
  /** Resolves at the first health; rejects when the part ends by itself, or stays unhealthy, before that. */
  readonly ready: Promise<void>;
  restart(): void;
  stop(): Promise<void>;
}

const BACKOFF_MS = { first: 250, most: 5_000 };
/** A life this long ends a series of crashes. */
const SETTLED_MS = 10_000;
const START_TIMEOUT_MS = 60_000;
const PROBE_EVERY_MS = { first: 50, most: 500 };

/** Runs a child process and starts it again whenever it ends unasked, with a growing pause between attempts. */
export function startPart(spec: PartSpec, events: PartEvents): Part {
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
    const life = new AbortController();
    const started = startChild(spec, (line) => events.line(name, line));
    child = started;
    events.changed();
    started.process.once('error', (error) => ready.reject(new Error(`${name} could not start: ${error.message}`)));
    started.process.once('exit', (code, signal) => {
      life.abort();
      child = undefined;
      events.changed();
      if (stopping) return;
      if (wasHealthy || signal !== null) relaunch(signal ?? `exit code ${code}`, performance.now() - startedAt);
      else void started.lastWords().then((words) => ready.reject(new Error(`${name} could not start: ${words}`)));
    });
    if (started.process.pid !== undefined) void watchHealth(life.signal);
  }

  function relaunch(reason: string, livedMs: number): void {
    attempts = livedMs > SETTLED_MS ? 1 : attempts + 1;
    if (!restartAsked) events.say(`${name} stopped (${reason}), starting it again`);
    const pause = restartAsked ? 0 : Math.min(BACKOFF_MS.first * 2 ** (attempts - 1), BACKOFF_MS.most);
    restartAsked = false;
    timer = setTimeout(launch, pause);
  }

  async function watchHealth(life: AbortSignal): Promise<void> {
    const missing = await untilHealthy(spec, life);
    if (life.aborted) return;
    if (missing !== undefined) return ready.reject(new Error(`${name} is not ready: ${missing}`));
    if (wasHealthy) events.say(`${name} runs again`);
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

/** @returns undefined once healthy (or dead), otherwise the last thing that was missing when the time was over. */
async function untilHealthy(spec: PartSpec, life: AbortSignal): Promise<string | undefined> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  let missing = '';
  let pause = PROBE_EVERY_MS.first;
  while (!life.aborted && performance.now() < deadline) {
    try {
      await spec.probe(life);
      return undefined;
    } catch (error) {
      missing = (error as Error).message;
    }
    await delay(pause, undefined, { signal: life }).catch(() => {});
    pause = Math.min(pause * 1.25, PROBE_EVERY_MS.most);
  }
  return missing;
}
