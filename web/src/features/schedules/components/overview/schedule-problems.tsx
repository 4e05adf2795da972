import type { Schedule } from '@belfry/schemas/http/schedules/schedules';
import { Alert, List } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useReasonText } from '../../../../api/use-reason.ts';
import { formatCount } from '../../../../lib/format/format.ts';
import { useLocale } from '../../../../lib/i18n.ts';

const SHOWN = 10;

/** The enabled schedules that are not heard, or not everywhere, each with the reason. */
export function ScheduleProblems({ schedules }: { schedules: readonly Schedule[] }) {
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
          <List.Item key={id}>{t('overview.problem', { name, problem: describe(problem) })}</List.Item>
        ))}
        {rest > 0 && (
          <List.Item>{t('overview.more_problems', { count: rest, formatted: formatCount(rest, locale) })}</List.Item>
        )}
      </List>
    </Alert>
  );
}
