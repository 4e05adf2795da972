import { Button, Checkbox, Group, Paper, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { formatCount } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';

type Props<K> = {
  selection: Selection<K>;
  /** The rows of the page that may be selected. */
  onPage: readonly K[];
  children: ReactNode;
};

export function SelectionBar<K>({ selection: { selected, select, clear }, onPage, children }: Props<K>) {
  const { t } = useTranslation('ui');
  const locale = useLocale();
  const count = selected.size;
  const selectedHere = onPage.filter((key) => selected.has(key)).length;
  return (
    <Paper withBorder px="md" py={8} component="section" aria-label={t('selection.label')}>
      <Group gap="sm" mih={36}>
        <Checkbox
          label={t('selection.page')}
          checked={selectedHere > 0 && selectedHere === onPage.length}
          indeterminate={selectedHere > 0 && selectedHere < onPage.length}
          disabled={onPage.length === 0}
          onChange={({ currentTarget }) => select(onPage, currentTarget.checked)}
        />
        <Text component="span" aria-live="polite" size="sm" c="dimmed" className="tabular">
          {count > 0 && t('selection.count', { count, shown: formatCount(count, locale) })}
        </Text>
        {count > 0 && (
          <Group gap="xs" ms="auto">
            {children}
            <Button variant="subtle" color="gray" size="compact-sm" onClick={clear}>
              {t('selection.clear')}
            </Button>
          </Group>
        )}
      </Group>
    </Paper>
  );
}

/**
 * Objects that are selected for a bulk change, across pages. Another `scope`, such as other filters, selects nothing.
 * @param max how many one call changes
 */
export function useSelection<K>(scope: string, max: number) {
  const [selected, setSelected] = useState<ReadonlySet<K>>(new Set());
  const [last, setLast] = useState<K>();
  const [of, setOf] = useState(scope);
  if (of !== scope) {
    setOf(scope);
    setSelected(new Set());
    setLast(undefined);
  }
  const select = (keys: readonly K[], on: boolean): void => {
    const next = new Set(selected);
    for (const key of keys) {
      if (!on) next.delete(key);
      else if (next.size < max) next.add(key);
    }
    setSelected(next);
  };
  return {
    selected,
    select,
    /** Selects one row; with `within`, the rows of the page in their order, also those between it and the last one. */
    pick: (key: K, on: boolean, within?: readonly K[]): void => {
      setLast(key);
      select(within === undefined || last === undefined ? [key] : between(within, last, key), on);
    },
    clear: (): void => setSelected(new Set()),
  };
}
export type Selection<K> = ReturnType<typeof useSelection<K>>;

function between<K>(keys: readonly K[], one: K, other: K): readonly K[] {
  const [from, to] = [keys.indexOf(one), keys.indexOf(other)].toSorted((a, b) => a - b);
  return from === undefined || to === undefined || from < 0 ? [other] : keys.slice(from, to + 1);
}
