import { Alert, Button, Paper, Stack, Select, SimpleGrid, Group, SegmentedControl, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { SPOKEN_TEXT_MAX } from '@belfry/schemas/domain/announcements';
import type { TargetsInput } from '@belfry/schemas/domain/targets';
import { z } from 'zod';
import type { SayPreview } from '@belfry/schemas/http/announcements/announcements';
import { formatCount, formatLanguageOfCountry } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { SESSION_KEYS } from '../../lib/storage.ts';
import { useFormDraft } from '../../lib/use-form-draft.ts';
import { useSessionDraft } from '../../lib/use-session-draft.ts';
import { isEmpty } from '../../kit/where/index.ts';
import { WhoHears } from '../../kit/who-hears/index.ts';
import { ChimeSelect, type ChosenChime } from '../library/chimes/index.ts';
import { useVoiceLanguages, useVoices } from '../speech/voice-lists-api.ts';
import { NotLive } from '../../ui/states/not-live.tsx';
import { DraftOffer } from '../../ui/draft-offer.tsx';
import { usePreviewSayQuery, useSayMutation, type Say, useGetSayMessagesQuery } from './announcements-api.ts';
import { AnnouncementRunProgress } from './run-progress.tsx';
import classes from './announcements.module.css';
import { useInsertAtCaret } from '../../lib/focus.ts';
import { useMay } from '../teams/teams-api.ts';
import { SpokenLine } from '../../ui/spoken-as.tsx';

const SETTLE_MS = 400;
/** Devices come and go while somebody writes. */
const RECOUNTED_MS = 10_000;
const NOTHING_SAID = { text: '' };
const storedText = z.string().max(SPOKEN_TEXT_MAX);

type FormProps = { targets: TargetsInput; picker: ReactNode; onSaid: () => void };

export function SayForm({ targets, picker, onSaid }: FormProps) {
  const { t } = useTranslation(['announcements', 'library']);
  const messageOf = useErrorMessage();
  const locale = useLocale();
  const [text, setText, forgetText] = useSessionDraft(SESSION_KEYS.sayDraft, storedText, '');
  const [chosen, setChosen] = useState<Omit<ContentDraft, 'text'>>({ mode: 'text', messageId: null });
  const draft: ContentDraft = { ...chosen, text };
  const kept = useFormDraft({
    name: 'say',
    values: { text },
    opened: NOTHING_SAID,
    dirty: text !== '',
    restore: (stored) => setText(stored.text.slice(0, SPOKEN_TEXT_MAX)),
  });
  const [chime, setChime] = useState<ChosenChime>({ chime: 'none', chime_id: null });
  const [voiceOverride, setVoiceOverride] = useState<VoiceOverrideValue>({});
  const [say, { data: started, error: refused, isLoading }] = useSayMutation();
  const content = contentOf(draft, chime);
  const body: Say | null = content && !isEmpty(targets) ? { ...content, ...voiceOverride, targets } : null;
  const [settled] = useDebouncedValue(JSON.stringify(body), SETTLE_MS);
  const ready = body !== null && settled === JSON.stringify(body);
  const preview = usePreviewSayQuery(body ?? { targets: {} }, { skip: !ready, pollingInterval: RECOUNTED_MS });
  const counted = ready ? preview.currentData : undefined;
  const error = refused ?? (ready ? preview.error : undefined);
  const change = (next: ContentDraft): void => {
    setChosen({ mode: next.mode, messageId: next.messageId });
    if (next.text !== text) setText(next.text);
  };
  const speakTo = ({ devices, reachable }: SayPreview): string =>
    reachable === devices
      ? t('speak_to', { count: devices })
      : t('speak_to_some', { count: devices, reachable: formatCount(reachable, locale) });
  const submit = async (): Promise<void> => {
    if (!body || isLoading) return;
    const { error: failed } = await say(body);
    if (failed) return;
    onSaid();
    if (draft.mode !== 'text') return;
    forgetText();
    kept.forget();
  };
  return (
    <Stack gap="md">
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Paper withBorder p="md" className={classes.what ?? ''}>
          <Stack gap="sm">
            <DraftOffer draft={kept} />
            <AnnouncementContent value={draft} onChange={change} />
            {content?.text !== undefined && counted && (
              <SpokenInPlaces text={content.text} languages={counted.languages} />
            )}
            {draft.mode === 'text' && (
              <ChimeSelect label={t('library:messages.chime')} value={chime} onChange={setChime} />
            )}
            <VoiceOverride value={voiceOverride} onChange={setVoiceOverride} />
          </Stack>
        </Paper>
        <Paper withBorder p="md" className={classes.places ?? ''}>
          {picker}
        </Paper>
        <Stack gap="md" className={classes.result ?? ''}>
          <NotLive />
          <WhoHears
            preview={counted}
            text={content?.text ?? null}
            waiting={ready && !counted && error === undefined}
            onAllIn={(language) => setVoiceOverride({ language })}
          />
          {error !== undefined && (
            <Alert color="error" py="xs" role="alert">
              {messageOf(error)}
            </Alert>
          )}
          <Button
            type="submit"
            size="md"
            leftSection={<IconSpeakerphone size={20} aria-hidden />}
            loading={isLoading}
            disabled={body === null || counted?.devices === 0}
          >
            {counted ? speakTo(counted) : t('speak')}
          </Button>
        </Stack>
      </form>
      {started && <AnnouncementRunProgress key={started.run_id} runId={started.run_id} />}
    </Stack>
  );
}

type VoiceOverrideValue = Pick<Say, 'language' | 'voice'>;
type Props = { value: VoiceOverrideValue; onChange: (value: VoiceOverrideValue) => void };
/** A language and voice for all places; none is that of each place, see ANN-2. */
function VoiceOverride({ value: { language, voice }, onChange }: Props) {
  const { t } = useTranslation(['announcements', 'common']);
  const { list: languages } = useVoiceLanguages();
  const { list: voices } = useVoices(language);
  const common = {
    clearable: true,
    searchable: true,
    nothingFoundMessage: t('common:nothing_found'),
  };
  const clear = (name: 'spoken_in.clear_language' | 'spoken_in.clear_voice') => ({
    'aria-label': t(name),
    'aria-hidden': false,
    tabIndex: 0,
  });
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <Select
        {...common}
        clearButtonProps={clear('spoken_in.clear_language')}
        label={t('spoken_in.language')}
        placeholder={t('spoken_in.of_place')}
        data={languages.map(({ code, name }) => ({ value: code, label: name }))}
        value={language ?? null}
        onChange={(code) => onChange(code === null ? {} : { language: code })}
      />
      <Select
        {...common}
        clearButtonProps={clear('spoken_in.clear_voice')}
        label={t('spoken_in.voice')}
        placeholder={t(language === undefined ? 'spoken_in.of_place' : 'spoken_in.of_language')}
        disabled={language === undefined}
        data={voices.map(({ voice_name, name }) => ({ value: voice_name, label: name }))}
        value={voice ?? null}
        onChange={(name) => language !== undefined && onChange({ language, ...(name !== null && { voice: name }) })}
      />
    </SimpleGrid>
  );
}

type Content = Pick<Say, 'text' | 'message_id' | 'chime' | 'chime_id'>;
/** A message has its own chime. */
function contentOf({ mode, text, messageId }: ContentDraft, { chime, chime_id }: ChosenChime): Content | null {
  if (mode === 'message') return messageId === null ? null : { message_id: messageId };
  if (text.trim() === '') return null;
  return { text: text.trim(), ...(chime !== 'none' && { chime }), ...(chime_id !== null && { chime_id }) };
}

const MODES = ['text', 'message'] as const;
const VARIABLES = ['place', 'time', 'date'] as const;
const SEARCH_SETTLE_MS = 200;
type ContentDraft = { mode: (typeof MODES)[number]; text: string; messageId: number | null };
/** What is said: a text with variables, or a message of the library. */
function AnnouncementContent({ value, onChange }: { value: ContentDraft; onChange: (value: ContentDraft) => void }) {
  const { t } = useTranslation('announcements');
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={t('what.label')}
        value={value.mode}
        onChange={(mode) => onChange({ ...value, mode: MODES.find((each) => each === mode) ?? 'text' })}
        data={MODES.map((mode) => ({ value: mode, label: t(`what.${mode}`) }))}
      />
      {value.mode === 'text' ? (
        <TextField text={value.text} onChange={(text) => onChange({ ...value, text })} />
      ) : (
        <MessageField messageId={value.messageId} onChange={(messageId) => onChange({ ...value, messageId })} />
      )}
    </Stack>
  );
}

function TextField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const { t } = useTranslation('announcements');
  const { field, insert } = useInsertAtCaret({ value: text, maxLength: SPOKEN_TEXT_MAX, onChange });
  return (
    <>
      <Textarea
        ref={field}
        label={t('text.label')}
        description={t('text.hint')}
        placeholder={t('text.example')}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={SPOKEN_TEXT_MAX}
        value={text}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Group gap="xs" role="toolbar" aria-label={t('text.variables')}>
        {VARIABLES.map((variable) => (
          <Button key={variable} size="compact-sm" variant="default" onClick={() => insert(`{${variable}}`)}>
            {t(`text.${variable}`)}
          </Button>
        ))}
      </Group>
    </>
  );
}

function MessageField({
  messageId,
  onChange,
}: {
  messageId: number | null;
  onChange: (messageId: number | null) => void;
}) {
  const { t } = useTranslation(['announcements', 'common']);
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState<{ value: string; label: string } | null>(null);
  const [q] = useDebouncedValue(typed === picked?.label ? '' : typed.trim(), SEARCH_SETTLE_MS);
  const { data = [], isFetching } = useGetSayMessagesQuery(q);
  const mayEmergency = useMay('emergency');
  const found = data
    .filter(({ emergency }) => mayEmergency || !emergency)
    .map(({ id, name, emergency }) => ({
      value: String(id),
      label: emergency ? t('message.emergency', { name }) : name,
    }));
  const all = picked && !found.some(({ value }) => value === picked.value) ? [picked, ...found] : found;
  return (
    <Select
      label={t('message.label')}
      description={t('message.hint')}
      placeholder={t('message.choose')}
      searchable
      data={all}
      value={messageId === null ? null : String(messageId)}
      onChange={(value, option) => {
        setPicked(value === null ? null : { value, label: option?.label ?? '' });
        onChange(value === null ? null : Number(value));
      }}
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has filtered.
      filter={({ options }) => options}
      nothingFoundMessage={t(isFetching ? 'common:loading' : 'message.none')}
    />
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
