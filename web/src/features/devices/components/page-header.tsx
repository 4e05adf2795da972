import { Button, Text, Title } from '@mantine/core';
import { IconPlus, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { shownData } from '../../../lib/paging/shown-data.ts';
import { useCountDevicesQuery, useGetDevicePageQuery, type DevicePageQuery } from '../devices-api.ts';
import classes from '../devices-page.module.css';

type Props = { query: DevicePageQuery; onAdd: () => void };

/** Title, counts, Add and Refresh. Reads no device, so that no message re-renders it. */
export function PageHeader({ query, onAdd }: Props) {
  const { t } = useTranslation('devices');
  const locale = useLocale();
  const list = useGetDevicePageQuery(query, {
    selectFromResult: (answer) => ({ filtered: shownData(answer).data?.total }),
  });
  const all = useCountDevicesQuery();
  const shown = (count: number | undefined): string => (count === undefined ? '–' : formatCount(count, locale));
  const [refreshing, setRefreshing] = useState(false);
  const refresh = async (): Promise<void> => {
    setRefreshing(true);
    await Promise.all([list.refetch(), all.refetch()]);
    setRefreshing(false);
  };
  return (
    <header className={classes.header}>
      <div className={classes.titles}>
        <Title order={1} size="h2">
          {t('title')}
        </Title>
        <Text c="dimmed">{t('subtitle')}</Text>
      </div>
      <Text component="output" size="sm" className={classes.count}>
        {t('count', { filtered: shown(list.filtered), total: shown(all.data ?? list.filtered) })}
      </Text>
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        onClick={() => void refresh()}
        loading={refreshing}
      >
        {t('refresh')}
      </Button>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
        {t('add')}
      </Button>
    </header>
  );
}
