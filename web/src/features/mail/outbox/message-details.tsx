import type { OutboxMessage, MessageState } from '@belfry/schemas/http/mail/outbox';
import { Stack, Text, Alert, Button, SegmentedControl, Badge } from '@mantine/core';
import { useTranslation } from '../../../lib/translation.ts';
import { IconPaperclip } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount, formatLanguage } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { useTimes } from '../../../lib/times.ts';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Facts, type Fact } from '../../../ui/card.tsx';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useDownloadAttachmentMutation } from './outbox-api.ts';
import classes from './outbox.module.css';

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
const WITHOUT_SECRET: ReadonlySet<OutboxMessage['kind']> = new Set([
  'password_changed',
  'passkey_added',
  'passkey_removed',
  'passkey_set_aside',
  'sms',
  'notice',
]);

const isSecretRemoved = ({ kind, code, link }: OutboxMessage): boolean =>
  !WITHOUT_SECRET.has(kind) && code === null && link === null;

function AttachmentButton({ id, filename }: { id: number; filename: string }) {
  const { t } = useTranslation('outbox');
  const errorText = useErrorMessage();
  const [download, { error, isLoading }] = useDownloadAttachmentMutation();
  return (
    <Stack gap="xs" align="flex-start">
      <Button
        variant="default"
        leftSection={<IconPaperclip size={16} aria-hidden />}
        loading={isLoading}
        onClick={() => void download({ id, filename })}
      >
        {t('attachment', { filename })}
      </Button>
      {error !== undefined && (
        <Alert color="error" role="alert">
          {errorText(error)}
        </Alert>
      )}
    </Stack>
  );
}

const COLOURS: Record<MessageState, string> = { queued: 'warning', sent: 'success', failed: 'error' };

export function MessageStateBadge({ state }: { state: MessageState }) {
  const { t } = useTranslation('outbox');
  return (
    <Badge variant="light" color={COLOURS[state]} tt="none">
      {t(`state.${state}`)}
    </Badge>
  );
}

const VIEWS = ['html', 'text'] as const;
type View = (typeof VIEWS)[number];
/**
 * The body of a message, as HTML or as plain text. The HTML is shown in a sandboxed frame: no
 * scripts, no forms, no access to the own origin or to the parent, under the content security policy of the page.
 */
function MessageBody({ text, html }: { text: string; html: string | null }) {
  const { t } = useTranslation('outbox');
  const [view, setView] = useState<View>(html === null ? 'text' : 'html');
  return (
    <Stack gap="sm">
      {html !== null && (
        <SegmentedControl
          aria-label={t('view.label')}
          value={view}
          onChange={(value) => setView(VIEWS.find((each) => each === value) ?? 'text')}
          data={VIEWS.map((value) => ({ value, label: t(`view.${value}`) }))}
        />
      )}
      {view === 'html' && html !== null ? (
        <iframe className={classes.frame} title={t('view.frame')} sandbox="" srcDoc={html} />
      ) : (
        <pre className={classes.text}>{text}</pre>
      )}
    </Stack>
  );
}
