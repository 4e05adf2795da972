import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { endChild, runToEnd } from '@belfry/infra/local/processes/child';
import { ensureWebBuilt } from '@belfry/infra/local/web';
import { ensureChromium } from '../support/processes/chromium.ts';
import { previousCommit } from '../support/upgrade/release.ts';
import { missing } from './programs.ts';
import type { Repeat } from './repeat.ts';
import { failure, success, type Step } from './step.ts';
import { check, repeatFiles, repeatStories, stories, vitest } from './suites.ts';

export type SuiteStep = Step & { repeat?: Repeat };
/** Steps that run beside each other. Groups run one after another. */
export type Group = readonly SuiteStep[];

/** By default vitest leaves one of two cores idle. */
const TWO_WORKERS = ['--maxWorkers=2'];
/** Each thread of the type-aware rules has types of its own, so more of them need more processor time. The other checks need some too. */
const LINT_THREADS = { GOMAXPROCS: String(Math.max(1, Math.floor(availableParallelism() / 2))) };

const projects = (...names: string[]): string[] => names.flatMap((name) => ['--project', name]);

/**
 * The steps of the gate and of the full run. Limits are for what hangs: at least twice what two slow cores have needed.
 * @param reports the folder of the progress files
 */
export function createSuites(reports: string) {
  const progress = (title: string): string => join(reports, `${title.replaceAll(' ', '-')}.jsonl`);

  const tests = (
    title: string,
    minutes: number,
    { run, options = [], repeat = false, obstacle = () => null }: VitestStep,
  ): SuiteStep => ({
    title,
    minutes,
    async work(limit) {
      const reason = obstacle();
      return reason === null
        ? vitest([...projects(...run), ...options], progress(title), limit)
        : failure(title, reason);
    },
    ...(repeat && { repeat: repeatFiles(projects(...run)) }),
  });

  /** Tests in a browser. */
  const browser = (title: string, minutes: number, ...run: readonly string[]): SuiteStep => {
    const env = (): NodeJS.ProcessEnv => ({ CHROMIUM_PATH: ensureChromium() });
    return {
      title,
      minutes,
      work: async (limit) => stories(run, progress(title), limit, env()),
      repeat: async (units, file, limit) => repeatStories(env())(units, file, limit),
    };
  };

  const gate: readonly Group[] = [
    [
      { title: 'lint and format', minutes: 8, work: (limit) => check('lint', limit, LINT_THREADS) },
      { title: 'types', minutes: 8, work: (limit) => check('typecheck', limit) },
      { title: 'console build', minutes: 6, work: buildConsole },
    ],
    [tests('units', 10, { run: ['unit', 'web-logic', 'web', 'web-isolated'], options: TWO_WORKERS })],
    [tests('flows', 12, { run: ['flows', 'isolated'], repeat: true })],
    [browser('browser stories', 15, 'stories', 'screens-gate')],
  ];

  const more: readonly Group[] = [
    [tests('chaos', 15, { run: ['chaos'] })],
    [tests('RabbitMQ', 10, { run: ['engines'], obstacle: () => missing('rabbitmq-server'), repeat: true })],
    [
      tests('other programs', 5, {
        run: ['programs', 'mosquitto'],
        obstacle: () => missing('mosquitto', 'mpd', 'pgbouncer', 'prometheus'),
      }),
    ],
    [browser('more browser stories', 20, 'more-stories')],
    [browser('screens', 8, 'screens')],
    // These measure times or record sound, so nothing runs beside them.
    [tests('audio', 6, { run: ['audio'], obstacle: () => missing('mpd') })],
    [tests('timed chaos', 5, { run: ['chaos-timed'] })],
    [browser('timed browser stories', 5, 'timed')],
    [tests('upgrade', 8, { run: ['upgrade'], obstacle: missingRelease })],
  ];
  return { gate, full: [...gate, ...more] };
}

type VitestStep = {
  /** Projects of `vitest.config.ts`. */
  run: readonly string[];
  options?: readonly string[];
  /** Whether a failed file is run once more. */
  repeat?: boolean;
  /** Why the step cannot run on this machine, which is a failure; null when it can. */
  obstacle?: () => string | null;
};

const missingRelease = (): string | null =>
  previousCommit() === null ? 'the previous release is not in the history of this clone; PREVIOUS names another' : null;

async function buildConsole(limit: AbortSignal) {
  await ensureWebBuilt((command) =>
    runToEnd(command, ({ process }) => {
      limit.addEventListener('abort', () => void endChild(process, 'SIGTERM', 1_000), { once: true });
    }),
  );
  return success();
}
