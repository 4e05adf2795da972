import { useTranslation } from './translation.ts';
import { checkRule, repeatOf } from './repeat.ts';

/** The problem of a recurrence, as a text for people; null for a valid one. The server has the last word. */
export function useRuleProblem(): (rule: string | null, startsAt: string) => string | null {
  const { t } = useTranslation('schedule-form');
  return (rule, startsAt) => {
    if (rule === null) return null;
    const repeat = repeatOf(rule, startsAt);
    if (repeat.kind === 'weekly' && repeat.days.length === 0) return t('required.weekdays');
    if (/BYDAY=(;|$)/.test(rule)) return t('required.weekdays');
    const problem = checkRule(rule);
    return problem && t(`rule_problem.${problem.problem}`, { part: problem.part });
  };
}
