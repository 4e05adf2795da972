import { Button, Checkbox, Group, Stack, TagsInput } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../../api/base/use-error-message.ts';
import { formatCount } from '../../../../lib/format/format.ts';
import { useLocale } from '../../../../lib/i18n.ts';
import { ConfirmDialog } from '../../../../ui/dialogs/confirm-dialog.tsx';
import { Notice } from '../../../../ui/states/notice.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useSendSmsMutation } from '../sms-api.ts';
import { useMayText } from '../use-may-text.ts';
import { useSmsDraft } from '../use-sms-draft.ts';
import { PlacesField } from './places-field.tsx';
import { RecipientsPreview } from './recipients-preview.tsx';
import { SelectedPlaces } from './selected-places.tsx';
import { TextField } from './text-field.tsx';

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
