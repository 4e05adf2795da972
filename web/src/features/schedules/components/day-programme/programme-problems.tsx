import { Alert, Anchor, List } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useReasonText } from '../../../../lib/reasons.ts';
import { formatCount } from '../../../../lib/format.ts';
import { useLocale } from '../../../../lib/i18n.ts';
import { useGetDayProgrammeProblemsQuery } from '../../api/day-programme-api.ts';
import { useScheduleOwner } from '../../use-schedule-owner.ts';

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
