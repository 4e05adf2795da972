import { Stack, Text, Alert, Anchor, List } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { skipToken } from '@reduxjs/toolkit/query';
import { useContext, useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { Link } from 'react-router';
import { isApiError } from '../../../lib/api/api-error.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { useReasonText } from '../../../lib/reasons.ts';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { OnePlace } from '../../../kit/where/index.ts';
import { PagePlace, useScheduleOwner, useSchedulePlace } from '../../places/index.ts';
import { useGetDayProgrammeQuery, useGetDayProgrammeProblemsQuery } from '../schedules-api.ts';
import { DayProgrammeView } from './day-programme-view.tsx';

type Props = { /** The place that is asked for; null: that of the calendar. */ place: number | null };

/** The music of the day of a place; see PLAN-7. */
export function DayPanel({ place }: Props) {
  const { t } = useTranslation('day-programme');
  const errorText = useErrorMessage();
  const { first } = useSchedulePlace();
  const [choice, setChoice] = useState(place ?? first);
  const isOnPage = useContext(PagePlace) !== null;
  const { currentData, error, refetch, isFetching } = useGetDayProgrammeQuery(choice ?? skipToken);
  const gone = !currentData && isApiError(error) && error.status === 404;
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t('lead')}
      </Text>
      {!isOnPage && (
        <div style={{ maxWidth: 480 }}>
          <OnePlace label={t('node')} hint={t('choose')} value={gone ? null : choice} onChange={setChoice} />
        </div>
      )}
      {gone && <ErrorState message={t('place_gone')} />}
      {!gone && !currentData && error && (
        <ErrorState message={errorText(error, t('load_failed'))} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {currentData ? (
        <DayProgrammeView key={currentData.company_id} programme={currentData} />
      ) : (
        choice !== null && !error && <LineSkeletons count={10} height={40} />
      )}
    </Stack>
  );
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
            <Anchor component={Link} to={`/calendar?open=music:${company_id}`} inherit>
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
