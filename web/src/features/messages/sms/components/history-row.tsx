import type { MessageState } from '@belfry/schemas/http/messages/outbox';
import type { SmsHistoryItem } from '@belfry/schemas/http/messages/sms';
import { Badge, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatAgo } from '../../../../lib/format/format.ts';
import { useLocale } from '../../../../lib/i18n.ts';
import { useTimes } from '../../../../lib/format/times.ts';
import { useNow } from '../../../../lib/hooks/use-now.ts';
import classes from './sms.module.css';

const AGE_STEP_MS = 10_000;
const COLOURS: Record<MessageState, string> = { queued: 'warning', sent: 'success', failed: 'error' };

/** One message: to whom, the text, what the provider said, and when. */
export function HistoryRow({ message }: { message: SmsHistoryItem }) {
  const { t } = useTranslation('sms');
  const locale = useLocale();
  const times = useTimes();
  const now = useNow(AGE_STEP_MS);
  const { phone, name, place, text, parts, state, reason, created_at } = message;
  return (
    <>
      <div className={classes.who}>
        <Text size="sm" fw={550}>
          {name ?? phone}
        </Text>
        <Text size="xs" c="dimmed">
          {[name === null ? null : phone, place].filter(Boolean).join(' · ')}
        </Text>
      </div>
      <div className={classes.what}>
        <Text size="sm" className={classes.text ?? ''}>
          {text}
        </Text>
        {reason !== null && (
          <Text size="xs" c="error">
            {reason}
          </Text>
        )}
      </div>
      <span className={classes.state}>
        <Badge variant="light" color={COLOURS[state]} tt="none">
          {t(`state.${state}`)}
        </Badge>
      </span>
      <span className={classes.when} title={times.moment(created_at)}>
        {formatAgo(created_at, now, locale)}, {t('preview.parts', { count: parts })}
      </span>
    </>
  );
}
