/** A date of HTTP without a zone is in GMT (RFC 9110, 5.6.7). */
const ASCTIME = /^\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/;

/**
 * How long a server asks to be left alone, in milliseconds, up to a limit; null where it does not. A date is measured by the clock of the server, where it
 * tells that. See RFC 9110, 10.2.3.
 */
export function readRetryAfter(headers: Headers, maxMs: number, now = new Date()): number | null {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/.test(value)) return Math.min(Math.ceil(Number(value) * 1_000), maxMs);
  const at = readDate(value);
  if (Number.isNaN(at)) return null;
  const serverNow = readDate(headers.get('date') ?? '');
  const delay = at - (Number.isNaN(serverNow) ? now.getTime() : serverNow);
  return delay > 0 ? Math.min(delay, maxMs) : null;
}

const readDate = (text: string): number =>
  /[a-z]/i.test(text) ? Date.parse(ASCTIME.test(text) ? `${text} GMT` : text) : Number.NaN;
