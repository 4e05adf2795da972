import { parseLog, textOf } from './logs.ts';

/** pino's numbers: 40 warn, 50 error, 60 fatal. */
const LEVELS: Record<number, string> = { 40: 'warning', 50: 'error', 60: 'fatal' };
const WARNING = 40;
const REPEAT_MS = 10_000;

/** Prints a line. Errors are ignored, since the launcher must not stop when its terminal is closed. */
export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

/**
 * Summarises a JSON log line of a process for the terminal.
 * @returns undefined for levels below warning and for lines that are not of pino
 */
export function summarise(part: string, line: string): string | undefined {
  const parsed = parseLog(line);
  if (!parsed || parsed.level < WARNING) return undefined;
  return `${part} ${LEVELS[parsed.level] ?? 'error'}: ${textOf(parsed)}`;
}

/** Returns whether a line has not been printed in the last ten seconds, so that a repeated line is printed once. */
export function createThrottle(now: () => number = Date.now): (line: string) => boolean {
  const lastShown = new Map<string, number>();
  return (line) => {
    const at = now();
    for (const [text, printedAt] of lastShown) if (at - printedAt >= REPEAT_MS) lastShown.delete(text);
    if (lastShown.has(line)) return false;
    lastShown.set(line, at);
    return true;
  };
}
