import type { z } from 'zod';

/** What local storage holds under this name, or undefined when it is absent, unreadable or not of this shape. */
export function readLocal<T>(name: string, schema: z.ZodType<T>): T | undefined {
  try {
    const text = localStorage.getItem(name);
    if (text === null) return undefined;
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** Remembers a JSON value; a full or forbidden storage costs only the memory. */
export function writeLocal(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Remembering is a convenience; the console works without it.
  }
}
