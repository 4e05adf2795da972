import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { InlineConfirm } from '../../ui/dialogs/inline-confirm.tsx';
import { type Selection, SelectionBar } from '../../ui/lists/selection.tsx';
import type { RowSelection } from '../../ui/lists/table-parts.tsx';
import { useAct } from '../../ui/use-act.ts';
import classes from './list.module.css';

type Change<K> = (key: K) => PromiseLike<{ data?: unknown; error?: unknown }>;

type Props<K> = {
  selection: Selection<K>;
  /** The rows that may be ticked. */
  onPage: readonly K[];
  /** Absent where nothing is deleted. */
  onDelete?: Change<K>;
  /** Where the server says nothing of its own. */
  failed: string;
  /** Further buttons. */
  children?: (each: (change: Change<K>) => void, pending: boolean) => ReactNode;
};

/** At the bottom of a list: what is done with the rows that are ticked. */
export function TickedBar<K>({ selection, onPage, onDelete, failed, children }: Props<K>) {
  const { t } = useTranslation(['list', 'common']);
  const { act, pending } = useAct({ parallel: true });
  const { selected, select, clear } = selection;
  if (selected.size === 0) return null;
  // One after the other, so that what is refused stays ticked with what follows.
  const each = async (change: Change<K>): Promise<void> => {
    const listed = onPage.filter((key) => selected.has(key));
    for (const [index, key] of listed.entries())
      if ((await act(() => change(key), { failed })) === undefined) return select(listed.slice(0, index), false);
    clear();
  };
  return (
    <div className={classes.bar}>
      <SelectionBar selection={selection} onPage={onPage}>
        {children?.((change) => void each(change), pending)}
        {onDelete && (
          <InlineConfirm
            question={t('delete_sure', { count: selected.size })}
            yes={t('delete')}
            no={t('common:cancel')}
            onConfirm={() => void each(onDelete)}
          >
            {(opener) => (
              <Button {...opener} variant="subtle" color="error" size="compact-sm" disabled={pending}>
                {t('delete')}
              </Button>
            )}
          </InlineConfirm>
        )}
      </SelectionBar>
    </div>
  );
}

/** The tick boxes of rows for `Rows`. With Shift also those between it and the last one. */
export const ticksOf = <T, K>(
  { selected, pick }: Selection<K>,
  rows: readonly T[],
  of: { key: (row: T) => K; label: (row: T) => string; may: (row: T) => boolean },
): RowSelection<T> => ({
  labelOf: of.label,
  isSelected: (row) => selected.has(of.key(row)),
  isFixed: (row) => !of.may(row),
  onSelect: (row, on, range) => pick(of.key(row), on, range ? rows.filter(of.may).map(of.key) : undefined),
});
