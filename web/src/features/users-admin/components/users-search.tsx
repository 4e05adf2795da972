import { USER_SORTS } from '@belfry/schemas/http/users/admin';
import { ActionIcon, Text, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { FilterBar } from '../../../ui/filters/filter-bar.tsx';
import { FilterSelect } from '../../../ui/filters/filter-select.tsx';
import {
  BLOCKED_FILTER,
  countFilters,
  ROLE_FILTER,
  UNCONFIRMED_FILTER,
  type ChangeUsers,
  type UsersAddress,
} from '../users-address.ts';
import { useRoleLabel } from '../../../ui/use-role-label.ts';
import classes from './users-search.module.css';

type Props = {
  address: UsersAddress;
  counts: { found: number; total: number } | undefined;
  refreshing: boolean;
  onRefresh: () => void;
  onChange: ChangeUsers;
};

/** Search over name, phone and email, with the number of matches and of all users; the order, and Refresh. */
export function UsersSearch({ address, counts, refreshing, onRefresh, onChange }: Props) {
  const roleLabel = useRoleLabel();
  const { t } = useTranslation('users-admin');
  const locale = useLocale();
  const active = countFilters(address);
  const format = (value: number): string => formatCount(value, locale);
  return (
    <FilterBar
      className={classes.bar}
      label={t('search')}
      active={active}
      search={{
        label: t('search'),
        placeholder: t('search_hint'),
        value: address.q,
        onChange: (q) => onChange({ q }),
      }}
      end={
        <>
          <Tooltip label={t('refresh')}>
            <ActionIcon
              className={classes.refresh ?? ''}
              variant="default"
              size={36}
              aria-label={t('refresh')}
              loading={refreshing}
              onClick={onRefresh}
            >
              <IconRefresh size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
          <Text component="output" size="sm" c="dimmed" className={`${classes.count} tabular`}>
            {counts &&
              (address.q === '' && active === 0
                ? t('total', { count: counts.total, total: format(counts.total) })
                : t('found', { found: format(counts.found), total: format(counts.total) }))}
          </Text>
        </>
      }
    >
      <FilterSelect
        label={t('filters.role')}
        choices={ROLE_FILTER}
        value={address.role}
        labelOf={(role) => (role === 'all' ? t('filters.all') : roleLabel(role))}
        onChange={(role) => onChange({ role })}
      />
      <FilterSelect
        label={t('filters.blocked')}
        choices={BLOCKED_FILTER}
        value={address.blocked}
        labelOf={(blocked) => t(`filters.${blocked}`)}
        onChange={(blocked) => onChange({ blocked })}
      />
      <FilterSelect
        label={t('filters.unconfirmed')}
        choices={UNCONFIRMED_FILTER}
        value={address.unconfirmed}
        labelOf={(unconfirmed) => t(`filters.${unconfirmed}`)}
        onChange={(unconfirmed) => onChange({ unconfirmed })}
      />
      <FilterSelect
        label={t('sort.label')}
        choices={USER_SORTS}
        value={address.sort}
        labelOf={(sort) => t(`sort.${sort}`)}
        onChange={(sort) => onChange({ sort })}
      />
    </FilterBar>
  );
}
