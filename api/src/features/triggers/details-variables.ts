/** What a start of a scenario takes at most; longer values are cut. */
const VARIABLES_MAX = 20;
const VALUE_MAX = 1_000;
const NAME = /^[a-z][a-z0-9_]{0,30}$/;

/**
 * The fields of what has started a trigger, for the texts of a scenario: `hook.level` of the JSON of a hook, `text` of its field of that name, and
 * `headline` of an alert. Names with other characters, and values that are no text or number, are left out.
 */
export function variablesOf(details: Record<string, unknown>): Record<string, string> {
  const fields = Object.entries(bodyOf(details)).flatMap(([name, value]) => entry(`hook.${name}`, name, value));
  const own = Object.entries(details).flatMap(([name, value]) => (name === 'body' ? [] : entry(name, name, value)));
  const text = bodyOf(details).text;
  const all = [...(typeof text === 'string' ? [['text', text.slice(0, VALUE_MAX)] as const] : []), ...fields, ...own];
  return Object.fromEntries(all.slice(0, VARIABLES_MAX));
}

function entry(name: string, bare: string, value: unknown): (readonly [string, string])[] {
  if (!NAME.test(bare) || (typeof value !== 'string' && typeof value !== 'number')) return [];
  return [[name, String(value).slice(0, VALUE_MAX)] as const];
}

function bodyOf({ body }: Record<string, unknown>): Record<string, unknown> {
  try {
    const parsed: unknown = typeof body === 'string' ? JSON.parse(body) : null;
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}
