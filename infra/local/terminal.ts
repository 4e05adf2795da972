import { parseLog } from './logs.ts';

/** pino's numbers: 40 warn, 50 error, 60 fatal. */
const LEVELS: Record<number, string> = { 40: 'warning', 50: 'error', 60: 'fatal' };
const WARNING = 40;
const REPEAT_MS = 10_000;

/** Prints a line for the person at the terminal; a terminal that went away is no reason to stop. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

/**
 * Shortens a part's JSON log line to what a person wants to see.
 * @returns undefined for lines below a warning and for anything that is not a pino line.
 */
export function summarise(part: string, line: string): string | undefined {
  const parsed = parseLog(line);
  if (!parsed || parsed.level < WARNING) return undefined;
  const cause = parsed.err?.message;
  const text = [parsed.msg, cause === parsed.msg ? undefined : cause].filter(Boolean).join(': ');
  return `${part} ${LEVELS[parsed.level] ?? 'error'}: ${text}`;
}

/** Lets a line through once in ten seconds, so that a flood in a log stays one line on the terminal. */
export function createThrottle(now: () => number = Date.now): (line: string) => boolean {
  const lastShown = new Map<string, number>();
  return (line) => {
    const at = now();
    for (const [known, shown] of lastShown) if (at - shown >= REPEAT_MS) lastShown.delete(known);
    if (lastShown.has(line)) return false;
    lastShown.set(line, at);
    return true;
  };
}
