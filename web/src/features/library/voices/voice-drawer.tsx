import type { VoiceInUse } from '@belfry/schemas/http/library/voices-in-use';
import type { VoicePack, VoicePacks } from '@belfry/schemas/http/speech/voice-packs';
import { Anchor, Button, Menu, Progress, Text } from '@mantine/core';
import { useState } from 'react';
import { Detail, Section } from '../../../kit/detail/index.ts';
import { useVoiceLabel, useVoiceName } from '../../../kit/who-hears/index.ts';
import { capitalized, formatCount, formatLanguage } from '../../../lib/format.ts';
import { formatSize } from '../../../lib/format-size.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { useReasonText } from '../../../lib/reasons.ts';
import { useTimes } from '../../../lib/times.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { useAct } from '../../../ui/use-act.ts';
import { InstallDialog } from '../../speech/packs/index.ts';
import { useRemoveVoicePackMutation } from '../../speech/packs/packs-api.ts';
import { type ListedVoice, useVoices } from '../../speech/voice-lists-api.ts';
import classes from '../library.module.css';
import { givenName, isInstalling, languageOf, type Offered, offersOf } from './packs.ts';
import { VoiceButton } from './voice-button.tsx';

type Props = {
  language: string;
  /** Absent: nothing is spoken in it yet. */
  use: VoiceInUse | undefined;
  /** For roots. */
  packs: VoicePacks | undefined;
  mayChange: boolean;
  onUse: (language: string, voice: string | null) => Promise<void>;
  /** It is used once it is installed. */
  onInstall: (wanted: { language: string; voice_name: string }) => void;
  onClose: () => void;
};

/** The voices of a language, the natural ones first. */
export function VoiceDrawer({ language, use, packs, mayChange, onUse, onInstall, onClose }: Props) {
  const { t } = useTranslation('voice-packs');
  const describe = useReasonText();
  const locale = useLocale();
  const nameOf = useVoiceName();
  const { list, isLoading } = useVoices(language);
  const [asking, setAsking] = useState<Offered | null>(null);
  const [removing, setRemoving] = useState<VoicePack | null>(null);
  const own = packs?.packs.filter(({ language_code }) => languageOf(language_code) === language) ?? [];
  const offers = packs ? offersOf(packs, language) : [];
  const natural = list.filter(({ type }) => type === 'Neural');
  const others = list.filter(({ type }) => type !== 'Neural');
  const speaker = use?.voice ?? null;
  const isNatural = speaker?.type === 'Neural';
  const line = (voice: ListedVoice) => (
    <VoiceLine
      key={voice.voice_name}
      voice={voice}
      speaks={speaker?.voice_name === voice.voice_name}
      onUse={mayChange ? () => onUse(language, voice.voice_name) : null}
    />
  );
  return (
    <Detail
      title={capitalized(formatLanguage(language, locale), locale)}
      path={t('in_use.path')}
      onClose={onClose}
      waiting={isLoading}
      state={
        speaker
          ? {
              state: isNatural ? 'ok' : 'look',
              text: t(isNatural ? 'in_use.speaks' : 'in_use.speaks_plainly', { name: nameOf(speaker.name) }),
            }
          : { state: 'off', text: t('in_use.nobody') }
      }
      menu={
        own.length > 0 &&
        own.map((pack) => (
          <Menu.Item key={pack.voice_name} c="error" onClick={() => setRemoving(pack)}>
            {t(isInstalling(pack) ? 'cancel_this' : 'remove.this', { name: givenName(pack.voice_name) })}
          </Menu.Item>
        ))
      }
    >
      <Section title={t('in_use.natural_voices')}>
        <ul className={classes.voices} aria-label={t('in_use.natural_voices')}>
          {natural.map(line)}
          {own.filter(isInstalling).map((pack) => (
            <li key={pack.voice_name}>
              <Text size="sm">{t('natural.coming', { name: givenName(pack.voice_name) })}</Text>
              <Progress
                value={(100 * pack.received) / pack.bytes}
                aria-label={t('progress', { name: givenName(pack.voice_name) })}
              />
            </li>
          ))}
          {offers.map((offered) => (
            <OfferLine
              key={offered.offer.voice_name}
              offered={offered}
              disabled={(packs?.packs.length ?? 0) >= (packs?.packs_max ?? 0)}
              onInstall={() => setAsking(offered)}
            />
          ))}
        </ul>
        {packs?.problem != null && <Text size="sm">{t('problem', { reason: describe(packs.problem) })}</Text>}
        {packs?.catalogue_problem != null && (
          <Text size="sm" role="alert">
            {t('catalogue.problem', { reason: packs.catalogue_problem })}
          </Text>
        )}
        {natural.length + own.length + offers.length === 0 && packs?.problem == null && (
          <Text size="sm" c="dimmed">
            {t(packs ? 'in_use.no_natural' : 'in_use.ask_for_natural')}
          </Text>
        )}
      </Section>
      {use && use.others.length > 0 && (
        <Section title={t('in_use.elsewhere')}>
          {use.others.map(({ voice_name, name, places }) => (
            <Text key={voice_name} size="sm">
              {nameOf(name)} · {t('in_use.places', { count: places, formatted: formatCount(places, locale) })}
            </Text>
          ))}
        </Section>
      )}
      {mayChange && use && use.stands_in > 0 && (
        <Section title={t('in_use.chosen_at_places')}>
          <Text size="sm" mb={8}>
            {t('in_use.stands_in', { count: use.stands_in, formatted: formatCount(use.stands_in, locale) })}
          </Text>
          <Button size="sm" variant="default" onClick={() => void onUse(language, null)}>
            {t('in_use.use_chosen')}
          </Button>
        </Section>
      )}
      <details className={classes.others} open={natural.length + offers.length === 0}>
        <summary>{t('in_use.other_voices')}</summary>
        <ul className={classes.voices} aria-label={t('in_use.other_voices')}>
          {others.map(line)}
        </ul>
      </details>
      {own
        .filter(({ state }) => state === 'ready')
        .map((pack) => (
          <PackFacts key={pack.voice_name} pack={pack} />
        ))}
      {asking && (
        <InstallDialog
          offer={asking.offer}
          licence={asking.licence}
          onInstalled={() => onInstall({ language, voice_name: asking.offer.voice_name })}
          onClose={() => setAsking(null)}
        />
      )}
      {removing && <RemovePack pack={removing} onClose={() => setRemoving(null)} />}
    </Detail>
  );
}

type LineProps = { voice: ListedVoice; speaks: boolean; onUse: (() => Promise<void>) | null };

function VoiceLine({ voice, speaks, onUse }: LineProps) {
  const { t } = useTranslation('voice-packs');
  const name = useVoiceLabel()(voice);
  const { voice_name, gender } = voice;
  const [isPending, setPending] = useState(false);
  const press = async (): Promise<void> => {
    setPending(true);
    await onUse?.();
    setPending(false);
  };
  return (
    <li className={classes.voice}>
      <VoiceButton voice={voice_name} name={name} />
      <span className={classes.name}>{name}</span>
      <Text size="sm" c="dimmed">
        {t(`gender.${gender}`)}
      </Text>
      {speaks ? (
        <Text size="sm">{t('in_use.this_speaks')}</Text>
      ) : (
        onUse && (
          <Button
            size="compact-sm"
            variant="default"
            loading={isPending}
            aria-label={t('in_use.use_this', { name })}
            onClick={() => void press()}
          >
            {t('natural.use')}
          </Button>
        )
      )}
    </li>
  );
}

type OfferProps = { offered: Offered; disabled: boolean; onInstall: () => void };

function OfferLine({ offered: { offer, failure }, disabled, onInstall }: OfferProps) {
  const { t } = useTranslation('voice-packs');
  const describe = useReasonText();
  const locale = useLocale();
  const name = givenName(offer.voice_name);
  return (
    <li className={classes.voice}>
      {offer.sample_url !== null && (
        <Anchor size="sm" href={offer.sample_url} target="_blank" rel="noreferrer" aria-label={t('sample', { name })}>
          {t('listen')}
        </Anchor>
      )}
      <span className={classes.name}>
        {name}
        {failure !== null && (
          <Text component="span" size="sm" display="block" role="alert">
            {describe(failure)} {t('catalogue.offline')}
          </Text>
        )}
      </span>
      <Text size="sm" c="dimmed">
        {t(`gender.${offer.gender.toLowerCase() as 'female'}`)} · {formatSize(offer.bytes, locale)}
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        disabled={disabled}
        aria-label={t(failure === null ? 'install.and_use_this' : 'again_this', { name })}
        onClick={onInstall}
      >
        {t(failure === null ? 'install.and_use' : 'again')}
      </Button>
    </li>
  );
}

/** Under which licence a voice is used, and who has accepted it. */
function PackFacts({ pack }: { pack: VoicePack }) {
  const { t } = useTranslation('voice-packs');
  const { moment } = useTimes();
  const { voice_name, licence, licence_url, commercial, accepted_at, accepted_by, note } = pack;
  return (
    <Text size="sm" c="dimmed">
      {givenName(voice_name)}:{' '}
      {licence_url === null ? (
        licence
      ) : (
        <Anchor size="sm" href={licence_url} target="_blank" rel="noreferrer">
          {licence}
        </Anchor>
      )}
      {!commercial && ` · ${t('unchecked')}`}
      {accepted_at !== null && ` · ${t('accepted', { at: moment(accepted_at), by: accepted_by ?? t('nobody') })}`}
      {note !== null && ` · ${note}`}
    </Text>
  );
}

function RemovePack({ pack: { voice_name }, onClose }: { pack: VoicePack; onClose: () => void }) {
  const { t } = useTranslation('voice-packs');
  const { act } = useAct();
  const [remove] = useRemoveVoicePackMutation();
  return (
    <ConfirmDialog
      opened
      title={t('remove.title', { name: givenName(voice_name) })}
      confirmLabel={t('remove.confirm')}
      tone="error"
      onConfirm={async () => {
        await act(() => remove(voice_name), { failed: t('remove.failed') });
      }}
      onClose={onClose}
    >
      {t('remove.text')}
    </ConfirmDialog>
  );
}
