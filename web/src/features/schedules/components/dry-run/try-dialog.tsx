import { Modal, Stack, TextInput } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlaces } from '../../use-places.ts';
import { useErrorMessage } from '../../../../lib/api/use-error-message.ts';
import { useMobile } from '../../../../lib/use-breakpoint.ts';
import { ErrorState } from '../../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../../ui/states/skeletons.tsx';
import { NodeSelect } from '../../../places/index.ts';
import { useTryDraftQuery, type ScheduleBody } from '../../api/schedules-api.ts';
import { DryRunResult } from './dry-run-result.tsx';

type Props = {
  draft: ScheduleBody;
  /** The schedule that the draft would replace. */
  scheduleId: number | null;
  /** Where and when the dialog begins. */
  node: number | null;
  at: string;
  onClose: () => void;
};

/** A dry run with the schedule of the form, which is not saved. */
export function TryDialog({ draft, scheduleId, node: first, at: begin, onClose }: Props) {
  const { t } = useTranslation(['dry-run', 'common']);
  const errorText = useErrorMessage();
  const places = usePlaces();
  const mobile = useMobile();
  const [node, setNode] = useState(first);
  const [at, setAt] = useState(begin.slice(0, 16));
  const replaced = scheduleId === null ? {} : { schedule_id: scheduleId };
  const { data, error, isFetching, refetch } = useTryDraftQuery(
    node === null || at === '' ? skipToken : { company_id: node, at, schedule: draft, ...replaced },
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('draft_title', { name: draft.name })}
      size="lg"
      fullScreen={mobile}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="sm">
        <NodeSelect places={places} label={t('node')} placeholder={t('node_hint')} value={node} onChange={setNode} />
        <TextInput
          label={t('at')}
          description={t('at_hint')}
          type="datetime-local"
          value={at}
          onChange={({ currentTarget }) => setAt(currentTarget.value)}
        />
        {error ? (
          <ErrorState message={errorText(error, t('failed'))} onRetry={() => void refetch()} retrying={isFetching} />
        ) : data ? (
          <DryRunResult run={data} />
        ) : (
          isFetching && <LineSkeletons count={6} />
        )}
      </Stack>
    </Modal>
  );
}
