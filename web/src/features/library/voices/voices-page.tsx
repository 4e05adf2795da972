import type { VoiceInUse } from '@belfry/schemas/http/library/voices-in-use';
import { Button, Menu } from '@mantine/core';
import { IconMicrophone } from '@tabler/icons-react';
import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router';
import { useOpened } from '../../../kit/detail/index.ts';
import { ListHead, Row, Rows, useFailure } from '../../../kit/list/index.ts';
import { useVoiceName } from '../../../kit/who-hears/index.ts';
import { capitalized, formatCount, formatLanguage } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { selectRole } from '../../../lib/session/session-slice.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { useAct } from '../../../ui/use-act.ts';
import { useGetVoicePacksQuery } from '../../speech/packs/packs-api.ts';
import { UploadDialog } from '../../speech/packs/index.ts';
import { useVoiceLanguages } from '../../speech/voice-lists-api.ts';
import { useMay } from '../../teams/teams-api.ts';
import { useKindViews } from '../kind-views.ts';
import classes from '../library.module.css';
import { isInstalling } from './packs.ts';
import { VoiceButton } from './voice-button.tsx';
import { VoiceDrawer } from './voice-drawer.tsx';
import { useChangeVoiceInUseMutation, useGetVoicesInUseQuery } from './voices-in-use-api.ts';

const POLL_MS = 1_000;

/** Who speaks each language of the organisation, and how one of them becomes natural. */
export function VoicesInUse() {
  const { t } = useTranslation(['voice-packs', 'library']);
  const isRoot = useSelector(selectRole) === 'root';
  const mayChange = useMay('edit_places');
  const { opened, to, close } = useOpened();
  const query = useGetVoicesInUseQuery();
  const { data } = query;
  const failureOf = useFailure();
  const [isUploading, setUploading] = useState(false);
  const { packs, use, await: awaitVoice } = useNatural(isRoot);
  const entry = data?.languages.find(({ language }) => language === opened);
  return (
    <>
      <ListHead
        title={t('library:tabs.voices')}
        views={useKindViews('voices')}
        menu={
          <>
            <Menu.Item component={Link} to="/language">
              {t('favourites')}
            </Menu.Item>
            {isRoot && (
              <Menu.Item
                disabled={packs?.problem != null || (packs?.packs.length ?? 0) >= (packs?.packs_max ?? 0)}
                onClick={() => setUploading(true)}
              >
                {t('upload.open')}
              </Menu.Item>
            )}
          </>
        }
      />
      <Rows
        label={t('library:tabs.voices')}
        rows={data?.languages}
        keyOf={({ language }) => language}
        failure={failureOf(query)}
        empty={<EmptyState icon={<IconMicrophone size={24} aria-hidden />} title={t('in_use.none')} />}
      >
        {(use) => (
          <LanguageRow use={use} to={to(use.language)} isOpen={use.language === opened} mayChange={mayChange} />
        )}
      </Rows>
      {data && mayChange && <OtherLanguages inUse={data.languages} to={to} />}
      {opened !== null && data && (
        <VoiceDrawer
          key={opened}
          language={opened}
          use={entry}
          packs={packs}
          mayChange={mayChange}
          onUse={use}
          onInstall={awaitVoice}
          onClose={close}
        />
      )}
      {isUploading && <UploadDialog onClose={() => setUploading(false)} />}
    </>
  );
}

type RowProps = { use: VoiceInUse; to: string; isOpen: boolean; mayChange: boolean };

function LanguageRow({ use: { language, voice, others, places, texts, people }, to, isOpen, mayChange }: RowProps) {
  const { t } = useTranslation('voice-packs');
  const locale = useLocale();
  const voiceName = useVoiceName();
  const name = capitalized(formatLanguage(language, locale), locale);
  const counted = (what: 'places' | 'texts' | 'people', count: number): string =>
    t(`in_use.${what}`, { count, formatted: formatCount(count, locale) });
  const where = [
    ...(places > 0 ? [counted('places', places)] : []),
    ...(texts > 0 ? [counted('texts', texts)] : []),
    ...(places + texts === 0 ? [counted('people', people)] : []),
  ];
  const kind = voice && t(voice.type === 'Neural' ? 'in_use.natural' : 'in_use.plain');
  return (
    <Row
      to={to}
      isOpen={isOpen}
      before={voice && <VoiceButton voice={voice.voice_name} name={voice.name} />}
      name={name}
      path={
        voice
          ? [voiceName(voice.name), kind, others.length > 0 && t('in_use.others', { count: others.length })]
              .filter(Boolean)
              .join(' · ')
          : t('in_use.nobody')
      }
      facts={<span>{where.join(' · ')}</span>}
      isUrgent
      action={
        mayChange && (
          <Button
            component={Link}
            to={to}
            size="compact-sm"
            variant="default"
            aria-label={`${t('in_use.change')}: ${name}`}
          >
            {t('in_use.change')}
          </Button>
        )
      }
    />
  );
}

/** Those that nothing is spoken in yet, folded. */
function OtherLanguages({ inUse, to }: { inUse: readonly VoiceInUse[]; to: (language: string) => string }) {
  const { t } = useTranslation('voice-packs');
  const locale = useLocale();
  const { list } = useVoiceLanguages();
  const taken = new Set(inUse.map(({ language }) => language));
  const others = list.filter(({ code }) => !taken.has(code));
  return (
    <details className={classes.others}>
      <summary>{t('in_use.other_languages')}</summary>
      <ul>
        {others.map(({ code }) => (
          <li key={code}>
            <Link to={to(code)}>{capitalized(formatLanguage(code, locale), locale)}</Link>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The packs, for roots; and what is used as soon as it is installed. */
function useNatural(isRoot: boolean) {
  const { t } = useTranslation('voice-packs');
  const locale = useLocale();
  const { act } = useAct({ parallel: true });
  const [change] = useChangeVoiceInUseMutation();
  const [awaited, setAwaited] = useState<{ language: string; voice_name: string } | null>(null);
  const [polled, setPolled] = useState(0);
  const { data: packs } = useGetVoicePacksQuery(isRoot ? undefined : skipToken, { pollingInterval: polled });
  const interval = packs?.packs.some(isInstalling) === true ? POLL_MS : 0;
  if (polled !== interval) setPolled(interval);
  const use = async (language: string, voice_name: string | null): Promise<void> => {
    const done =
      voice_name === null ? t('in_use.as_chosen') : t('in_use.changed', { language: formatLanguage(language, locale) });
    await act(() => change({ language, voice_name }), { done, failed: t('in_use.failed') });
  };
  const state = packs?.packs.find(({ voice_name }) => voice_name === awaited?.voice_name)?.state;
  const used = useRef<typeof awaited>(null);
  const useAwaited = useEffectEvent(() => {
    if (!awaited || used.current === awaited) return;
    used.current = awaited;
    void use(awaited.language, awaited.voice_name);
  });
  useEffect(() => {
    if (state === 'ready') useAwaited();
  }, [state]);
  return { packs, use, await: setAwaited };
}
