import { useAct } from '../../../ui/use-act.ts';
import type { VoicePack } from '@belfry/schemas/http/speech/voice-packs';
import { Anchor, Badge, Button, Group, Progress, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { formatLanguageOfCountry } from '../../../lib/format.ts';
import { formatSize } from '../../../lib/format-size.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { useReasonText } from '../../../lib/reasons.ts';
import { useTimes } from '../../../lib/times.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { useRemoveVoicePackMutation } from './packs-api.ts';
import classes from './packs.module.css';

export const isInstalling = ({ state }: VoicePack): boolean => state === 'downloading' || state === 'checking';

const COLOURS: Record<VoicePack['state'], string> = {
  downloading: 'purple',
  checking: 'purple',
  ready: 'success',
  failed: 'error',
};

type Shown = Pick<VoicePack, 'voice_name' | 'language_code' | 'gender' | 'quality' | 'bytes'>;
/** Latvian (Latvia) · Male · medium · 63 MB */
export function useFacts(): (shown: Shown) => string {
  const { t } = useTranslation('voices');
  const locale = useLocale();
  return ({ language_code, gender, quality, bytes }) =>
    [formatLanguageOfCountry(language_code, locale), t(`gender.${gender}`), quality, formatSize(bytes, locale)]
      .filter(Boolean)
      .join(' · ');
}

/** A pack with its state, its licence and who has accepted it. */
export function InstalledPack({ pack, onAgain }: { pack: VoicePack; onAgain: (() => void) | undefined }) {
  const { t } = useTranslation('voice-packs');
  const { act } = useAct();
  const describe = useReasonText();
  const { moment } = useTimes();
  const factsOf = useFacts();
  const [asking, setAsking] = useState(false);
  const [remove] = useRemoveVoicePackMutation();
  const { voice_name: name, state, error, accepted_by: by, accepted_at, licence, licence_url, commercial } = pack;
  const confirm = async (): Promise<void> => {
    await act(() => remove(name), { failed: t('remove.failed') });
  };
  const accepted = accepted_at !== null && t('accepted', { at: moment(accepted_at), by: by ?? t('nobody') });
  return (
    <li className={classes.entry}>
      <div className={classes.what}>
        <Group gap="xs">
          <Text fw={600} className={classes.name}>
            {name}
          </Text>
          <Badge variant="light" color={COLOURS[state]} tt="none">
            {t(`state.${state}`)}
          </Badge>
          {!commercial && (
            <Badge variant="light" color="warning" tt="none">
              {t('unchecked')}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {factsOf(pack)}
        </Text>
        <Text size="sm" c="dimmed">
          <Licence name={licence} url={licence_url} /> {accepted}
        </Text>
        {isInstalling(pack) && (
          <Progress
            value={(100 * pack.received) / pack.bytes}
            aria-label={t('progress', { name })}
            animated={state === 'checking'}
          />
        )}
        {error !== null && (
          <Text size="sm" c="error" role="alert">
            {describe(error)}
          </Text>
        )}
      </div>
      <Group gap="xs">
        {onAgain && (
          <Button size="compact-sm" variant="light" onClick={onAgain} aria-label={t('again_this', { name })}>
            {t('again')}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="light"
          color="error"
          onClick={() => setAsking(true)}
          aria-label={t(isInstalling(pack) ? 'cancel_this' : 'remove.this', { name })}
        >
          {t(isInstalling(pack) ? 'cancel' : 'remove.button')}
        </Button>
      </Group>
      <ConfirmDialog
        opened={asking}
        title={t('remove.title', { name })}
        confirmLabel={t('remove.confirm')}
        tone="error"
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        {t('remove.text')}
      </ConfirmDialog>
    </li>
  );
}

/** Its name, with its address where that is known. */
export function Licence({ name, url }: { name: string; url: string | null }) {
  if (url === null) return <>{name}</>;
  return (
    <Anchor size="sm" href={url} target="_blank" rel="noreferrer">
      {name}
    </Anchor>
  );
}
