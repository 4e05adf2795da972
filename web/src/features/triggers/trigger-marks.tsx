import type { Trigger } from '@belfry/schemas/http/triggers/triggers';
import { Badge } from '@mantine/core';
import { useTranslation } from '../../lib/translation.ts';
import classes from './triggers.module.css';

export function TriggerMarks({
  trigger: { enabled, mode, drill },
}: {
  trigger: Pick<Trigger, 'enabled' | 'mode' | 'drill'>;
}) {
  const { t } = useTranslation('triggers');
  return (
    <span className={classes.marks}>
      <Badge variant="light" color={enabled ? 'success' : 'gray'} tt="none">
        {t(enabled ? 'state.on' : 'state.off')}
      </Badge>
      {mode === 'ask' && (
        <Badge variant="light" color="purple" tt="none">
          {t('state.asks')}
        </Badge>
      )}
      {drill && (
        <Badge variant="light" color="warning" tt="none">
          {t('state.drill')}
        </Badge>
      )}
    </span>
  );
}
