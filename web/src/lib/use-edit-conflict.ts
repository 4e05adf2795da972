import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { mergeEdit, type FieldConflict } from './edit-conflict.ts';

/** A form whose object somebody else may save meanwhile: what they changed, and the form going on from there. */
export function useEditConflict<V extends object>(form: UseFormReturnType<V>) {
  const [conflicts, setConflicts] = useState<readonly FieldConflict<V>[]>([]);
  const settle = (field: keyof V): void => setConflicts((all) => all.filter((conflict) => conflict.field !== field));
  return {
    conflicts,
    /** The server refused an edit and said what is stored now. Answers how many fields somebody else has changed. */
    rebase: (current: V): number => {
      const merged = mergeEdit({ opened: form.getInitialValues(), current, typed: form.getValues() });
      form.setInitialValues(current);
      form.setValues(merged.values);
      setConflicts(merged.conflicts);
      return merged.conflicts.length;
    },
    /** Gives up what was typed in one field for what is stored. */
    take: ({ field, theirs }: FieldConflict<V>): void => {
      form.setValues({ [field]: theirs } as Partial<V>);
      settle(field);
    },
    clear: (): void => setConflicts([]),
  };
}
