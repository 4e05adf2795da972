import { Button, Checkbox, Group, Stack, TagsInput, Badge, MultiSelect, Skeleton, Text } from '@mantine/core';
import { IconSend, IconBinaryTree2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { Link } from 'react-router';
import type { SmsPreview } from '@belfry/schemas/http/mail/sms';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import { useSelector } from 'react-redux';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { usePhoneProblem } from '../../../lib/phone-problem.ts';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { toast } from '../../../ui/toast.ts';
import { useAllowedNodes, useGetTargetNodesQuery } from '../../places/targets-api.ts';
import { useGetProfileQuery } from '../../../lib/session/auth-api.ts';
import { selectRole } from '../../../lib/session/session-slice.ts';
import { useSendSmsMutation } from './sms-api.ts';
import { useSmsDraft } from './sms-draft.ts';
import { TextField } from './text-field.tsx';
import classes from './sms.module.css';

const NUMBERS_MAX = 100;

export function SendTab({ onSent }: { onSent: () => void }) {
  const { t } = useTranslation('sms');
  const locale = useLocale();
  const errorText = useErrorMessage();
  const mayText = useMayText();
  const draft = useSmsDraft(mayText);
  const [asking, setAsking] = useState(false);
  const [send, { error }] = useSendSmsMutation();
  const { preview, nodes, invalid } = draft;
  const counts = { count: preview?.messages ?? 0, parts: formatCount(preview?.parts ?? 0, locale) };

  const sendable =
    preview !== undefined && preview.messages > 0 && preview.parts <= preview.left_today && invalid.length === 0;

  const submit = async (): Promise<void> => {
    const sent = await send({ ...draft.draft, confirmed_messages: preview?.messages ?? 0 });
    if (sent.error) return;
    toast('success', t('send.sent', { count: sent.data.messages }));
    draft.clear();
    onSent();
  };

  return (
    <Stack gap="md">
      <SelectedPlaces count={nodes.length} />
      <PlacesField value={nodes} onChange={draft.setNodes} />
      {mayText && (
        <TagsInput
          label={t('send.numbers')}
          description={t('send.numbers_hint')}
          value={draft.typed}
          onChange={draft.setTyped}
          maxTags={NUMBERS_MAX}
          splitChars={[',', ';', '\n']}
          acceptValueOnBlur
          inputMode="tel"
          error={invalid.length > 0 && <NumberProblems numbers={invalid} />}
        />
      )}
      <TextField value={draft.text} onChange={draft.setText} />
      {mayText && (
        <Checkbox
          label={t('send.emergency')}
          checked={draft.emergency}
          onChange={({ currentTarget }) => draft.setEmergency(currentTarget.checked)}
        />
      )}
      {draft.complete && <RecipientsPreview preview={preview} error={draft.previewError} />}
      {error !== undefined && <Notice tone="error">{errorText(error, t('send.failed'))}</Notice>}
      <Group justify="flex-end">
        <Button leftSection={<IconSend size={16} aria-hidden />} disabled={!sendable} onClick={() => setAsking(true)}>
          {t('send.submit')}
        </Button>
      </Group>
      <ConfirmDialog
        opened={asking}
        title={t('send.confirm_title', counts)}
        confirmLabel={t('send.confirm')}
        onConfirm={submit}
        onClose={() => setAsking(false)}
      >
        {t('send.confirm_text', counts)}
      </ConfirmDialog>
    </Stack>
  );
}

function SelectedPlaces({ count }: { count: number }) {
  const { t } = useTranslation('sms');
  const locale = useLocale();
  return (
    <Group gap="sm">
      <Badge component="output" size="lg" tt="none" variant="light" color={count > 0 ? 'device' : 'gray'}>
        {count > 0 ? t('send.selected', { count, formatted: formatCount(count, locale) }) : t('send.none')}
      </Badge>
      <Button
        component={Link}
        to="/navigation"
        size="compact-sm"
        variant="light"
        leftSection={<IconBinaryTree2 size={16} aria-hidden />}
      >
        {t('send.choose')}
      </Button>
    </Group>
  );
}

const RECIPIENTS_SHOWN = 5;

function RecipientsPreview({ preview, error }: { preview: SmsPreview | undefined; error: unknown }) {
  const { t } = useTranslation('sms');
  const locale = useLocale();
  const errorText = useErrorMessage();
  if (error !== undefined) return <Notice tone="error">{errorText(error, t('preview.error'))}</Notice>;
  if (!preview) return <Skeleton height={64} />;
  const { messages, parts, without_phone, unconfirmed, skips_above, left_today, recipients } = preview;
  if (messages === 0)
    return (
      <Notice tone="warning">
        {skips_above
          ? t('preview.skips_above')
          : unconfirmed > 0
            ? t('preview.unconfirmed', { count: unconfirmed })
            : t('preview.nobody')}
      </Notice>
    );
  return (
    <Stack gap="xs" component="section" aria-label={t('preview.title')}>
      <Text size="sm" fw={600} aria-live="polite">
        {t('preview.messages', { count: messages })}, {t('preview.parts', { count: parts })}
      </Text>
      {without_phone > 0 && <Notice tone="warning">{t('preview.without_phone', { count: without_phone })}</Notice>}
      {unconfirmed > 0 && <Notice tone="warning">{t('preview.unconfirmed', { count: unconfirmed })}</Notice>}
      {skips_above && <Notice tone="warning">{t('preview.skips_above')}</Notice>}
      {parts > left_today && (
        <Notice tone="error">{t('preview.limit', { left: formatCount(left_today, locale) })}</Notice>
      )}
      <ul className={classes.list}>
        {recipients.slice(0, RECIPIENTS_SHOWN).map(({ phone, name, text }) => (
          <li key={phone} className={classes.recipient}>
            <Text size="sm" fw={600}>
              {name === null ? phone : `${name}, ${phone}`}
            </Text>
            <Text size="sm" c="dimmed" className={classes.text}>
              {text}
            </Text>
          </li>
        ))}
      </ul>
      {messages > RECIPIENTS_SHOWN && (
        <Text size="sm" c="dimmed">
          {t('preview.more', { count: messages - RECIPIENTS_SHOWN })}
        </Text>
      )}
    </Stack>
  );
}

/** Whether the user may text any number, and send emergency messages; false until it is known. See SMS-8. */
function useMayText(): boolean {
  const role = useSelector(selectRole);
  const administrator = role !== null && role !== undefined && isAdministrator(role);
  const { data } = useGetProfileQuery(undefined, { skip: administrator });
  return administrator || (data?.may_text_any_number ?? false);
}

const SHOWN = 60;

function PlacesField({ value, onChange }: { value: readonly number[]; onChange: (ids: number[]) => void }) {
  const { t } = useTranslation('sms');
  const errorText = useErrorMessage();
  const { data: visible, error } = useGetTargetNodesQuery();
  const data = useAllowedNodes(visible, 'send_sms') ?? [];
  const ids = new Set(data.map(({ company_id }) => company_id));
  const unknown = value.filter((id) => !ids.has(id)).map((id) => ({ value: String(id), label: `#${id}` }));
  return (
    <MultiSelect
      label={t('send.places')}
      description={t('send.places_hint')}
      placeholder={value.length === 0 ? t('send.places_placeholder') : ''}
      data={[
        ...data.map(({ company_id, name, path }) => ({
          value: String(company_id),
          label: path === '' ? name : `${name} (${path})`,
        })),
        ...unknown,
      ]}
      value={value.map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
      searchable
      hidePickedOptions
      limit={SHOWN}
      nothingFoundMessage={t('send.places_nothing')}
      error={error && errorText(error, t('send.places_error'))}
    />
  );
}

function NumberProblems({ numbers }: { numbers: readonly string[] }) {
  const { t } = useTranslation('sms');
  const problemOf = usePhoneProblem();
  return numbers.map((number) => (
    <span key={number} style={{ display: 'block' }}>
      {t('send.number_problem', { number, problem: problemOf(number) ?? '' })}
    </span>
  ));
}
