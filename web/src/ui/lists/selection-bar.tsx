import { Button, Checkbox, Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import type { Selection } from '../../lib/paging/use-selection.ts';

type Props<K> = {
  selection: Selection<K>;
  /** What the page shows and may be selected. */
  onPage: readonly K[];
  /** The actions on what is selected. */
  children: ReactNode;
};

/** Above a list: selects its page, counts what is selected on all pages, and has the actions on it. */
export function SelectionBar<K>({ selection: { selected, select, clear }, onPage, children }: Props<K>) {
  const { t } = useTranslation('ui');
  const locale = useLocale();
  const count = selected.size;
  const chosen = onPage.filter((key) => selected.has(key)).length;
  return (
    <Paper withBorder px="md" py={8} component="section" aria-label={t('selection.label')}>
      <Group gap="sm" mih={36}>
        <Checkbox
          label={t('selection.page')}
          checked={chosen > 0 && chosen === onPage.length}
          indeterminate={chosen > 0 && chosen < onPage.length}
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
