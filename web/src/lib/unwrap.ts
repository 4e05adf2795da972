const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/**
 * Finds the value in an answer that may be wrapped.
 * @param paths where to look, dotted; the empty one is the answer itself
 * @throws where it is at none of them
 */
export function unwrap<T>(answer: unknown, paths: readonly string[], isMeant: (value: unknown) => value is T): T {
  for (const path of paths) {
    const value = path === '' ? answer : path.split('.').reduce(fieldOf, answer);
    if (isMeant(value)) return value;
  }
  throw new Error('The answer does not hold what was asked for');
}

/** An object with this field. */
export const hasField =
  <T extends object>(field: keyof T & string) =>
  (value: unknown): value is T =>
    typeof value === 'object' && value !== null && field in value;

export const isList = <T>(value: unknown): value is T[] => Array.isArray(value);
