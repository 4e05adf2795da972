import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { inspectProcess } from '@belfry/infra/local/processes/inspect-process';
import { childrenOf } from './children.ts';

export const ENGINE = resolve(import.meta.dirname, '../../../infra/speech-engine/src/main.ts');

/** The running speech engines that a process has started, the newest last: one before it may be ending. */
export const enginesOf = (parent: number): number[] =>
  childrenOf(parent)
    .filter((pid) => inspectProcess(pid)?.zombie === false && commandOf(pid).includes(ENGINE))
    .sort((a, b) => a - b);

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    // The process has ended in the meantime.
    return '';
  }
}
