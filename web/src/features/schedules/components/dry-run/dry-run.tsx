import { Button, Paper, Stack, Text, TextInput } from '@mantine/core';
import { IconZoomQuestion } from '@tabler/icons-react';
import { skipToken } from '@reduxjs/toolkit/query';
import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlaces } from '../../use-places.ts';
import { useErrorMessage } from '../../../../lib/api/use-error-message.ts';
import { TimeZone } from '../../../../lib/times.ts';
import { EmptyState } from '../../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../../ui/states/skeletons.tsx';
import { NodeSelect } from '../../../places/index.ts';
import { wallTime } from '../../recurrence/local-time.ts';
import { idOf, useScheduleAddress } from '../../schedule-address.ts';
import { useGetDryRunQuery } from '../../api/schedules-api.ts';
import { DryRunResult } from './dry-run-result.tsx';

const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/** What a place hears at a moment and why; both are part of the address. */
export function DryRunPanel() {
  const { t } = useTranslation('dry-run');
  const places = usePlaces();
  const { address, go } = useScheduleAddress();
  const zone = useContext(TimeZone);
  const [now] = useState(() => wallTime(Date.now(), zone));
  const node = idOf(address, 'node');
  const named = address.get('at') ?? '';
  const [typed, setTyped] = useState(LOCAL.test(named) ? named : now);
  const run = (): void => go({ at: typed });
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t('lead')}
      </Text>
      <Paper
        component="form"
        withBorder
        p="md"
        maw={640}
        aria-label={t('title')}
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        <Stack gap="sm">
          <NodeSelect
            places={places}
            label={t('node')}
            placeholder={t('node_hint')}
            value={node}
            onChange={(id) => go({ node: id })}
          />
          <TextInput
            label={t('at')}
            description={t('at_hint')}
            type="datetime-local"
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <Button type="submit" disabled={node === null || typed === ''}>
            {t('run')}
          </Button>
        </Stack>
      </Paper>
      <Result node={node} at={LOCAL.test(named) ? named : null} />
    </Stack>
  );
}

function Result({ node, at }: { node: number | null; at: string | null }) {
  const { t } = useTranslation('dry-run');
  const errorText = useErrorMessage();
  const { data, error, isFetching, refetch } = useGetDryRunQuery(
    node === null || at === null ? skipToken : { company_id: node, at },
  );
  if (node === null || at === null) {
    return (
      <Paper withBorder>
        <EmptyState icon={<IconZoomQuestion size={24} />} title={t('choose')} />
      </Paper>
    );
  }
  if (error) {
    const message = errorText(error, t('failed'));
    return <ErrorState message={message} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  return data ? <DryRunResult run={data} /> : <LineSkeletons count={8} />;
}
