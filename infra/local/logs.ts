import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const MAX_BYTES = 10 * 1024 * 1024;

export interface LogFile {
  write(line: string): void;
  close(): void;
}

/** Opens a log with at most two files of 10 MB: `file` and the older `file.1`. */
export function openLog(file: string, maxBytes = MAX_BYTES): LogFile {
  mkdirSync(dirname(file), { recursive: true });
  let descriptor = openSync(file, 'a', 0o600);
  let size = fstatSync(descriptor).size;

  function rotate(): void {
    closeSync(descriptor);
    renameSync(file, `${file}.1`);
    descriptor = openSync(file, 'a', 0o600);
    size = 0;
  }

  return {
    write(line) {
      try {
        if (size > maxBytes) rotate();
        size += writeSync(descriptor, `${line}\n`);
      } catch {
        // A full disk must not stop the launcher. Postgres reports it.
      }
    },
    close: () => closeSync(descriptor),
  };
}

export interface LogLine {
  level: number;
  msg?: string;
  err?: { message?: string };
}

export function parseLog(line: string): LogLine | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const value = JSON.parse(line) as Partial<LogLine>;
    return typeof value.level === 'number' ? { ...value, level: value.level } : undefined;
  } catch {
    return undefined;
  }
}

export const textOf = ({ msg, err }: LogLine): string =>
  [msg, err?.message === msg ? undefined : err?.message].filter(Boolean).join(': ');
