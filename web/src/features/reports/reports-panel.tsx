import { OnePlace, useFirstPlace } from '../../kit/where/index.ts';
import { useAct } from '../../ui/use-act.ts';
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { IconDownload, IconPrinter, IconReportAnalytics } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useAddress } from '../../lib/address.ts';
import { isApiError } from '../../lib/api/api-error.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { useLocale } from '../../lib/i18n.ts';
import { setParameter } from '../../lib/list-address.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { nodeOf } from '../alarms/alarms-api.ts';
import { ReportView } from './report-view.tsx';
import { monthOf, monthsBefore, nameOfMonth, useExportReportMutation, useGetReportQuery } from './reports-api.ts';
import classes from './reports.module.css';

export function ReportsPanel() {
  const { t } = useTranslation('reports');
  const locale = useLocale();
  const [address, setAddress] = useAddress();
  const [now] = useState(() => new Date());
  const { shown } = useFirstPlace();
  const nodeId = nodeOf(address) ?? shown;
  const month = monthOf(address, now);
  const choose = (name: string, value: string | number | null): void =>
    setAddress((before) => setParameter(before, name, value), { preventScrollReset: true });
  return (
    <Stack gap="md" className={classes.report ?? ''}>
      <div className={classes.controls}>
        <Text size="sm" c="dimmed" mb="md">
          {t('lead')}
        </Text>
        <Group align="flex-end" gap="md">
          <div className={classes.node}>
            <OnePlace label={t('node')} hint={t('choose')} value={nodeId} onChange={(node) => choose('node', node)} />
          </div>
          <NativeSelect
            label={t('month')}
            data={monthsBefore(now).map((value) => ({ value, label: nameOfMonth(value, locale) }))}
            value={month}
            onChange={({ currentTarget }) => choose('month', currentTarget.value)}
          />
          {nodeId !== null && <Exports nodeId={nodeId} month={month} />}
        </Group>
      </div>
      {nodeId === null ? (
        <EmptyState icon={<IconReportAnalytics size={24} />} title={t('choose')}>
          {t('choose_text')}
        </EmptyState>
      ) : (
        <Loaded key={`${nodeId} ${month}`} nodeId={nodeId} month={month} />
      )}
    </Stack>
  );
}

type Chosen = { nodeId: number; month: string };

function Loaded({ nodeId, month }: Chosen) {
  const { t } = useTranslation('reports');
  const textOf = useReportError();
  const { data, error, isFetching, refetch } = useGetReportQuery({ company_id: nodeId, month });
  if (data) return <ReportView report={data} />;
  if (error)
    return <ErrorState message={textOf(error, t('failed'))} onRetry={() => void refetch()} retrying={isFetching} />;
  return <LineSkeletons count={8} height={36} />;
}

function Exports({ nodeId, month }: Chosen) {
  const { t } = useTranslation('reports');
  const textOf = useReportError();
  const { act } = useAct();
  const [save, { isLoading }] = useExportReportMutation();
  const download = async (): Promise<void> => {
    const failed = t('csv_failed');
    await act(() => save({ company_id: nodeId, month }), { failed, textOf: (error) => textOf(error, failed) });
  };
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={isLoading}
        onClick={() => void download()}
      >
        {t('csv')}
      </Button>
      <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => globalThis.print()}>
        {t('print')}
      </Button>
    </Group>
  );
}

function useReportError(): (error: unknown, fallback: string) => string {
  const { t } = useTranslation('reports');
  const errorText = useErrorMessage();
  return (error, fallback) => {
    const path = isApiError(error) && error.code === 'unprocessable' ? error.details[0]?.path : undefined;
    if (path === 'month') return t('no_month');
    return path === 'company_id' ? t('too_large') : errorText(error, fallback);
  };
}
