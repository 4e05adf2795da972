import { Stack, Text } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../../api/base/use-error-message.ts';
import { usePlaces } from '../../use-places.ts';
import { useReason } from '../../../../api/use-reason.ts';
import { formatCount } from '../../../../lib/format/format.ts';
import { useLocale } from '../../../../lib/i18n.ts';
import { useTryDraftQuery, type ScheduleBody } from '../../api/schedules-api.ts';
import { Conflicts } from '../dry-run/dry-run-result.tsx';

/** Each check expands the schedules of a tree; further nodes are counted. */
const CHECKED = 6;

type Draft = { draft: ScheduleBody; scheduleId: number | null; at: string };
type Props = Draft & { nodes: readonly number[] };

/** Whether the unsaved schedule is heard at its next run at the chosen nodes, and what it conflicts with there. */
export function ConflictPreview({ nodes, ...draft }: Props) {
  const { t } = useTranslation('schedule-form');
  const locale = useLocale();
  const { nodes: known } = usePlaces();
  const hidden = nodes.length - CHECKED;
  return (
    <Stack gap="xs">
      {nodes.slice(0, CHECKED).map((node) => (
        <NodePreview
          key={node}
          node={node}
          name={nodes.length === 1 ? null : (known?.find(({ company_id }) => company_id === node)?.name ?? `#${node}`)}
          {...draft}
        />
      ))}
      {hidden > 0 && (
        <Text size="sm" c="dimmed">
          {t('preview.unchecked', { count: hidden, nodes: formatCount(hidden, locale) })}
        </Text>
      )}
    </Stack>
  );
}

/** @param name null where there is only one node */
function NodePreview({ draft, scheduleId, node, name, at }: Draft & { node: number; name: string | null }) {
  const { t } = useTranslation('schedule-form');
  const errorText = useErrorMessage();
  const reasonOf = useReason();
  const { data, error } = useTryDraftQuery(
    at === ''
      ? skipToken
      : { company_id: node, at, schedule: draft, ...(scheduleId !== null && { schedule_id: scheduleId }) },
  );
  const named = (text: string): string => (name === null ? text : t('preview.at', { name, text }));
  if (error) {
    return (
      <Text component="output" size="sm" c="dimmed">
        {named(t('preview.failed', { reason: errorText(error) }))}
      </Text>
    );
  }
  if (!data) return null;
  const own = data.heard.find((each) => each.draft);
  return (
    <>
      {own && (
        <Text component="output" size="sm">
          {named(t(own.plays ? 'preview.plays' : 'preview.plays_not', { reason: reasonOf(own) }))}
        </Text>
      )}
      {(name === null || data.conflicts.length > 0) && <Conflicts run={data} />}
    </>
  );
}
