import { useAct } from '../../../ui/use-act.ts';
import type { PackLicence, PackOffer } from '@belfry/schemas/http/speech/voice-packs';
import { Anchor, Box, Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { formatSize } from '../../../lib/format-size.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { FormButtons, FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { useInstallVoicePackMutation } from './packs-api.ts';
import classes from './packs.module.css';

type Props = { offer: PackOffer; licence: PackLicence; onInstalled?: () => void; onClose: () => void };

/** The licence of a voice, which is accepted before its download begins; see VOICE-41. */
export function InstallDialog({ offer: { voice_name, bytes, note }, licence, onInstalled, onClose }: Props) {
  const { t } = useTranslation('voice-packs');
  const locale = useLocale();
  const { act, pending, failure } = useAct({ inline: true });
  const [isAccepted, setAccepted] = useState(false);
  const [install] = useInstallVoicePackMutation();
  const submit = async (): Promise<void> => {
    const answer = await act(() => install({ voice_name, licence_id: licence.id }), { failed: t('install.failed') });
    if (answer === undefined) return;
    onInstalled?.();
    onClose();
  };
  return (
    <FormDialog title={t('install.title', { name: voice_name })} size="lg" onClose={onClose}>
      {({ onCancel }) => (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (isAccepted) void submit();
          }}
        >
          <Stack gap="sm">
            <Text size="sm">
              {t('install.licence', { size: formatSize(bytes, locale) })}{' '}
              <Anchor size="sm" href={licence.url} target="_blank" rel="noreferrer">
                {licence.name}
              </Anchor>
            </Text>
            {note !== null && <Notice tone="warning">{note}</Notice>}
            {/* It scrolls, so the keyboard must reach it. */}
            <Box component="section" className={classes.licence ?? ''} tabIndex={0} aria-label={licence.name}>
              {licence.text}
            </Box>
            <Checkbox
              label={t('install.accept')}
              checked={isAccepted}
              onChange={({ currentTarget }) => setAccepted(currentTarget.checked)}
            />
            {failure !== null && <Notice tone="error">{failure}</Notice>}
            <FormButtons
              submitLabel={t('install.submit')}
              submitting={pending}
              submitDisabled={!isAccepted}
              onCancel={onCancel}
            />
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}
