import { ActionIcon, Alert, Button, Group, Kbd, Stack, Tooltip } from '@mantine/core';
import { IconBroadcast, IconMicrophone } from '@tabler/icons-react';
import type { TargetsInput } from '@belfry/schemas/domain/targets';
import type { SayPreview } from '@belfry/schemas/http/announcements/announcements';
import { type ChangeEvent, type KeyboardEvent, useRef, useState } from 'react';
import { bodyOf, PreparedTexts, useRecentTexts, What, type WhatValue } from '../../../kit/what/index.ts';
import { isEmpty, useWhere, Where } from '../../../kit/where/index.ts';
import { WhoHears } from '../../../kit/who-hears/index.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { formatLanguageOfCountry } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { useMobile } from '../../../lib/use-breakpoint.ts';
import { DraftOffer } from '../../../ui/draft-offer.tsx';
import { SpokenLine } from '../../../ui/spoken-as.tsx';
import { NotLive } from '../../../ui/states/not-live.tsx';
import { useAct } from '../../../ui/use-act.ts';
import { uploadAudio } from '../../library/index.ts';
import { HoldToTalk, RecordDialog } from '../../live-pages/index.ts';
import { useMay } from '../../teams/teams-api.ts';
import { type Say, useSayMutation } from '../announcements-api.ts';
import { soundingOf, spokenIn, usePreview, useWhat } from './say-draft.ts';
import { Sounding, type SoundingValue } from './sounding.tsx';
import { SayResult, useIsSounding } from './say-result.tsx';
import { TextMessageChoice, useTextMessages } from './text-messages.tsx';
import classes from './say.module.css';

const AS_AT_PLACES: SoundingValue = { chime: 'none', chime_id: null, repeat: 1, language: null, voice: null };

/** `place`: where it is said, without a choice; else the field for it begins with what the address names. */
export function SayForm({ place }: { place?: number }) {
  const { t } = useTranslation('say');
  const messageOf = useErrorMessage();
  const isPhone = useMobile();
  const mayAdd = useMay('edit_library');
  const { remember } = useRecentTexts();
  const { act, pending: isUploading } = useAct();
  const { what, setWhat, kept, forget } = useWhat();
  const where = useWhere('speak');
  const targets: TargetsInput = place === undefined ? where.targets : { nodes: [place] };
  const [sounding, setSounding] = useState<SoundingValue>(AS_AT_PLACES);
  const [way, setWay] = useState<'none' | 'talk' | 'record'>(initialWay);
  const [said, setSaid] = useState<{ runId: string; key: string } | null>(null);
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const tones = useRef<HTMLDivElement>(null);
  const [say, { error: refused, isLoading, reset }] = useSayMutation();

  const content = bodyOf(what);
  const text = content && 'text' in content ? content.text : null;
  const speech = content && { ...content, ...soundingOf(what, sounding) };
  const body: Say | null = speech && !isEmpty(targets) ? { ...speech, targets } : null;
  const key = JSON.stringify(body);
  const { counted, waiting, error } = usePreview(content, spokenIn(what, sounding), targets);
  const messages = useTextMessages(what.kind === 'text' ? what.text.trim() : '', targets);
  const isOdd = (counted?.other_voices ?? 0) > 0;
  const needsPress = isOdd && confirmed !== key;
  const isReady = body !== null && counted !== undefined && counted.devices > 0;
  const spoken = said !== null && (said.key === key || said.key === LIVE) ? said : null;
  const isSaid = said?.key === key;
  const isSounding = useIsSounding(isSaid ? said.runId : null);
  const change = (next: WhatValue): void => {
    setWhat(next);
    setSaid(null);
    reset();
  };

  const submit = async (): Promise<void> => {
    if (body === null || !isReady || isLoading || isSounding) return;
    if (needsPress) return setConfirmed(key);
    const { data } = await say(body);
    if (!data) return;
    setSaid({ runId: data.run_id, key });
    setConfirmed(null);
    where.remember();
    if (what.kind === 'text') remember(what.text.trim());
    await messages.send();
    forget();
  };
  const add = async ({ currentTarget }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const recording = currentTarget.files?.[0];
    currentTarget.value = '';
    if (!recording) return;
    const upload = (): Promise<{ data: Awaited<ReturnType<typeof uploadAudio>> }> =>
      uploadAudio(recording, () => undefined).then((data) => ({ data }));
    const sound = await act(upload, { failed: t('not_uploaded') });
    if (sound) change({ kind: 'audio', sound });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void submit();
  };
  const commands = [
    { name: 'chime' as const, run: () => tones.current?.querySelector('input')?.focus() },
    { name: 'record' as const, run: () => setWay('record') },
    { name: 'talk' as const, run: () => setWay('talk') },
    ...(mayAdd ? [{ name: 'file' as const, run: () => file.current?.click() }] : []),
  ];
  const failure = refused ?? error;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- A shortcut of its fields. */}
      <form
        noValidate
        className={classes.form}
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {place === undefined && (
          <Where
            right="speak"
            value={targets}
            onChange={(next) => {
              where.setTargets(next);
              setSaid(null);
            }}
          />
        )}
        <DraftOffer draft={kept} />
        <What value={what} onChange={change} commands={commands}>
          <Ways onRecord={() => setWay('record')} onTalk={() => setWay(way === 'talk' ? 'none' : 'talk')} />
        </What>
        {isPhone && <PreparedTexts value={what} onChange={change} disabled={isLoading} />}
        {text !== null && counted && <SpokenInPlaces text={text} languages={counted.languages} />}
        <Sounding ref={tones} what={what.kind} value={sounding} onChange={setSounding} />
        <Stack gap="xs" className={classes.actions ?? ''}>
          <NotLive />
          {spoken ? (
            <SayResult key={spoken.runId} runId={spoken.runId} onAgain={(runId) => setSaid({ ...spoken, runId })} />
          ) : (
            <div className={classes.who}>
              <WhoHears
                preview={counted}
                text={text}
                waiting={waiting}
                onAllIn={(language) => setSounding({ ...sounding, language, voice: null })}
              />
            </div>
          )}
          {failure !== undefined && (
            <Alert color="error" py="xs" role="alert">
              {messageOf(failure)}
            </Alert>
          )}
          <Group gap="sm" justify="flex-end">
            <TextMessageChoice messages={messages} />
            <Button
              type="submit"
              size="md"
              className={classes.speak ?? ''}
              color={needsPress || !isOdd ? 'purple' : 'warning'}
              variant={isSaid ? 'default' : 'filled'}
              loading={isLoading || isUploading}
              disabled={!isReady || isSounding}
              {...(!isPhone && { rightSection: <Kbd size="xs">Ctrl ⏎</Kbd> })}
            >
              {isOdd && !needsPress ? t('speak_anyway') : t(isSaid ? 'again' : 'speak')}
            </Button>
          </Group>
          {isOdd && !needsPress && (
            <output className={classes.odd}>{t('odd', { count: counted?.other_voices ?? 0 })}</output>
          )}
          {(isPhone || way === 'talk') && (
            <HoldToTalk
              targets={isEmpty(targets) ? null : targets}
              devices={counted?.devices}
              onEnded={(runId) => {
                where.remember();
                setSaid({ runId, key: LIVE });
              }}
            />
          )}
        </Stack>
        {!isPhone && <PreparedTexts value={what} onChange={change} disabled={isLoading} />}
        <input ref={file} type="file" accept="audio/*" hidden onChange={(event) => void add(event)} />
      </form>
      {way === 'record' && (
        <RecordDialog
          label={t('recording')}
          onClose={() => setWay('none')}
          onRecorded={(sound) => {
            setWay('none');
            change({ kind: 'audio', sound });
          }}
        />
      )}
    </>
  );
}

/** The key of what was said live, which no later input changes. */
const LIVE = 'live';

const initialWay = (): 'none' | 'talk' =>
  new URLSearchParams(globalThis.location.search).get('way') === 'talk' ? 'talk' : 'none';

function Ways({ onRecord, onTalk }: { onRecord: () => void; onTalk: () => void }) {
  const { t } = useTranslation('say');
  const isPhone = useMobile();
  return (
    <Group gap={4} wrap="nowrap" className={classes.ways ?? ''}>
      <Tooltip label={t('record')} withinPortal={false}>
        <ActionIcon variant="default" size={isPhone ? 44 : 32} aria-label={t('record')} onClick={onRecord}>
          <IconMicrophone size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {!isPhone && (
        <Tooltip label={t('talk')} withinPortal={false}>
          <ActionIcon variant="default" size={32} aria-label={t('talk')} onClick={onTalk}>
            <IconBroadcast size={16} stroke={1.5} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </Group>
  );
}

type SpokenInPlacesProps = { text: string; languages: SayPreview['languages'] };
/** How the voices of the places say a text, by language, where that is not as it is written. */
function SpokenInPlaces({ text, languages }: SpokenInPlacesProps) {
  const locale = useLocale();
  const isOnly = new Set(languages.map(({ language }) => language)).size === 1;
  return languages.map(({ language, spoken }) => {
    if (spoken === undefined || spoken === text.trim()) return null;
    const name = isOnly ? {} : { name: formatLanguageOfCountry(language, locale) };
    return <SpokenLine key={language} spoken={spoken} language={language} {...name} />;
  });
}
