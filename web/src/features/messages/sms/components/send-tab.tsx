import { Button, Checkbox, Group, Stack, TagsInput, Badge, MultiSelect } from '@mantine/core';
import { IconSend, IconBinaryTree2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../../lib/api/use-error-message.ts';
import { formatCount } from '../../../../lib/format.ts';
import { useLocale } from '../../../../lib/i18n.ts';
import { ConfirmDialog } from '../../../../ui/dialogs/confirm-dialog.tsx';
import { Notice } from '../../../../ui/states/notice.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useSendSmsMutation } from '../sms-api.ts';
import { useMayText } from '../use-may-text.ts';
import { useSmsDraft } from '../use-sms-draft.ts';
import { RecipientsPreview } from './recipients-preview.tsx';
import { TextField } from './text-field.tsx';
import { Link } from 'react-router';
import { useGetTargetNodesQuery } from '../../../places/targets-api.ts';

/** The number of matches that are listed at once. */
const SHOWN = 60;
type Props = { value: readonly number[]; onChange: (ids: number[]) => void };
/** The nodes whose responsible people get the message, found by name or path. */
function PlacesField({ value, onChange }: Props) {
  const { t } = useTranslation('sms');
  const errorText = useErrorMessage();
  const { data = [], error } = useGetTargetNodesQuery();
  const known = new Set(data.map(({ company_id }) => company_id));
  const unknown = value.filter((id) => !known.has(id)).map((id) => ({ value: String(id), label: `#${id}` }));
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

const NUMBERS_MAX = 100;

/** A message to the responsible people of places and to typed numbers. */
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
          error={invalid.length > 0 && t('send.numbers_invalid', { list: invalid.join(', ') })}
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

/** How many places are selected, and the way to the company tree, where others are. */
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
