import { Button } from '@mantine/core';
import { IconFilter, IconFilterOff } from '@tabler/icons-react';
import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useBreakpoint } from '../../lib/hooks/use-breakpoint.ts';
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
  /** What is shown after the filters, also while they are folded. */
  end?: ReactNode;
  /** Present where the bar has the button Reset Filters. */
  reset?: { onReset: () => void; enabled: boolean };
  /** How many filters are set. With it the bar is folded on a phone: a button shows and hides all but the search. */
  active?: number;
};

/** The filters above a list: a search field, further filters, and Reset Filters. */
export function FilterBar({ className, label, search, children, end, reset, active }: Props) {
  const { t } = useTranslation('ui');
  const narrow = useBreakpoint('phone');
  const [unfolded, setUnfolded] = useState(false);
  const id = useId();
  const folds = active !== undefined && narrow;
  const shown = !folds || unfolded;
  return (
    <section id={id} className={`${classes.bar} ${className ?? ''}`} aria-label={label ?? t('filters.label')}>
      <SearchField {...search} />
      {folds && (
        <Button
          className={classes.toggle ?? ''}
          variant="default"
          leftSection={<IconFilter size={16} aria-hidden />}
          aria-expanded={unfolded}
          aria-controls={id}
          onClick={() => setUnfolded(!unfolded)}
        >
          {t('filters.toggle', { active })}
        </Button>
      )}
      {shown && children}
      {end}
      {shown && reset && (
        <Button
          variant="default"
          // Its cell is narrow, and its label is long in some languages.
          px={6}
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
