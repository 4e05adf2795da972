import { USER_SORTS } from '@belfry/schemas/http/users-admin';
import { ActionIcon, NativeSelect, Text, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { readUsersAddress, type ChangeUsers, type UsersAddress } from '../users-address.ts';
import classes from './users-search.module.css';

type Props = {
  address: UsersAddress;
  counts: { found: number; total: number } | undefined;
  refreshing: boolean;
  onRefresh: () => void;
  onChange: ChangeUsers;
};

/** Search over name, phone and email, with the found count out of the total; the order, and reading anew. */
export function UsersSearch({ address, counts, refreshing, onRefresh, onChange }: Props) {
  const { t } = useTranslation('users-admin');
  const locale = useLocale();
  const figure = (value: number): string => formatCount(value, locale);
  return (
    <section className={classes.bar} aria-label={t('search')}>
      <SearchField
        className={classes.search ?? ''}
        label={t('search')}
        placeholder={t('search_hint')}
        value={address.q}
        onChange={(q) => onChange({ q })}
      />
      <NativeSelect
        label={t('sort.label')}
        data={USER_SORTS.map((sort) => ({ value: sort, label: t(`sort.${sort}`) }))}
        value={address.sort}
        onChange={({ currentTarget }) => {
          onChange({ sort: readUsersAddress(new URLSearchParams({ sort: currentTarget.value })).sort });
        }}
      />
      <Tooltip label={t('refresh')}>
        <ActionIcon variant="default" size={36} aria-label={t('refresh')} loading={refreshing} onClick={onRefresh}>
          <IconRefresh size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Text component="output" size="sm" c="dimmed" className={`${classes.count} tabular`}>
        {counts &&
          (address.q === ''
            ? t('total', { count: counts.total, total: figure(counts.total) })
            : t('found', { found: figure(counts.found), total: figure(counts.total) }))}
      </Text>
    </section>
  );
}
