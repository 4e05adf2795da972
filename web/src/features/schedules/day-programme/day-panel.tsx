import { Button, Paper, Stack, Text, Alert, Anchor, List } from '@mantine/core';
import { IconPlaylist, IconAlertTriangle } from '@tabler/icons-react';
import { skipToken } from '@reduxjs/toolkit/query';
import { useTranslation } from '../../../lib/translation.ts';
import { Link } from 'react-router';
import { isApiError } from '../../../lib/api/api-error.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { useReasonText } from '../../../lib/reasons.ts';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import {
  SchedulePlace,
  changedAddress,
  useScheduleAddress,
  useScheduleOwner,
  useSchedulePlace,
} from '../../places/index.ts';
import { useGetDayProgrammeQuery, useGetDayProgrammeProblemsQuery } from '../schedules-api.ts';
import { DayProgrammeView } from './day-programme-view.tsx';

/** The music of the day of one node, which the address names; see PLAN-7. */
export function DayPanel() {
  const { t } = useTranslation('day-programme');
  const { address } = useScheduleAddress();
  const { first: node } = useSchedulePlace();
  const { currentData, error } = useGetDayProgrammeQuery(node ?? skipToken);
  const gone = !currentData && isApiError(error) && error.status === 404;
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t('lead')}
      </Text>
      <div style={{ maxWidth: 480 }}>
        <SchedulePlace label={t('node')} hint={t('choose')} value={gone ? null : node} isNeeded={node !== null} />
      </div>
      {gone ? <PlaceGone address={address} /> : <Content node={node} />}
    </Stack>
  );
}

function PlaceGone({ address }: { address: URLSearchParams }) {
  const { t } = useTranslation('day-programme');
  const to = `?${changedAddress(address, { node: null }).toString()}`;
  const another = (
    <Button component={Link} to={to} preventScrollReset mt="xs" variant="light">
      {t('another')}
    </Button>
  );
  return <ErrorState message={t('place_gone')} action={another} />;
}

function Content({ node }: { node: number | null }) {
  const { t } = useTranslation('day-programme');
  const errorText = useErrorMessage();
  const { currentData, error, refetch, isFetching } = useGetDayProgrammeQuery(node ?? skipToken);
  if (node === null) {
    return (
      <Paper withBorder>
        <EmptyState icon={<IconPlaylist size={24} />} title={t('choose')} />
      </Paper>
    );
  }
  if (!currentData && error) {
    const message = errorText(error, t('load_failed'));
    return <ErrorState message={message} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  return currentData ? <DayProgrammeView programme={currentData} /> : <LineSkeletons count={10} height={40} />;
}

const SHOWN = 10;

/** The windows of day programmes that play nothing, as one whose playlist is empty, each with a link to its programme. */
export function ProgrammeProblems() {
  const { t } = useTranslation(['day-programme', 'schedule']);
  const describe = useReasonText();
  const locale = useLocale();
  const { data = [] } = useGetDayProgrammeProblemsQuery(useScheduleOwner());
  if (data.length === 0) return null;
  const rest = data.length - SHOWN;
  return (
    <Alert color="error" icon={<IconAlertTriangle size={18} aria-hidden />} title={t('problems.title')}>
      <List size="sm">
        {data.slice(0, SHOWN).map(({ company_id, node, days, from, to, name, problem }) => (
          <List.Item key={`${company_id} ${from} ${days.join('')}`}>
            <Anchor component={Link} to={`?tab=day&node=${company_id}`} inherit>
              {t('problems.window', { node, from, to })}
            </Anchor>
            {': '}
            {t('problems.problem', { name, problem: describe(problem) })}
          </List.Item>
        ))}
        {rest > 0 && (
          <List.Item>
            {t('schedule:overview.more_problems', { count: rest, formatted: formatCount(rest, locale) })}
          </List.Item>
        )}
      </List>
    </Alert>
  );
}
