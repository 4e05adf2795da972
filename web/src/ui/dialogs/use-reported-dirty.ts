import { useLayoutEffect } from 'react';

/**
 * Tells the dialog of a form whether anything was typed, in the same moment in which the form shows it: Escape right after saving must not
 * ask whether to discard what is saved. `onDirty` must be stable.
 */
export function useReportedDirty(dirty: boolean, onDirty: (dirty: boolean) => void): void {
  useLayoutEffect(() => onDirty(dirty), [dirty, onDirty]);
}
