import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconDownload, IconListCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTargetNodes } from '../../../api/targets/use-target-nodes.ts';
import { useErrorMessage } from '../../../api/base/use-error-message.ts';
import { useReason } from '../../../api/use-reason.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useTimes } from '../../../lib/format/times.ts';
import { Pager } from '../../../ui/pager.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { NodeSelect } from '../../../ui/targets/node-select.tsx';
import { PROOF_PAGE_SIZE, useExportProofMutation, useGetProofQuery, type ProofRange } from '../announcements-api.ts';
import { DeliveryBadge } from './state-badges.tsx';
import classes from './run-progress.module.css';

const DAY_MS = 86_400_000;
const DAYS_SHOWN = 7;

/** The date of an input of type date, in the browser's time zone. */
const dateOf = (instant: number): string => {
  const date = new Date(instant);
  return new Date(instant - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
};
/** The whole days between two dates; null while they are not in order. */
function rangeOf(from: string, to: string): { from: string; to: string } | null {
  const [start, end] = [new Date(`${from}T00:00`).getTime(), new Date(`${to}T00:00`).getTime() + DAY_MS];
  return start < end ? { from: new Date(start).toISOString(), to: new Date(end).toISOString() } : null;
}

/** What was announced at the places in a time, with its export. */
export function ProofOfPlay() {
  const { t } = useTranslation('announcements');
  const messageOf = useErrorMessage();
  const places = useTargetNodes();
  const [today] = useState(() => Date.now());
  const [from, setFrom] = useState(dateOf(today - (DAYS_SHOWN - 1) * DAY_MS));
  const [to, setTo] = useState(dateOf(today));
  const [node, setNode] = useState<number | null>(null);
  const days = rangeOf(from, to);
  const range = days && { ...days, ...(node !== null && { company_id: node }) };
  const [exportProof, { error, isLoading }] = useExportProofMutation();
  const download = async (): Promise<void> => {
    if (!range) return;
    const { data } = await exportProof(range);
    if (data !== undefined) saveFile(`proof-of-play-${from}.csv`, new Blob([data], { type: 'text/csv;charset=utf-8' }));
  };
  return (
    <Stack gap="md">
      <Group gap="sm" align="flex-end">
        <TextInput
          type="date"
          label={t('proof.from')}
          value={from}
          onChange={({ currentTarget }) => setFrom(currentTarget.value)}
        />
        <TextInput
          type="date"
          label={t('proof.to')}
          value={to}
          onChange={({ currentTarget }) => setTo(currentTarget.value)}
          error={range ? undefined : t('proof.order')}
        />
        <div className={classes.node}>
          <NodeSelect
            places={places}
            label={t('proof.node')}
            placeholder={t('proof.all_nodes')}
            value={node}
            onChange={setNode}
          />
        </div>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={isLoading}
          disabled={!range}
          onClick={() => void download()}
        >
          {t('proof.csv')}
        </Button>
      </Group>
      {error !== undefined && (
        <Alert color="error" role="alert">
          {messageOf(error)}
        </Alert>
      )}
      {range && <Rows key={`${from} ${to} ${node}`} range={range} />}
    </Stack>
  );
}

function Rows({ range }: { range: ProofRange }) {
  const { t } = useTranslation('announcements');
  const messageOf = useErrorMessage();
  const { moment } = useTimes();
  const reasonOf = useReason();
  const [page, setPage] = useState(1);
  const { data, error, isFetching, refetch } = useGetProofQuery({ ...range, page });
  if (!data && error) {
    return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (!data) return <LineSkeletons count={6} height={36} />;
  if (data.total === 0) {
    return (
      <EmptyState icon={<IconListCheck size={24} />} title={t('proof.empty')}>
        {t('proof.empty_text')}
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={classes.list} aria-label={t('tabs.proof')}>
        {data.rows.map(({ run_id, serial, place, title, kind, at, state, ...row }) => (
          <li key={`${run_id} ${serial}`} className={classes.row}>
            <span className={classes.place}>
              <Text span fw={600} inherit>
                {place}
              </Text>{' '}
              {title}
            </span>
            <span className={classes.detail}>
              {[moment(at), t(`kind.${kind}`), reasonOf(row)].filter(Boolean).join(' · ')}
            </span>
            <DeliveryBadge state={state} />
          </li>
        ))}
      </ul>
      <Pager
        page={page}
        pageSize={PROOF_PAGE_SIZE}
        total={data.total}
        showing={(shown) => t('proof.showing', shown)}
        onGo={setPage}
      />
    </>
  );
}
