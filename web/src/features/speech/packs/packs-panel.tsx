import type { PackLicence, PackOffer, VoicePack, VoicePacks } from '@belfry/schemas/http/speech/voice-packs';
import { Anchor, Button, Stack, Text, Badge, Group, Progress } from '@mantine/core';
import { IconDownload, IconPackage, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useReasonText } from '../../../lib/reasons.ts';
import { Card } from '../../../ui/card.tsx';
import { PageHeading } from '../../../ui/tabbed-page.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { InstallDialog } from './install-dialog.tsx';
import { useGetVoicePacksQuery, useRemoveVoicePackMutation } from './packs-api.ts';
import { UploadDialog } from './upload-dialog.tsx';
import classes from './packs.module.css';
import { useAct } from '../../../ui/use-act.ts';
import { formatLanguageOfCountry } from '../../../lib/format.ts';
import { formatSize } from '../../../lib/format-size.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { useTimes } from '../../../lib/times.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';

const POLL_MS = 1_000;

/** The neural voices of the installation, and those that can be installed; for roots. See VOICE-40. */
export function PacksPanel() {
  const { t } = useTranslation('voice-packs');
  const errorText = useErrorMessage();
  const [polled, setPolled] = useState(0);
  const { data, error, isFetching, refetch } = useGetVoicePacksQuery(undefined, {
    pollingInterval: polled,
    skipPollingIfUnfocused: true,
  });
  const interval = data?.packs.some(isInstalling) === true ? POLL_MS : 0;
  if (polled !== interval) setPolled(interval);
  if (data) return <Packs packs={data} />;
  if (error === undefined) return <LineSkeletons count={6} height={44} />;
  return <ErrorState message={errorText(error, t('error'))} onRetry={() => void refetch()} retrying={isFetching} />;
}

function Packs({ packs: { packs, offers, licences, problem, catalogue_problem, packs_max } }: { packs: VoicePacks }) {
  const { t } = useTranslation('voice-packs');
  const describe = useReasonText();
  const [uploading, setUploading] = useState(false);
  const [installing, setInstalling] = useState<PackOffer | null>(null);
  const isFull = packs.length >= packs_max;
  const licence = licences.find(({ id }) => id === installing?.licence_id);
  return (
    <Stack gap="lg">
      <PageHeading title={t('title')} lead={t('lead')} />
      {problem !== null && <Notice tone="warning">{t('problem', { reason: describe(problem) })}</Notice>}
      <Card
        title={t('installed.title')}
        order={2}
        action={
          <Button
            variant="default"
            leftSection={<IconUpload size={16} aria-hidden />}
            disabled={problem !== null || isFull}
            onClick={() => setUploading(true)}
          >
            {t('upload.open')}
          </Button>
        }
      >
        {packs.length === 0 ? (
          <EmptyState icon={<IconPackage size={24} />} title={t('installed.empty')}>
            {t('installed.empty_text')}
          </EmptyState>
        ) : (
          <ul className={classes.list} aria-label={t('installed.title')}>
            {packs.map((pack) => (
              <InstalledPack
                key={pack.voice_name}
                pack={pack}
                onAgain={againOf(pack, licences, problem, setInstalling)}
              />
            ))}
          </ul>
        )}
      </Card>
      <Card title={t('catalogue.title')} order={2}>
        <Text size="sm" c="dimmed">
          {t('catalogue.without')} {t('catalogue.offline')}
        </Text>
        {catalogue_problem !== null && (
          <Notice tone="error">{t('catalogue.problem', { reason: catalogue_problem })}</Notice>
        )}
        {offers.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('catalogue.empty')}
          </Text>
        ) : (
          <ul className={classes.list} aria-label={t('catalogue.title')}>
            {offers.map((offer) => (
              <Offer
                key={offer.voice_name}
                offer={offer}
                licence={licences.find(({ id }) => id === offer.licence_id)}
                disabled={problem !== null || isFull}
                onInstall={() => setInstalling(offer)}
              />
            ))}
          </ul>
        )}
      </Card>
      {uploading && <UploadDialog onClose={() => setUploading(false)} />}
      {installing && licence && (
        <InstallDialog offer={installing} licence={licence} onClose={() => setInstalling(null)} />
      )}
    </Stack>
  );
}

/** A failed pack of the catalogue is tried again by the same dialog, with its licence. */
function againOf(
  { voice_name, kind, language_code, gender, quality, bytes, note, state, source, licence }: VoicePack,
  licences: readonly PackLicence[],
  problem: string | null,
  onInstall: (offer: PackOffer) => void,
): (() => void) | undefined {
  const isListed = licences.find(({ name }) => name === licence);
  if (state !== 'failed' || source !== 'catalogue' || !isListed || problem !== null) return undefined;
  const offer = {
    voice_name,
    kind,
    language_code,
    gender,
    quality,
    bytes,
    note,
    licence_id: isListed.id,
    sample_url: null,
  };
  return () => onInstall(offer);
}

type OfferProps = { offer: PackOffer; licence: PackLicence | undefined; disabled: boolean; onInstall: () => void };
function Offer({ offer, licence, disabled, onInstall }: OfferProps) {
  const { t } = useTranslation('voice-packs');
  const factsOf = useFacts();
  const { voice_name: name, sample_url } = offer;
  return (
    <li className={classes.entry}>
      <div className={classes.what}>
        <Text fw={600} className={classes.name}>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {factsOf(offer)}
        </Text>
        <Text size="sm" c="dimmed">
          {licence && <Licence name={licence.name} url={licence.url} />}{' '}
          {sample_url !== null && (
            <Anchor size="sm" href={sample_url} target="_blank" rel="noreferrer">
              {t('sample', { name })}
            </Anchor>
          )}
        </Text>
      </div>
      <Button
        size="compact-sm"
        variant="light"
        leftSection={<IconDownload size={16} aria-hidden />}
        disabled={disabled}
        onClick={onInstall}
        aria-label={t('install.this', { name })}
      >
        {t('install.button')}
      </Button>
    </li>
  );
}

const isInstalling = ({ state }: VoicePack): boolean => state === 'downloading' || state === 'checking';

const COLOURS: Record<VoicePack['state'], string> = {
  downloading: 'purple',
  checking: 'purple',
  ready: 'success',
  failed: 'error',
};

type Shown = Pick<VoicePack, 'voice_name' | 'language_code' | 'gender' | 'quality' | 'bytes'>;
/** Latvian (Latvia) · Male · medium · 63 MB */
function useFacts(): (shown: Shown) => string {
  const { t } = useTranslation('voices');
  const locale = useLocale();
  return ({ language_code, gender, quality, bytes }) =>
    [formatLanguageOfCountry(language_code, locale), t(`gender.${gender}`), quality, formatSize(bytes, locale)]
      .filter(Boolean)
      .join(' · ');
}

/** A pack with its state, its licence and who has accepted it. */
function InstalledPack({ pack, onAgain }: { pack: VoicePack; onAgain: (() => void) | undefined }) {
  const { t } = useTranslation('voice-packs');
  const { act } = useAct();
  const describe = useReasonText();
  const { moment } = useTimes();
  const factsOf = useFacts();
  const [asking, setAsking] = useState(false);
  const [remove] = useRemoveVoicePackMutation();
  const { voice_name: name, state, error, accepted_by: by, accepted_at, licence, licence_url, commercial, note } = pack;
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
        {note !== null && (
          <Text size="sm" c="dimmed">
            {note}
          </Text>
        )}
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
function Licence({ name, url }: { name: string; url: string | null }) {
  if (url === null) return <>{name}</>;
  return (
    <Anchor size="sm" href={url} target="_blank" rel="noreferrer">
      {name}
    </Anchor>
  );
}
