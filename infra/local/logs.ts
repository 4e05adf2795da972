import { createWriteStream, existsSync, mkdirSync, renameSync, statSync, type WriteStream } from 'node:fs';
import { dirname } from 'node:path';

const MAX_BYTES = 10 * 1024 * 1024;

export interface LogFile {
  write(line: string): void;
  close(): void;
}

/** Opens a log that keeps at most two files of 10 MB: `file` and the older `file.1`. */
export function openLog(file: string, maxBytes = MAX_BYTES): LogFile {
  mkdirSync(dirname(file), { recursive: true });
  let size = existsSync(file) ? statSync(file).size : 0;
  let stream = open(file);
  return {
    write(line) {
      if (size > maxBytes) {
        stream.end();
        renameSync(file, `${file}.1`);
        stream = open(file);
        size = 0;
      }
      size += Buffer.byteLength(line) + 1;
      stream.write(`${line}\n`);
    },
    close: () => void stream.end(),
  };
}

function open(file: string): WriteStream {
  const stream = createWriteStream(file, { flags: 'a' });
  // A full disk must not take the launcher down with it: Postgres says so itself.
  stream.on('error', () => {});
  return stream;
}

export interface LogLine {
  level: number;
  msg?: string;
  err?: { message?: string };
}

/** Reads a line that pino wrote; undefined for any other. */
export function parseLog(line: string): LogLine | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const value = JSON.parse(line) as Partial<LogLine>;
    return typeof value.level === 'number' ? { ...value, level: value.level } : undefined;
  } catch {
    return undefined;
  }
}
