import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { inspectProcess } from '@belfry/infra/local/processes/inspect-process';
import { childrenOf } from './children.ts';

export const ENGINE = resolve(import.meta.dirname, '../../../infra/speech-engine/src/main.ts');

/** The program of the engine at a path of its own, so that its processes differ from those of other apis in this process. */
export function linkEngine(): { path: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'belfry-engine-'));
  const path = join(folder, 'main.ts');
  symlinkSync(ENGINE, path);
  return { path, remove: () => rmSync(folder, { recursive: true }) };
}

/** The running processes of an engine that a process has started, the newest last: one before it may be ending. */
export const enginesOf = (parent: number, path = ENGINE): number[] =>
  childrenOf(parent)
    .filter((pid) => inspectProcess(pid)?.zombie === false && commandOf(pid).includes(path))
    .sort((a, b) => a - b);

/** Collects the child processes in which this process starts the engine at a path, the newest last. */
export function watchEngines(path: string): { engines(): ChildProcess[]; stop(): void } {
  const children: ChildProcess[] = [];
  // A child has its arguments only after it was announced.
  const onChild = (message: unknown): void => void children.push((message as { process: ChildProcess }).process);
  subscribe('child_process', onChild);
  return {
    engines: () => children.filter(({ spawnargs }) => spawnargs.includes(path)),
    stop: () => unsubscribe('child_process', onChild),
  };
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    // The process has ended in the meantime.
    return '';
  }
}
