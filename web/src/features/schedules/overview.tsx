import { IconAlertTriangle } from '@tabler/icons-react';
import { Alert, Anchor, Button, List, Stack, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Schedule } from '@belfry/schemas/http/schedules/schedules';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { formatCount } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { useReasonText } from '../../lib/reasons.ts';
import { useTranslation } from '../../lib/translation.ts';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { CardSkeletons } from '../../ui/states/skeletons.tsx';
import { useScheduleAddress, useScheduleOwner } from '../places/index.ts';
import { ProgrammeProblems } from './day-programme/day-panel.tsx';
import { isIn } from './plans/plan-filters.ts';
import { useGetSchedulesQuery } from './schedules-api.ts';
import classes from './schedules.module.css';

/** The counts, each of which leads to those plans, and what is not heard. */
export function Overview() {
  const { t } = useTranslation('schedule');
  const errorText = useErrorMessage();
  const { data, error, refetch, isFetching } = useGetSchedulesQuery(useScheduleOwner());
  if (!data && error) {
    const message = errorText(error, t('load_failed'));
    return <ErrorState message={message} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (!data) return <CardSkeletons count={3} height={92} cols={{ base: 3 }} />;
  return (
    <Stack gap="lg">
      <ScheduleCounts schedules={data} />
      <ScheduleProblems schedules={data} />
      <ProgrammeProblems />
      <Button component={Link} to="/calendar" variant="default" style={{ alignSelf: 'start' }}>
        {t('overview.calendar')}
      </Button>
    </Stack>
  );
}

const SHOWN = 10;

function ScheduleProblems({ schedules }: { schedules: readonly Schedule[] }) {
  const { t } = useTranslation('schedule');
  const describe = useReasonText();
  const locale = useLocale();
  const failing = schedules.flatMap(({ id, name, enabled, problem }) =>
    enabled && problem !== null ? [{ id, name, problem }] : [],
  );
  if (failing.length === 0) return null;
  const rest = failing.length - SHOWN;
  return (
    <Alert color="error" icon={<IconAlertTriangle size={18} aria-hidden />} title={t('overview.problems')}>
      <List size="sm">
        {failing.slice(0, SHOWN).map(({ id, name, problem }) => (
          <List.Item key={id}>
            <Anchor component={Link} to={`/calendar?open=plan:${id}`} inherit>
              {name}
            </Anchor>
            {`: ${describe(problem)}`}
          </List.Item>
        ))}
        {rest > 0 && (
          <List.Item>{t('overview.more_problems', { count: rest, formatted: formatCount(rest, locale) })}</List.Item>
        )}
      </List>
    </Alert>
  );
}

const COUNTED = ['active', 'upcoming', 'total'] as const;
const STATE_OF = { active: 'enabled', upcoming: 'upcoming', total: null } as const;

function ScheduleCounts({ schedules }: { schedules: readonly Schedule[] }) {
  const { t } = useTranslation('schedule');
  const locale = useLocale();
  const { go } = useScheduleAddress();
  const [now] = useState(() => Date.now());
  return (
    <div className={classes.counts}>
      {COUNTED.map((name) => {
        const state = STATE_OF[name];
        const count = schedules.filter((each) => state === null || isIn[state](each, now)).length;
        return (
          <UnstyledButton
            key={name}
            className={classes.count ?? ''}
            title={name === 'upcoming' ? t('overview.upcoming_hint') : undefined}
            onClick={() => go({ tab: 'manage', state })}
          >
            <span>{t(`overview.${name}`)}</span> <strong>{formatCount(count, locale)}</strong>
          </UnstyledButton>
        );
      })}
    </div>
  );
}
