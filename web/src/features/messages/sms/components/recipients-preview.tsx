import type { SmsPreview } from '@belfry/schemas/http/messages/sms';
import { Skeleton, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../../lib/api/use-error-message.ts';
import { formatCount } from '../../../../lib/format.ts';
import { useLocale } from '../../../../lib/i18n.ts';
import { Notice } from '../../../../ui/states/notice.tsx';
import classes from './sms.module.css';

const SHOWN = 5;

/** Who gets the message, with the text of the first ones. */
export function RecipientsPreview({ preview, error }: { preview: SmsPreview | undefined; error: unknown }) {
  const { t } = useTranslation('sms');
  const locale = useLocale();
  const errorText = useErrorMessage();
  if (error !== undefined) return <Notice tone="error">{errorText(error, t('preview.error'))}</Notice>;
  if (!preview) return <Skeleton height={64} />;
  const { messages, parts, without_phone, unconfirmed, left_today, recipients } = preview;
  if (messages === 0)
    return (
      <Notice tone="warning">
        {unconfirmed > 0 ? t('preview.unconfirmed', { count: unconfirmed }) : t('preview.nobody')}
      </Notice>
    );
  return (
    <Stack gap="xs" component="section" aria-label={t('preview.title')}>
      <Text size="sm" fw={600} aria-live="polite">
        {t('preview.messages', { count: messages })}, {t('preview.parts', { count: parts })}
      </Text>
      {without_phone > 0 && <Notice tone="warning">{t('preview.without_phone', { count: without_phone })}</Notice>}
      {unconfirmed > 0 && <Notice tone="warning">{t('preview.unconfirmed', { count: unconfirmed })}</Notice>}
      {parts > left_today && (
        <Notice tone="error">{t('preview.limit', { left: formatCount(left_today, locale) })}</Notice>
      )}
      <ul className={classes.list}>
        {recipients.slice(0, SHOWN).map(({ phone, name, text }) => (
          <li key={phone} className={classes.recipient}>
            <Text size="sm" fw={550}>
              {name === null ? phone : `${name}, ${phone}`}
            </Text>
            <Text size="sm" c="dimmed" className={classes.text}>
              {text}
            </Text>
          </li>
        ))}
      </ul>
      {messages > SHOWN && (
        <Text size="sm" c="dimmed">
          {t('preview.more', { count: messages - SHOWN })}
        </Text>
      )}
    </Stack>
  );
}
