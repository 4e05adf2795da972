import { Button } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../fields/search-field.tsx';
import classes from './filter-bar.module.css';

type Props = {
  /** Sets the columns of the grid. Its first cell is the search field, the last one Reset Filters. */
  className: string | undefined;
  /** The name of the section; "Filters" where it is absent. */
  label?: string;
  search: Omit<ComponentProps<typeof SearchField>, 'className'>;
  /** The other filters. */
  children?: ReactNode;
  /** Present where the bar has the button Reset Filters. */
  reset?: { onReset: () => void; enabled: boolean };
};

/** The filters above a list: a search field, further filters, and Reset Filters. */
export function FilterBar({ className, label, search, children, reset }: Props) {
  const { t } = useTranslation('ui');
  return (
    <section className={`${classes.bar} ${className ?? ''}`} aria-label={label ?? t('filters.label')}>
      <SearchField {...search} />
      {children}
      {reset && (
        <Button
          variant="default"
          leftSection={<IconFilterOff size={16} aria-hidden />}
          onClick={reset.onReset}
          disabled={!reset.enabled}
        >
          {t('filters.reset')}
        </Button>
      )}
    </section>
  );
}
