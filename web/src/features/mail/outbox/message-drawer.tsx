import type { OutboxMessage } from '@belfry/schemas/http/mail/outbox';
import { Alert, Button, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useState } from 'react';
import { Detail, Section, Technical } from '../../../kit/detail/index.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { formatCount, formatLanguage } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { useLinkReason } from '../../../lib/reasons.ts';
import { useTimes } from '../../../lib/times.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { type Fact, Facts } from '../../../ui/card.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { useMessageText } from './message-text.ts';
import { useDownloadAttachmentMutation, useGetOutboxMessageQuery } from './outbox-api.ts';
import classes from './outbox.module.css';

/** A message with its delivery, for administrators also with its code. */
export function MessageDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('outbox');
  const errorText = useErrorMessage();
  const textOf = useMessageText();
  const reasonOf = useLinkReason();
  const { data, error, isFetching, refetch } = useGetOutboxMessageQuery(id);
  const message = data?.id === id ? data : undefined;
  const text = message && textOf(message);
  const why = message?.last_error;
  return (
    <Detail
      onClose={onClose}
      title={text?.kind ?? t('message')}
      path={message?.recipient}
      state={text && { ...text.state, text: why ? `${text.state.text} · ${reasonOf(why)}` : text.state.text }}
      waiting={!message}
      failure={
        error === undefined || message
          ? undefined
          : { message: errorText(error, t('error')), onRetry: () => void refetch(), retrying: isFetching }
      }
    >
      {message && <Loaded message={message} />}
      {why != null && <Technical>{why}</Technical>}
    </Detail>
  );
}

/** The code first, because it is what administrators look for; then the details and the body. */
function Loaded({ message }: { message: OutboxMessage }) {
  const { t } = useTranslation('outbox');
  const locale = useLocale();
  const { moment: at } = useTimes();
  const facts: (Fact | null)[] = [
    message.subject === null ? null : [t('facts.subject'), message.subject],
    [t('facts.created'), at(message.created_at)],
    message.sent_at === null ? null : [t('facts.sent'), at(message.sent_at)],
    message.next_attempt_at === null ? null : [t('facts.next'), at(message.next_attempt_at)],
    message.attempts < 2 ? null : [t('facts.attempts'), formatCount(message.attempts, locale)],
    [t('facts.lang'), formatLanguage(message.lang, locale)],
  ];
  return (
    <>
      {message.code !== null && (
        <Section title={t('facts.code')}>
          <CopyText value={message.code} className={classes.digits} />
        </Section>
      )}
      {message.link !== null && (
        <Section title={t('facts.link')}>
          <CopyText value={message.link} className={classes.link} />
        </Section>
      )}
      <Section>
        {isSecretRemoved(message) && (
          <Text size="sm" c="dimmed">
            {t('removed')}
          </Text>
        )}
        <Facts facts={facts.filter((fact) => fact !== null)} />
        {message.attachment !== null && <AttachmentButton id={message.id} filename={message.attachment} />}
      </Section>
      <Section>
        <MessageBody text={message.text} html={message.html} />
      </Section>
    </>
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
  'scenario',
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
