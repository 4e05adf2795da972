import { Text } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../../api/base/use-error-message.ts';
import { useReason } from '../../../../api/use-reason.ts';
import { useTryDraftQuery, type ScheduleBody } from '../../api/schedules-api.ts';
import { Conflicts } from '../dry-run/dry-run-result.tsx';

type Props = { draft: ScheduleBody; scheduleId: number | null; node: number; at: string };

/** Whether the unsaved schedule is heard at its next run in its first place, and what it conflicts with. */
export function ConflictPreview({ draft, scheduleId, node, at }: Props) {
  const { t } = useTranslation('schedule-form');
  const errorText = useErrorMessage();
  const reasonOf = useReason();
  const { data, error } = useTryDraftQuery(
    at === ''
      ? skipToken
      : { company_id: node, at, schedule: draft, ...(scheduleId !== null && { schedule_id: scheduleId }) },
  );
  if (error) {
    return (
      <Text component="output" size="sm" c="dimmed">
        {t('preview.failed', { reason: errorText(error) })}
      </Text>
    );
  }
  if (!data) return null;
  const own = data.heard.find((each) => each.draft);
  return (
    <>
      {own && (
        <Text component="output" size="sm">
          {t(own.plays ? 'preview.plays' : 'preview.plays_not', { reason: reasonOf(own) })}
        </Text>
      )}
      <Conflicts run={data} />
    </>
  );
}
