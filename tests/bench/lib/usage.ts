import { readFileSync } from 'node:fs';

/** Ticks of the kernel's clock in /proc (`getconf CLK_TCK`): 100 a second on every Linux there is. */
const TICKS_PER_S = 100;

/** Resident memory of a process, in MiB; 0 when it is gone. */
export function residentMib(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1_024;
}

/** Processor time that a process has used since its start, in seconds. */
export function cpuSeconds(pid: number): number {
  // Fields after the name, which may hold blanks itself: utime and stime are the 14th and 15th of all.
  const fields = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_PER_S;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
