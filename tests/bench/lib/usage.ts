import { readFileSync } from 'node:fs';

/** Resident memory of a process, in MiB; 0 when it has ended. */
export function residentMib(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1_024;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
