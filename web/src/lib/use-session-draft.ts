import { useState } from 'react';
import type { Reader } from '@belfry/schemas/json/reader';

type Draft<T> = [value: T, change: (value: T) => void, forget: () => void];

/**
 * Input that other tabs, other screens and a reload keep until it is sent or the session ends; see SHELL-18.
 * @param name one of `SESSION_KEYS`
 * @param empty what is shown without a stored draft; a draft that equals it is not stored
 * @returns with `forget` nothing is stored any more, and what is shown stays
 */
export function useSessionDraft<T>(name: string, reader: Reader<T>, empty: T): Draft<T> {
  const [value, setValue] = useState(() => readDraft(name, reader) ?? empty);
  const change = (next: T): void => {
    setValue(next);
    writeDraft(name, JSON.stringify(next) === JSON.stringify(empty) ? undefined : next);
  };
  return [value, change, () => writeDraft(name, undefined)];
}

function readDraft<T>(name: string, reader: Reader<T>): T | undefined {
  try {
    const parsed = reader.safeParse(JSON.parse(sessionStorage.getItem(name) ?? 'null'));
    return parsed.success ? (parsed.data as T) : undefined;
  } catch {
    return undefined;
  }
}

function writeDraft(name: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // A full storage costs only the memory; see SHELL-13.
  }
}
