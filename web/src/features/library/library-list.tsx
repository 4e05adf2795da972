import { Button, Group, Paper, Stack } from '@mantine/core';
import { IconPlus, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import type { Kind, ListQuery } from './library-api.ts';
import { addressFilters, useListAddress } from '../../lib/list-address.ts';
import type { Page } from '../../lib/paging.ts';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { RowList } from '../../ui/lists/list-frame.tsx';
import { usePage, type PageEndpoint } from '../../ui/lists/list-state.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import classes from './library-list.module.css';

const PAGE_SIZE = 50;
const filters = addressFilters(z.object({ q: z.string().max(200).catch('') }));

type Props<T> = {
  kind: Kind;
  endpoint: PageEndpoint<ListQuery, Page<T>>;
  mark: Icon;
  /** Begins a new one; without it the list has no button for that. */
  onNew?: () => void;
  renderRow: (item: T) => ReactNode;
  /** Below the search. */
  children?: ReactNode;
};

/** A page of one kind of resource, with search. */
export function LibraryList<T extends { id: number }>({
  kind,
  endpoint,
  mark: Mark,
  onNew,
  renderRow,
  children,
}: Props<T>) {
  const { t } = useTranslation('library');
  const errorText = useErrorMessage();
  const at = useListAddress(filters, { typed: 'q' });
  const list = usePage(endpoint, { at, size: PAGE_SIZE, ask: (asked) => asked });
  const { q } = at.filters;
  const add = onNew && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onNew}>
      {t(`${kind}.new`)}
    </Button>
  );
  const isEmpty = list.rows?.length === 0;
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-end" gap="sm">
        <SearchField
          className={classes.search ?? ''}
          label={t('search')}
          placeholder={t(`${kind}.search`)}
          value={q}
          onChange={(text) => at.change({ q: text })}
        />
        {!(isEmpty && q === '') && add}
      </Group>
      {children}
      <RowList
        list={list}
        label={t(`tabs.${kind}`)}
        variant="frame"
        entry={classes.row}
        keyOf={({ id }) => id}
        waiting={<LineSkeletons count={6} height={56} />}
        failure={(error) => ({ message: errorText(error, t('load_failed')) })}
        filtered={q !== ''}
        empty={
          <Paper withBorder>
            <EmptyState icon={<Mark size={24} />} title={t(`${kind}.empty`)} action={add}>
              {t(`${kind}.empty_text`)}
            </EmptyState>
          </Paper>
        }
        noneFound={
          <Paper withBorder>
            <EmptyState
              icon={<Mark size={24} />}
              title={t('none_match')}
              action={<Button onClick={() => at.change({ q: '' })}>{t('reset')}</Button>}
            />
          </Paper>
        }
        showing={(range) => t('showing', range)}
      >
        {renderRow}
      </RowList>
    </Stack>
  );
}
