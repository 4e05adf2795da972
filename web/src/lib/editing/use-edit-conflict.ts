import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { mergeEdit, type FieldConflict } from './edit-conflict.ts';

/** Conflicts of a form whose object another user may save meanwhile, and the form's changes on top of the stored values. */
export function useEditConflict<V extends object>(form: UseFormReturnType<V>) {
  const [conflicts, setConflicts] = useState<readonly FieldConflict<V>[]>([]);
  const settle = (field: keyof V): void => setConflicts((all) => all.filter((conflict) => conflict.field !== field));
  return {
    conflicts,
    /** Called with the stored values after an edit conflict. Returns the number of conflicting fields. */
    rebase: (current: V): number => {
      const merged = mergeEdit({ opened: form.getInitialValues(), current, typed: form.getValues() });
      form.setInitialValues(current);
      form.setValues(merged.values);
      setConflicts(merged.conflicts);
      return merged.conflicts.length;
    },
    /** Replaces the typed value of one field by the stored one. */
    take: ({ field, theirs }: FieldConflict<V>): void => {
      form.setValues({ [field]: theirs } as Partial<V>);
      settle(field);
    },
    clear: (): void => setConflicts([]),
  };
}
