import { SeenNodeSelect } from '../places/index.ts';
import { TextInput } from '@mantine/core';
import { useTranslation } from '../../lib/translation.ts';
import { FilterBar, FilterSelect } from '../../ui/filters/filter-bar.tsx';
import { isFiltered, KIND_CHOICES, type AuditFilters } from './audit-api.ts';
import classes from './audit.module.css';

type Props = {
  filters: AuditFilters;
  onChange: (change: Partial<AuditFilters>) => void;
  onReset: () => void;
};

/** Who, what, where and when. */
export function AuditFilterBar({ filters, onChange, onReset }: Props) {
  const { t } = useTranslation('audit');
  const { actor, action, node, from, to } = filters;
  return (
    <FilterBar
      className={classes.bar}
      label={t('filters.label')}
      search={{
        label: t('filters.actor'),
        placeholder: t('filters.actor_hint'),
        value: actor,
        onChange: (typed) => onChange({ actor: typed }),
      }}
      reset={{ onReset, enabled: isFiltered(filters) }}
      active={
        Object.values({ action: action !== 'all', node: node !== 0, from: from !== '', to: to !== '' }).filter(Boolean)
          .length
      }
    >
      <FilterSelect
        label={t('filters.action')}
        choices={KIND_CHOICES}
        value={action}
        labelOf={(kind) => t(`kind.${kind}`)}
        onChange={(chosen) => onChange({ action: chosen })}
      />
      <SeenNodeSelect
        label={t('filters.node')}
        placeholder={t('filters.all_nodes')}
        value={node === 0 ? null : node}
        onChange={(chosen) => onChange({ node: chosen ?? 0 })}
      />
      <TextInput
        type="date"
        label={t('filters.from')}
        value={from}
        onChange={({ currentTarget }) => onChange({ from: currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t('filters.to')}
        value={to}
        error={from !== '' && to !== '' && to < from ? t('filters.order') : undefined}
        onChange={({ currentTarget }) => onChange({ to: currentTarget.value })}
      />
    </FilterBar>
  );
}
