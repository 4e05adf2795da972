import { AUDIT_SIDE_MAX_BYTES } from '@belfry/schemas/domain/audit';

const REMOVED = '(removed)';
const SECRET =
  /pass|secret|token|credential|otp|signature|authorization|cookie|private|^invitation$|(^|_)(pin|hash|code|codes|keys?|psk|link)$/i;
/** Names that look like those of secrets and are none. */
const HARMLESS = new Set(['country_code', 'language_code', 'language_codes', 'postal_code', 'passed', 'public_key']);

const isSecret = (name: string): boolean => SECRET.test(name) && !HARMLESS.has(name);

const TEXT_MAX = 400;
const ITEMS_MAX = 50;
const DEPTH_MAX = 8;

/** A copy without secrets, and with long texts and lists cut. `undefined` is left out. */
function cleaned(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.length > TEXT_MAX ? `${value.slice(0, TEXT_MAX).toWellFormed()}…` : value;
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return `(${value.length} bytes)`;
  if (depth === DEPTH_MAX) return '…';
  if (Array.isArray(value)) {
    const items = value.slice(0, ITEMS_MAX).map((item) => cleaned(item, depth + 1));
    return value.length > ITEMS_MAX ? [...items, `… ${value.length - ITEMS_MAX}`] : items;
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .map(([name, item]) => [name, isSecret(name) && isGiven(item) ? REMOVED : cleaned(item, depth + 1)]),
  );
}
/** Whether a secret is set at all is no secret. */
const isGiven = (value: unknown): boolean => value !== null && value !== '' && typeof value !== 'boolean';

/** A side of a change as it is stored: without secrets, and at most AUDIT_SIDE_MAX_BYTES of JSON. */
export function auditValue(value: object): Record<string, unknown> {
  const fields = Object.entries(cleaned(value) as Record<string, unknown>);
  const kept: [string, unknown][] = [];
  let bytes = 2;
  let left = 0;
  for (const [name, item] of fields) {
    const size = Buffer.byteLength(JSON.stringify([name, item]));
    // Room for the note that something was left out.
    if (bytes + size > AUDIT_SIDE_MAX_BYTES - NOTE_BYTES) left += 1;
    else {
      kept.push([name, item]);
      bytes += size;
    }
  }
  return Object.fromEntries(left > 0 ? [...kept, ['…', left]] : kept);
}
const NOTE_BYTES = 20;

export type Sides = { before?: object | null | undefined; after?: object | null | undefined };

const INCIDENTAL = new Set(['revision', 'updated_at']);

/**
 * What differs between two states of an object, as it is stored; `after` may have the changed fields only. With one side only, that side whole: something was made or deleted. A secret
 * that has changed is named without its value.
 */
export function differenceOf({ before, after }: Sides): { before: object | null; after: object | null } {
  if (!before || !after) return { before: before ? auditValue(before) : null, after: after ? auditValue(after) : null };
  const [from, to] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const changed = [...new Set([...from.keys(), ...to.keys()])].filter(
    (name) => !INCIDENTAL.has(name) && to.get(name) !== undefined && textOf(from.get(name)) !== textOf(to.get(name)),
  );
  const pick = (side: Map<string, unknown>): object =>
    auditValue(Object.fromEntries(changed.map((name) => [name, side.get(name) ?? null])));
  return { before: pick(from), after: pick(to) };
}

const textOf = (value: unknown): string => JSON.stringify(value ?? null);
