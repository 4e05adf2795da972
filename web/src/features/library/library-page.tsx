import { IconBell, IconBook, IconMessage, IconMusic, IconPlaylist, IconRadio } from '@tabler/icons-react';
import { useLocale } from '../../lib/i18n.ts';
import { useTranslation } from '../../lib/translation.ts';
import { Badge, Group, TextInput } from '@mantine/core';
import type { Message, Pronunciation } from '@belfry/schemas/http/library/texts';
import { useState } from 'react';
import { useAddressTab } from '../../lib/address.ts';
import { TabbedPage, type PageTab } from '../../ui/tabbed-page.tsx';
import { type Kind, libraryApi } from './library-api.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { PlayButton, playStateOf, usePlayback } from '../../ui/playback.tsx';
import { toast } from '../../ui/toast.ts';
import { AudioPanel } from './audio-panel.tsx';
import { ChimesPanel } from './chimes-panel.tsx';
import { type Recorder, RecorderContext } from './recorder.ts';
import { StationsPanel } from './stations-panel.tsx';
import { formatLength, LibraryList, RowText } from './library-list.tsx';
import { SaveForm, VoiceLanguageSelect } from './save-form.tsx';
import { PlaylistDialog } from './playlist-dialog.tsx';
import { MessageDialog } from './message-dialog.tsx';
import { asHeard } from './message-values.ts';
import { usePreview } from './variant-fields.tsx';

const TABS = ['messages', 'audio', 'chimes', 'playlists', 'stations', 'dictionary'] as const satisfies readonly Kind[];

/** What announcements are made of; see LIB-1. @param recorder with it, audio is also recorded where it is chosen */
export function LibraryPage({ recorder = null }: { recorder?: Recorder | null }) {
  const { t } = useTranslation('library');
  const [tab, go] = useAddressTab(TABS);
  const tabs: Record<Kind, PageTab> = {
    messages: { label: t('tabs.messages'), icon: IconMessage, panel: <MessagesPanel /> },
    audio: { label: t('tabs.audio'), icon: IconMusic, panel: <AudioPanel /> },
    chimes: { label: t('tabs.chimes'), icon: IconBell, panel: <ChimesPanel /> },
    playlists: { label: t('tabs.playlists'), icon: IconPlaylist, panel: <PlaylistsPanel /> },
    stations: { label: t('tabs.stations'), icon: IconRadio, panel: <StationsPanel /> },
    dictionary: { label: t('tabs.dictionary'), icon: IconBook, panel: <DictionaryPanel /> },
  };
  return (
    <RecorderContext value={recorder}>
      <TabbedPage title={t('title')} lead={t('lead')} tab={tab} onChange={go} tabs={tabs} />
    </RecorderContext>
  );
}

function PlaylistsPanel() {
  const { t } = useTranslation('library');
  return (
    <LibraryList
      kind="playlists"
      endpoint={libraryApi.endpoints.getPlaylists}
      mark={IconPlaylist}
      nameOf={({ name }) => name}
      renderEditor={(playlist, onClose) => <PlaylistDialog playlist={playlist} onClose={onClose} />}
    >
      {({ name, audio_ids, duration_ms, shuffle }) => (
        <>
          <RowText name={name}>
            {t('playlists.count', { count: audio_ids.length })} · {formatLength(duration_ms)}
          </RowText>
          {shuffle && <Badge variant="default">{t('playlists.shuffled')}</Badge>}
        </>
      )}
    </LibraryList>
  );
}

function DictionaryPanel() {
  return (
    <LibraryList
      kind="dictionary"
      endpoint={libraryApi.endpoints.getDictionary}
      mark={IconBook}
      nameOf={({ word }) => word}
      renderEditor={(entry, onClose) => <EntryDialog entry={entry} onClose={onClose} />}
    >
      {({ word, spoken, language }) => (
        <>
          <RowText name={word}>{spoken}</RowText>
          <Badge variant="default">{language}</Badge>
        </>
      )}
    </LibraryList>
  );
}

function EntryDialog({ entry, onClose }: { entry: Pronunciation | undefined; onClose: () => void }) {
  const { t } = useTranslation('library');
  const locale = useLocale();
  const [fields, setFields] = useState({
    language: entry?.language ?? locale,
    word: entry?.word ?? '',
    spoken: entry?.spoken ?? '',
  });
  const [checked, setChecked] = useState(false);
  const check = (): boolean => {
    setChecked(true);
    return fields.word.trim() !== '' && fields.spoken.trim() !== '';
  };
  return (
    <FormDialog title={t(entry ? 'dictionary.edit' : 'dictionary.new')} onClose={onClose}>
      {({ onCancel, onDirty }) => {
        const change = (next: Partial<typeof fields>): void => {
          setFields({ ...fields, ...next });
          onDirty(true);
        };
        return (
          <SaveForm
            kind="dictionary"
            item={entry}
            body={fields}
            check={check}
            apply={setFields}
            labels={{ language: t('language'), word: t('dictionary.word'), spoken: t('dictionary.spoken') }}
            onSaved={onClose}
            onCancel={onCancel}
          >
            <VoiceLanguageSelect
              label={t('language')}
              value={fields.language}
              onChange={(language) => change({ language })}
            />
            <TextInput
              label={t('dictionary.word')}
              withAsterisk
              maxLength={100}
              value={fields.word}
              error={checked && fields.word.trim() === '' && t('dictionary.word_missing')}
              data-autofocus
              onChange={({ currentTarget }) => change({ word: currentTarget.value })}
            />
            <TextInput
              label={t('dictionary.spoken')}
              description={t('dictionary.spoken_hint')}
              withAsterisk
              maxLength={200}
              value={fields.spoken}
              error={checked && fields.spoken.trim() === '' && t('dictionary.spoken_missing')}
              onChange={({ currentTarget }) => change({ spoken: currentTarget.value })}
            />
          </SaveForm>
        );
      }}
    </FormDialog>
  );
}

function MessagesPanel() {
  const { t } = useTranslation('library');
  const preview = usePreview();
  const { playback, play, stop } = usePlayback(() => toast('error', t('messages.not_played')));
  /** Plays the message as places with other languages hear it. */
  const listen = async (message: Message) => {
    const { chime, chime_id } = message;
    const variant = mainVariant(message);
    const answer = variant && (await preview({ ...variant, chime, chime_id }));
    return asHeard(answer?.parts ?? null, message);
  };
  return (
    <LibraryList
      kind="messages"
      endpoint={libraryApi.endpoints.getMessages}
      mark={IconMessage}
      nameOf={({ name }) => name}
      renderEditor={(message, onClose) => <MessageDialog message={message} onClose={onClose} />}
    >
      {(message) => (
        <>
          <PlayButton
            name={message.name}
            state={playStateOf(playback, String(message.id))}
            onPlay={() => void play(String(message.id), () => listen(message))}
            onStop={stop}
          />
          <RowText name={message.name} lineClamp={2}>
            {textOf(message) || t('messages.audio_alone')}
          </RowText>
          <Group gap={4}>
            {message.emergency && <Badge color="error">{t('messages.emergency')}</Badge>}
            {message.variants.map(({ language }) => (
              <Badge key={language} variant="default">
                {language}
              </Badge>
            ))}
          </Group>
        </>
      )}
    </LibraryList>
  );
}

const mainVariant = ({ variants, fallback_language }: Message) =>
  variants.find(({ language }) => language === fallback_language) ?? variants[0];
const textOf = (message: Message): string => mainVariant(message)?.text ?? '';
