import type { OutboxMessage } from '@belfry/schemas/http/messages/outbox';
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatCount, formatLanguage } from '../../../../lib/format/format.ts';
import { useLocale } from '../../../../lib/i18n.ts';
import { useTimes } from '../../../../lib/format/times.ts';
import { CopyText } from '../../../../ui/copy-text.tsx';
import { Facts, type Fact } from '../../../../ui/facts.tsx';
import { AttachmentButton } from './attachment-button.tsx';
import { MessageBody } from './message-body.tsx';
import classes from './message-details.module.css';
import { MessageStateBadge } from './message-state-badge.tsx';

/** The code first, because it is what administrators look for; then the details and the body. */
export function MessageDetails({ message }: { message: OutboxMessage }) {
  const { t } = useTranslation('outbox');
  const locale = useLocale();
  const { moment: at } = useTimes();
  const facts: (Fact | null)[] = [
    [t('facts.to'), message.recipient],
    message.subject === null ? null : [t('facts.subject'), message.subject],
    [t('facts.state'), <MessageStateBadge key="state" state={message.state} />],
    [t('facts.created'), at(message.created_at)],
    message.sent_at === null ? null : [t('facts.sent'), at(message.sent_at)],
    message.next_attempt_at === null ? null : [t('facts.next'), at(message.next_attempt_at)],
    message.attempts < 2 ? null : [t('facts.attempts'), formatCount(message.attempts, locale)],
    message.last_error === null ? null : [t('facts.last_error'), message.last_error],
    [t('facts.lang'), formatLanguage(message.lang, locale)],
  ];
  return (
    <Stack gap="lg">
      {message.code !== null && (
        <div className={classes.code}>
          <Text size="sm" c="dimmed">
            {t('facts.code')}
          </Text>
          <CopyText value={message.code} className={classes.digits} />
        </div>
      )}
      {message.link !== null && (
        <div className={classes.code}>
          <Text size="sm" c="dimmed">
            {t('facts.link')}
          </Text>
          <CopyText value={message.link} className={classes.link} />
        </div>
      )}
      {isSecretRemoved(message) && (
        <Text size="sm" c="dimmed">
          {t('removed')}
        </Text>
      )}
      <Facts facts={facts.filter((fact) => fact !== null)} />
      {message.attachment !== null && <AttachmentButton id={message.id} filename={message.attachment} />}
      <MessageBody text={message.text} html={message.html} />
    </Stack>
  );
}

/** Kinds without code or link. */
const WITHOUT_SECRET: ReadonlySet<OutboxMessage['kind']> = new Set(['password_changed', 'sms', 'notice']);

const isSecretRemoved = ({ kind, code, link }: OutboxMessage): boolean =>
  !WITHOUT_SECRET.has(kind) && code === null && link === null;
