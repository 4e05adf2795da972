import type { OutboxItem } from '@belfry/schemas/http/messages/outbox';
import { UnstyledButton } from '@mantine/core';
import { IconMail, IconMessage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatAgo } from '../../../../lib/format/format.ts';
import { useLocale } from '../../../../lib/i18n.ts';
import { useNow } from '../../../../lib/hooks/use-now.ts';
import { useTimes } from '../../../../lib/format/times.ts';
import { MessageStateBadge } from './message-state-badge.tsx';
import classes from './outbox-row.module.css';

const AGE_STEP_MS = 10_000;

/** One message: its kind, recipient, state and age. */
export function OutboxRow({ message, onOpen }: { message: OutboxItem; onOpen: (id: number) => void }) {
  const { t } = useTranslation('outbox');
  const locale = useLocale();
  const times = useTimes();
  const now = useNow(AGE_STEP_MS);
  const Channel = message.channel === 'mail' ? IconMail : IconMessage;
  return (
    <UnstyledButton className={classes.row} onClick={() => onOpen(message.id)} aria-haspopup="dialog">
      <Channel size={20} stroke={1.6} className={classes.icon} aria-hidden />
      <span className={classes.what}>{t(`kind.${message.kind}`)}</span>
      <span className={classes.to}>{message.recipient}</span>
      <span className={classes.state}>
        <MessageStateBadge state={message.state} />
      </span>
      <span className={classes.when} title={times.moment(message.created_at)}>
        {formatAgo(message.created_at, now, locale)}
      </span>
    </UnstyledButton>
  );
}
