import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { until } from '../until.ts';
import type { Release } from './release.ts';

const START_MS = 90_000;
/** The last lines of its output, which say why it has ended. */
const KEPT_LINES = 40;

/** A process of a release, such as an api. */
export type ServiceProcess = {
  pid: number;
  release: string;
  /** Resolves with the exit code, null after a signal. */
  ended: Promise<number | null>;
  signal(signal: NodeJS.Signals): void;
};

type ServiceOptions = {
  /** The program, relative to the release. */
  program: 'api/src/main.ts' | 'broker/src/main.ts';
  args?: string[];
  env: Record<string, string>;
};

function start(release: Release, { program, args = [], env }: ServiceOptions): ServiceProcess & { lines: string[] } {
  const child = spawn(process.execPath, [join(release.root, program), ...args], {
    cwd: release.root,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on('line', (line) => {
      lines.push(line);
      if (lines.length > KEPT_LINES) lines.shift();
    });
  }
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { pid: child.pid ?? 0, release: release.name, lines, ended, signal: (signal) => void child.kill(signal) };
}

/** Starts a process and waits until `url` answers 200. */
export async function startService(
  release: Release,
  options: ServiceOptions & { url: string },
): Promise<ServiceProcess> {
  const service = start(release, options);
  const isReady = (): Promise<boolean> =>
    fetch(options.url).then(
      (answer) => answer.ok,
      () => false,
    );
  await until(`${options.program} of ${release.name} is ready`, isReady, Boolean, START_MS).catch(
    async (error: Error) => {
      service.signal('SIGKILL');
      throw new Error(`${error.message}\n${service.lines.join('\n')}`, { cause: error });
    },
  );
  return service;
}

/** Migrates the database to the schema of a release, as the job does before replicas are replaced. */
export async function migrate(release: Release, env: Record<string, string>): Promise<void> {
  const job = start(release, { program: 'api/src/main.ts', args: ['--migrate'], env });
  const code = await job.ended;
  if (code !== 0) throw new Error(`the migration ended with ${code}:\n${job.lines.join('\n')}`);
}
