import { IconBook, IconMessage, IconMusic, IconPlaylist, IconRadio } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useAddressTab } from '../../lib/address.ts';
import { TabbedPage, type PageTab } from '../../ui/tabbed-page.tsx';
import { AudioPanel } from './audio/audio-panel.tsx';
import { type Kind, libraryApi } from './library-api.ts';
import { StationsPanel } from './stations/stations-panel.tsx';
import type { Playlist } from '@belfry/schemas/http/library/audio';
import { Badge, Text, Group, TextInput } from '@mantine/core';
import { formatLength } from './format-length.ts';
import { LibraryList } from './library-list.tsx';
import classes from './library-list.module.css';
import { RowActions } from './row-actions.tsx';
import { useEdited } from './use-edited.ts';
import { PlaylistDialog } from './playlists/playlist-dialog.tsx';
import type { Message, Pronunciation } from '@belfry/schemas/http/library/texts';
import { MessageDialog } from './messages/message-dialog.tsx';
import { useState } from 'react';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { VoiceLanguageSelect } from './voice-language-select.tsx';
import { SaveForm } from './save-form.tsx';

/** Texts that are spoken, in several languages. */
function MessagesPanel() {
  const { t } = useTranslation('library');
  const edited = useEdited<Message>();
  return (
    <>
      <LibraryList
        kind="messages"
        endpoint={libraryApi.endpoints.getMessages}
        mark={IconMessage}
        onNew={edited.begin}
        renderRow={(message) => (
          <div className={classes.line}>
            <div className={classes.name}>
              <Text fw={600}>{message.name}</Text>
              <Text size="sm" c="dimmed" lineClamp={2}>
                {textOf(message)}
              </Text>
            </div>
            <Group gap={4}>
              {message.emergency && <Badge color="error">{t('messages.emergency')}</Badge>}
              {message.variants.map(({ language }) => (
                <Badge key={language} variant="default">
                  {language}
                </Badge>
              ))}
            </Group>
            <RowActions kind="messages" id={message.id} name={message.name} onEdit={() => edited.edit(message)} />
          </div>
        )}
      />
      {edited.opened && <MessageDialog message={edited.item} onClose={edited.close} />}
    </>
  );
}
const textOf = ({ variants, fallback_language }: Message): string =>
  (variants.find(({ language }) => language === fallback_language) ?? variants[0])?.text ?? '';

const TABS = ['messages', 'audio', 'playlists', 'stations', 'dictionary'] as const satisfies readonly Kind[];

/** What announcements are made of; see LIB-1. */
export function LibraryPage() {
  const { t } = useTranslation('library');
  const [tab, go] = useAddressTab(TABS);
  const tabs: Record<Kind, PageTab> = {
    messages: { label: t('tabs.messages'), icon: IconMessage, panel: <MessagesPanel /> },
    audio: { label: t('tabs.audio'), icon: IconMusic, panel: <AudioPanel /> },
    playlists: { label: t('tabs.playlists'), icon: IconPlaylist, panel: <PlaylistsPanel /> },
    stations: { label: t('tabs.stations'), icon: IconRadio, panel: <StationsPanel /> },
    dictionary: { label: t('tabs.dictionary'), icon: IconBook, panel: <DictionaryPanel /> },
  };
  return <TabbedPage title={t('title')} lead={t('lead')} tab={tab} onChange={go} tabs={tabs} />;
}

/** Audio in an order. */
function PlaylistsPanel() {
  const { t } = useTranslation('library');
  const edited = useEdited<Playlist>();
  return (
    <>
      <LibraryList
        kind="playlists"
        endpoint={libraryApi.endpoints.getPlaylists}
        mark={IconPlaylist}
        onNew={edited.begin}
        renderRow={(playlist) => (
          <div className={classes.line}>
            <div className={classes.name}>
              <Text fw={600}>{playlist.name}</Text>
              <Text size="sm" c="dimmed">
                {t('playlists.count', { count: playlist.audio_ids.length })} · {formatLength(playlist.duration_ms)}
              </Text>
            </div>
            {playlist.shuffle && <Badge variant="default">{t('playlists.shuffled')}</Badge>}
            <RowActions kind="playlists" id={playlist.id} name={playlist.name} onEdit={() => edited.edit(playlist)} />
          </div>
        )}
      />
      {edited.opened && <PlaylistDialog playlist={edited.item} onClose={edited.close} />}
    </>
  );
}

/** How words are spoken. */
function DictionaryPanel() {
  const edited = useEdited<Pronunciation>();
  return (
    <>
      <LibraryList
        kind="dictionary"
        endpoint={libraryApi.endpoints.getDictionary}
        mark={IconBook}
        onNew={edited.begin}
        renderRow={(entry) => (
          <div className={classes.line}>
            <div className={classes.name}>
              <Text fw={600}>{entry.word}</Text>
              <Text size="sm" c="dimmed">
                {entry.spoken}
              </Text>
            </div>
            <Badge variant="default">{entry.language}</Badge>
            <RowActions kind="dictionary" id={entry.id} name={entry.word} onEdit={() => edited.edit(entry)} />
          </div>
        )}
      />
      {edited.opened && <EntryDialog entry={edited.item} onClose={edited.close} />}
    </>
  );
}
function EntryDialog({ entry, onClose }: { entry: Pronunciation | undefined; onClose: () => void }) {
  const { t, i18n } = useTranslation('library');
  const [fields, setFields] = useState({
    language: entry?.language ?? (i18n.language === 'ru' ? 'ru' : 'en'),
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
