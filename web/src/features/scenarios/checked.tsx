import type { ScenarioCheck } from '@belfry/schemas/http/scenarios/scenarios';
import { List, Text } from '@mantine/core';
import { useReasonText } from '../../lib/reasons.ts';
import { useTranslation } from '../../lib/translation.ts';

const NAMED_MAX = 20;

/** Who and what each action would reach now, and whom not, and why. */
export function Checked({ check }: { check: ScenarioCheck }) {
  const { t } = useTranslation('scenarios');
  const reasonOf = useReasonText();
  return (
    <List spacing="xs" size="sm">
      {check.actions.map(({ index, kind, reached, missed, missed_total, parts, missing }) => (
        <List.Item key={index}>
          {[
            t(`kind.${kind}`),
            t('reached', { count: reached }),
            parts !== null && t('parts', { count: parts }),
            missing.length > 0 && t('missing', { names: missing.join(', ') }),
          ]
            .filter(Boolean)
            .join(' · ')}
          {missed.slice(0, NAMED_MAX).map(({ who, reason, detail }) => (
            <Text key={`${who} ${reason}`} size="sm">
              {[who, t(`missed.${reason}`), reason === 'offline' || detail === null ? null : reasonOf(detail)]
                .filter(Boolean)
                .join(': ')}
            </Text>
          ))}
          {missed_total > NAMED_MAX && <Text size="sm">{t('more', { count: missed_total - NAMED_MAX })}</Text>}
        </List.Item>
      ))}
    </List>
  );
}
