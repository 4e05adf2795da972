import { Group, NativeSelect } from '@mantine/core';
import { formatCount } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { useTranslation } from '../../lib/translation.ts';
import { OnePlace, shortName, useWhereQuery } from '../../kit/where/index.ts';
import { DateField } from '../../ui/fields/date-field.tsx';
import { type ActivityFilters, PERIODS, useDays } from './activity-address.ts';

type Props = { filters: ActivityFilters; onChange: (change: Partial<ActivityFilters>) => void };

/** Where and when. */
export function ActivityFilterFields({ filters, onChange }: Props) {
  const { t } = useTranslation('activity');
  const locale = useLocale();
  const { node, days, from, to, view } = filters;
  const range = useDays(filters);
  const isOwn = from !== '' || to !== '';
  return (
    <>
      <OnePlace label={t('place')} value={node === 0 ? null : node} onChange={(id) => onChange({ node: id ?? 0 })} />
      {view !== 'needs' && (
        <>
          <NativeSelect
            label={t('period')}
            value={isOwn ? '0' : String(days)}
            data={[
              ...PERIODS.map((each) => ({
                value: String(each),
                label: t('days', { count: each, formatted: formatCount(each, locale) }),
              })),
              { value: '0', label: t('own_days') },
            ]}
            onChange={({ currentTarget: { value } }) =>
              onChange(value === '0' ? range : { days: Number(value), from: '', to: '' })
            }
          />
          {isOwn && (
            <Group gap="xs" grow>
              <DateField label={t('from')} value={from} onChange={(date) => onChange({ from: date })} />
              <DateField
                label={t('to')}
                value={to}
                error={from !== '' && to !== '' && to < from ? t('order') : undefined}
                onChange={(date) => onChange({ to: date })}
              />
            </Group>
          )}
        </>
      )}
    </>
  );
}

/** The name of the place that a filter has; its number until it is known. 0: none. */
export function usePlaceName(node: number): string {
  const { data } = useWhereQuery({ right: 'read', targets: { nodes: [node] } }, { skip: node === 0 });
  const [place] = data?.items ?? [];
  return place ? shortName(place) : String(node);
}
