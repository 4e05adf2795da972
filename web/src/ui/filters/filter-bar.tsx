import { Button, NativeSelect } from '@mantine/core';
import { IconFilter, IconFilterOff } from '@tabler/icons-react';
import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useBreakpoint } from '../../lib/use-breakpoint.ts';
import { SearchField } from '../fields/search-field.tsx';
import classes from './filter-bar.module.css';
import type { DeviceMode, DeviceStatus, DeviceType } from '@belfry/schemas/domain/device';

type FilterBarProps = {
  /** Sets the columns of the grid. Its first cell is the search field, the last one Reset Filters. */
  className: string | undefined;
  /** The name of the section; "Filters" where it is absent. */
  label?: string;
  search: Omit<ComponentProps<typeof SearchField>, 'className'>;
  children?: ReactNode;
  /** Shown after the filters, also while they are folded. */
  end?: ReactNode;
  reset?: { onReset: () => void; enabled: boolean };
  /**
   * The number of filters that are set. With it the bar is folded on a phone: a button shows and hides all but the
   * search.
   */
  active?: number;
};

export function FilterBar({ className, label, search, children, end, reset, active }: FilterBarProps) {
  const { t } = useTranslation('ui');
  const narrow = useBreakpoint('phone');
  const [unfolded, setUnfolded] = useState(false);
  const id = useId();
  const folds = active !== undefined && narrow;
  const isOpen = !folds || unfolded;
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
      {isOpen && children}
      {end}
      {isOpen && reset && (
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

type Choice = string | number;
type Props<T extends Choice> = {
  label: string;
  choices: readonly T[];
  value: T;
  labelOf: (choice: T) => string;
  onChange: (choice: T) => void;
};

export const FilterSelect = <T extends Choice>({ label, choices, value, labelOf, onChange }: Props<T>) => (
  <NativeSelect
    label={label}
    value={value}
    data={choices.map((choice) => ({ value: String(choice), label: labelOf(choice) }))}
    onChange={({ currentTarget }) => {
      // An element only has texts as values; the choice itself may be a number.
      const choice = choices.find((choice) => String(choice) === currentTarget.value);
      if (choice !== undefined) onChange(choice);
    }}
  />
);

type All = 'all';
type DeviceFilterSelectsProps<T extends DeviceType | All, S extends DeviceStatus | All, M extends DeviceMode | All> = {
  choices: { type: readonly T[]; status: readonly S[]; mode: readonly M[] };
  value: { type: T; status: S; mode: M };
  onChange: (change: { type: T } | { status: S } | { mode: M }) => void;
  /** The text of a mode; the mode itself where it is absent. */
  labelOfMode?: (mode: M) => string;
};

export function DeviceFilterSelects<
  T extends DeviceType | All,
  S extends DeviceStatus | All,
  M extends DeviceMode | All,
>({ choices, value, onChange, labelOfMode = String }: DeviceFilterSelectsProps<T, S, M>) {
  const { t } = useTranslation('ui');
  const all = t('filters.all');
  const labelOfType = (type: DeviceType | All): string => (type === 'all' ? all : t(`device.type.${type}`));
  const labelOfStatus = (status: DeviceStatus | All): string => (status === 'all' ? all : t(`device.status.${status}`));
  return (
    <>
      <FilterSelect
        label={t('filters.type')}
        choices={choices.type}
        value={value.type}
        labelOf={labelOfType}
        onChange={(type) => onChange({ type })}
      />
      <FilterSelect
        label={t('filters.status')}
        choices={choices.status}
        value={value.status}
        labelOf={labelOfStatus}
        onChange={(status) => onChange({ status })}
      />
      <FilterSelect
        label={t('filters.mode')}
        choices={choices.mode}
        value={value.mode}
        labelOf={(mode) => (mode === 'all' ? all : labelOfMode(mode))}
        onChange={(mode) => onChange({ mode })}
      />
    </>
  );
}
