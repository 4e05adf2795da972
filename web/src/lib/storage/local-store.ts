/** A zod schema, or an object with the same interface on screens that load before zod. */
export type ValueReader<T> = {
  safeParse(value: unknown): { success: true; data: T } | { success: false };
};

/**
 * The value that local storage has under this name, or undefined where it is absent, unreadable or not of this shape.
 * `useLocalStorage` of Mantine checks no shape, writes the default when a component is mounted, and follows other tabs.
 */
export function readLocal<T>(name: string, schema: ValueReader<T>): T | undefined {
  try {
    const text = localStorage.getItem(name);
    if (text === null) return undefined;
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** Stores a JSON value; where storage is full or blocked, nothing is stored. */
export function writeLocal(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // The console works without stored values.
  }
}
