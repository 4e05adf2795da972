import type { z } from 'zod';
import { isApiError } from './api/api-error.ts';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';

/** Conflicts of a form whose object another user may save while it is open, and the form's changes on top of the stored values. */
export function useEditConflict<V extends object>(form: UseFormReturnType<V>) {
  const [conflicts, setConflicts] = useState<readonly FieldConflict<V>[]>([]);
  const settle = (field: keyof V): void => setConflicts((all) => all.filter((conflict) => conflict.field !== field));
  return {
    conflicts,
    rebase: (current: V): number => {
      const merged = mergeEdit({ opened: form.getInitialValues(), current, typed: form.getValues() });
      form.setInitialValues(current);
      form.setValues(merged.values);
      setConflicts(merged.conflicts);
      return merged.conflicts.length;
    },
    take: ({ field, theirs }: FieldConflict<V>): void => {
      form.setValues({ [field]: theirs } as Partial<V>);
      settle(field);
    },
    clear: (): void => setConflicts([]),
  };
}

/** The revision to send with an edit; empty where the server has no revisions. */
export const revisionOf = ({ revision }: { revision: number }): { revision?: number } =>
  revision > 0 ? { revision } : {};

/** Whether two values of a field are equal; lists are compared by their items. */
const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

export const changedFields = <T extends object>(now: T, before: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(now).filter(([field, value]) => !isSame(value, before[field as keyof T])),
  ) as Partial<T>;

/** A field that another user has changed while a form was open; `yours` where it was also changed in the form. */
export type FieldConflict<V> = { [F in keyof V & string]: { field: F; theirs: V[F]; yours?: V[F] } }[keyof V & string];

type Versions<V> = {
  opened: V;
  current: V;
  typed: V;
};

export function mergeEdit<V extends object>({
  opened,
  current,
  typed,
}: Versions<V>): {
  values: V;
  conflicts: FieldConflict<V>[];
} {
  const fields = Object.keys(opened) as (keyof V & string)[];
  const values = { ...current };
  const conflicts: FieldConflict<V>[] = [];
  for (const field of fields) {
    const changed = !isSame(typed[field], opened[field]);
    if (changed) values[field] = typed[field];
    if (isSame(current[field], opened[field]) || isSame(current[field], typed[field])) continue;
    conflicts.push({ field, theirs: current[field], ...(changed && { yours: typed[field] }) });
  }
  return { values, conflicts };
}

/**
 * The object as it is stored now, where an edit was rejected because somebody else has changed it since; null for
 * any other error, and where the answer does not contain the object.
 */
export const storedObjectOf = <T>(error: unknown, schema: z.ZodType<T>): T | null =>
  isApiError(error) && error.code === 'edit_conflict' ? (schema.safeParse(error.current).data ?? null) : null;

type Rebase<T> = {
  schema: z.ZodType<T>;
  /** Puts the form on the object as it is stored now. @returns how many fields a person has to decide about */
  rebase: (current: T) => number;
};

/**
 * Sends an edit of `base`, the object with which the form began. Where somebody else has changed it meanwhile, it is sent once more on top of that
 * if nobody has to decide anything. @returns the answer; `conflict`: what is stored now, where a person has to decide
 */
export async function sendEdit<
  T extends { revision: number },
  B extends T | null | undefined,
  R extends { error?: unknown },
>(
  base: B,
  send: (base: B | T) => PromiseLike<R>,
  { schema, rebase }: Rebase<T>,
): Promise<(R & { conflict?: undefined }) | { data?: undefined; error?: undefined; conflict: T }> {
  const answer = await send(base);
  const current = storedObjectOf(answer.error, schema);
  if (current === null || current.revision === base?.revision) return answer;
  return rebase(current) > 0 ? { conflict: current } : sendEdit<T, T, R>(current, send, { schema, rebase });
}
