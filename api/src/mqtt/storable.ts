/** A NUL or half a surrogate pair in JSON that JSON.stringify wrote: only those it leaves as escapes. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/;

/**
 * Whether Postgres can keep every text of a message: JSON allows NUL and half surrogate pairs, Postgres does not. Few
 * payloads have escapes at all, so few are looked at closely.
 */
export const isStorable = (payload: Buffer, json: unknown): boolean =>
  !payload.includes('\\u') || !UNSTORABLE.test(JSON.stringify(json));
