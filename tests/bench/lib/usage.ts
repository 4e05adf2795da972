import { readFileSync } from 'node:fs';
import { childrenOf } from '../../support/processes/children.ts';

/** Clock ticks per second in /proc (`getconf CLK_TCK`), which is 100 on Linux. */
const TICKS_PER_S = 100;

/** Resident memory of a process, in MiB; 0 when it has ended. */
export function residentMib(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1_024;
}

/** Processor time that a process has used since its start, in seconds. */
export const cpuSeconds = (pid: number): number => seconds(statFields(pid).slice(UTIME, CUTIME));

/** Processor time of a process and its children, those that have ended included, in seconds. */
export function cpuSecondsOfAll(pid: number): number {
  const own = seconds(statFields(pid).slice(UTIME, CUTIME + 2));
  return childrenOf(pid).reduce((sum, child) => sum + cpuSeconds(child), own);
}

/** Positions in what follows the name in /proc: utime and stime, then those of the children that have ended. */
const UTIME = 11;
const CUTIME = 13;
const seconds = (ticks: readonly string[]): number =>
  ticks.reduce((sum, field) => sum + Number(field), 0) / TICKS_PER_S;
/** The fields after the name, which may contain blanks. */
const statFields = (pid: number): string[] => read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
