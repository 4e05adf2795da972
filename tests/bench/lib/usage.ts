import { readFileSync } from 'node:fs';

/** Clock ticks per second in /proc (`getconf CLK_TCK`), which is 100 on Linux. */
const TICKS_PER_S = 100;

/** Resident memory of a process, in MiB; 0 when it has ended. */
export function residentMib(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1_024;
}

/** Processor time that a process has used since its start, in seconds. */
export function cpuSeconds(pid: number): number {
  // Only the fields after the name, which may contain blanks. utime and stime are the 14th and 15th of all fields.
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
