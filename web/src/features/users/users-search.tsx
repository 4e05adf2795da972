import { USER_SORTS } from '@belfry/schemas/http/users/admin';
import { ActionIcon, Text, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from '../../lib/translation.ts';
import { formatCount } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { FilterBar, FilterSelect } from '../../ui/filters/filter-bar.tsx';
import { BLOCKED_FILTER, countFilters, ROLE_FILTER, UNCONFIRMED_FILTER, type UsersFilters } from './users-address.ts';
import { useRoleLabel } from '../../ui/person.tsx';
import classes from './users-search.module.css';

type Props = {
  filters: UsersFilters;
  /** How many are found, and how many there are; absent while that is not known. */
  counts: { found: number; all: number } | undefined;
  refreshing: boolean;
  onRefresh: () => void;
  onChange: (change: Partial<UsersFilters>) => void;
};

/** Search over name, phone and email, with the number of matches and of all users; the order, and Refresh. */
export function UsersSearch({ filters, counts, refreshing, onRefresh, onChange }: Props) {
  const roleLabel = useRoleLabel();
  const { t } = useTranslation('users-admin');
  const locale = useLocale();
  const active = countFilters(filters);
  const format = (value: number): string => formatCount(value, locale);
  return (
    <FilterBar
      className={classes.bar}
      label={t('search')}
      active={active}
      search={{
        label: t('search'),
        placeholder: t('search_hint'),
        value: filters.q,
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
              (filters.q === '' && active === 0
                ? t('total', { count: counts.all, total: format(counts.all) })
                : t('found', { found: format(counts.found), total: format(counts.all) }))}
          </Text>
        </>
      }
    >
      <FilterSelect
        label={t('filters.role')}
        choices={ROLE_FILTER}
        value={filters.role}
        labelOf={(role) => (role === 'all' ? t('filters.all') : roleLabel(role))}
        onChange={(role) => onChange({ role })}
      />
      <FilterSelect
        label={t('filters.blocked')}
        choices={BLOCKED_FILTER}
        value={filters.blocked}
        labelOf={(blocked) => t(`filters.${blocked}`)}
        onChange={(blocked) => onChange({ blocked })}
      />
      <FilterSelect
        label={t('filters.unconfirmed')}
        choices={UNCONFIRMED_FILTER}
        value={filters.unconfirmed}
        labelOf={(unconfirmed) => t(`filters.${unconfirmed}`)}
        onChange={(unconfirmed) => onChange({ unconfirmed })}
      />
      <FilterSelect
        label={t('sort.label')}
        choices={USER_SORTS}
        value={filters.sort}
        labelOf={(sort) => t(`sort.${sort}`)}
        onChange={(sort) => onChange({ sort })}
      />
    </FilterBar>
  );
}
