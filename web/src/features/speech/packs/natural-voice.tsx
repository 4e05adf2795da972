import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import type { PackOffer, VoicePacks } from '@belfry/schemas/http/speech/voice-packs';
import { skipToken } from '@reduxjs/toolkit/query';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { formatSize } from '../../../lib/format-size.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { useReasonText } from '../../../lib/reasons.ts';
import { selectRole } from '../../../lib/session/session-slice.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { InstallDialog } from './install-dialog.tsx';
import { useGetVoicePacksQuery } from './packs-api.ts';

const POLL_MS = 1_000;
/** Languages of which no natural voice has a licence for use at work. */
const WITHOUT = new Set(['tr', 'ar', 'zh', 'cmn']);
const languageOf = (code: string): string => code.split('-')[0] ?? '';

type Props = { language: string; onReady: (voice: string) => void };

/** The natural voice of a language, one press away for those who may install it; nothing for others. See VOICE-40. */
export function NaturalVoice({ language, onReady }: Props) {
  const { t } = useTranslation('voice-packs');
  const isRoot = useSelector(selectRole) === 'root';
  const [polled, setPolled] = useState(0);
  const { data } = useGetVoicePacksQuery(isRoot ? undefined : skipToken, { pollingInterval: polled });
  const pack = data?.packs.find(({ language_code }) => languageOf(language_code) === languageOf(language));
  const isInstalling = pack?.state === 'downloading' || pack?.state === 'checking';
  const interval = isInstalling ? POLL_MS : 0;
  if (polled !== interval) setPolled(interval);
  if (!data || data.problem !== null) return null;
  if (pack?.state === 'ready')
    return (
      <Group gap={8}>
        <Text size="sm">{t('natural.ready', { name: nameOf(pack.voice_name) })}</Text>
        <Button variant="default" size="compact-sm" onClick={() => onReady(pack.voice_name)}>
          {t('natural.use')}
        </Button>
      </Group>
    );
  if (pack && isInstalling)
    return (
      <Stack gap={4}>
        <Text size="sm">{t('natural.coming', { name: nameOf(pack.voice_name) })}</Text>
        <Progress value={(100 * pack.received) / pack.bytes} aria-label={t('progress', { name: pack.voice_name })} />
      </Stack>
    );
  const offer = data.offers.find(({ language_code }) => languageOf(language_code) === languageOf(language));
  if (offer) return <Offer offer={offer} packs={data} failure={null} />;
  if (pack?.state === 'failed')
    return (
      <Offer
        offer={{ ...pack, licence_id: licenceOf(data, pack.licence), sample_url: null }}
        packs={data}
        failure={pack.error}
      />
    );
  return WITHOUT.has(languageOf(language)) ? (
    <Text size="sm" c="dimmed">
      {t('catalogue.without')}
    </Text>
  ) : null;
}

const licenceOf = ({ licences }: VoicePacks, name: string): string =>
  licences.find((licence) => licence.name === name)?.id ?? '';

/** de-DE-Piper-Thorsten-medium is Thorsten. */
const nameOf = (voice: string): string => voice.split('-')[3] ?? voice;

function Offer({ offer, packs, failure }: { offer: PackOffer; packs: VoicePacks; failure: string | null }) {
  const { t } = useTranslation('voice-packs');
  const describe = useReasonText();
  const locale = useLocale();
  const [isAsking, setAsking] = useState(false);
  const licence = packs.licences.find(({ id }) => id === offer.licence_id);
  if (!licence) return null;
  return (
    <Stack gap={4}>
      <Group gap={8}>
        <Text size="sm">
          {t('natural.offer', { name: nameOf(offer.voice_name), size: formatSize(offer.bytes, locale) })}
        </Text>
        <Button variant="default" size="compact-sm" onClick={() => setAsking(true)}>
          {t(failure === null ? 'install.button' : 'again')}
        </Button>
      </Group>
      {failure !== null && (
        <Text size="sm" role="alert">
          {describe(failure)} {t('catalogue.offline')}
        </Text>
      )}
      {isAsking && <InstallDialog offer={offer} licence={licence} onClose={() => setAsking(false)} />}
    </Stack>
  );
}
