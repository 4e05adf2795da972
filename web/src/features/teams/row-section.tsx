import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { RowList } from '../../ui/lists/list-frame.tsx';
import { type ListQuery, wholeList } from '../../ui/lists/list-state.ts';
import rows from '../../ui/lists/text-row.module.css';

type Props<T> = {
  label: string;
  query: ListQuery<readonly T[]>;
  keyOf: (row: T) => string | number;
  /** Above the rows. */
  head: ReactNode;
  children: (row: T) => ReactNode;
};

/** A section that is there only where it has rows. */
export function RowSection<T>({ label, query, keyOf, head, children }: Props<T>) {
  const { t } = useTranslation('teams');
  if (!query.data || query.data.length === 0) return null;
  return (
    <>
      {head}
      <RowList
        list={wholeList(query, query.data)}
        label={label}
        entry={rows.row}
        keyOf={keyOf}
        waiting={null}
        empty={null}
        failure={() => ({ message: t('load_error') })}
      >
        {children}
      </RowList>
    </>
  );
}
