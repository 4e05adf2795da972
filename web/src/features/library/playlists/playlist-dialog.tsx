import { PLAYLIST_ITEMS_MAX, type Playlist } from '@belfry/schemas/http/announcements/library-audio';
import { Select, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { formatLength } from '../format-length.ts';
import { useGetAudioQuery } from '../../../api/library/library-api.ts';
import { NameField } from '../name-field.tsx';
import { SaveForm } from '../save-form.tsx';
import { OrderedItems, type Entry } from './ordered-items.tsx';

/** All audio that one person may choose from. */
const ALL = { q: '', page: 1, page_size: 500 };

const entriesOf = (ids: readonly number[]): readonly Entry[] => ids.map((id, index) => ({ key: `${index}`, id }));

/** The editor of a playlist. */
export function PlaylistDialog({ playlist, onClose }: { playlist: Playlist | undefined; onClose: () => void }) {
  const { t } = useTranslation('library');
  const { data } = useGetAudioQuery(ALL);
  const audio = new Map(data?.items.map((item) => [item.id, item]));
  const [name, setName] = useState(playlist?.name ?? '');
  const [shuffle, setShuffle] = useState(playlist?.shuffle ?? false);
  const [entries, setEntries] = useState(() => entriesOf(playlist?.audio_ids ?? []));
  const [checked, setChecked] = useState(false);
  const total = entries.reduce((sum, { id }) => sum + (audio.get(id)?.duration_ms ?? 0), 0);
  const check = (): boolean => {
    setChecked(true);
    return name.trim() !== '';
  };
  const namesOf = (ids: readonly number[]): string => ids.map((id) => audio.get(id)?.name ?? `#${id}`).join(', ');
  return (
    <FormDialog title={t(playlist ? 'playlists.edit' : 'playlists.new')} size="lg" onClose={onClose}>
      {({ onCancel, onDirty }) => (
        <SaveForm
          kind="playlists"
          item={playlist}
          body={{ name: name.trim(), shuffle, audio_ids: entries.map(({ id }) => id) }}
          check={check}
          apply={(body) => {
            setName(body.name);
            setShuffle(body.shuffle);
            setEntries(entriesOf(body.audio_ids));
          }}
          labels={{ name: t('name'), shuffle: t('playlists.shuffle'), audio_ids: t('playlists.order') }}
          textOf={(field, value) => (field === 'audio_ids' ? namesOf(value as number[]) : (value as string | boolean))}
          onSaved={onClose}
          onCancel={onCancel}
        >
          <NameField
            value={name}
            checked={checked}
            onChange={(next) => {
              setName(next);
              onDirty(true);
            }}
          />
          <Select
            label={t('playlists.add')}
            placeholder={t('playlists.choose')}
            data={[...audio.values()].map((item) => ({ value: String(item.id), label: item.name }))}
            value={null}
            searchable
            disabled={entries.length >= PLAYLIST_ITEMS_MAX}
            nothingFoundMessage={t('nothing_found')}
            onChange={(id) => {
              if (id === null) return;
              setEntries([...entries, { key: crypto.randomUUID(), id: Number(id) }]);
              onDirty(true);
            }}
          />
          <OrderedItems
            entries={entries}
            audio={audio}
            onChange={(next) => {
              setEntries(next);
              onDirty(true);
            }}
          />
          <Text size="sm" aria-live="polite">
            {t('playlists.total', { count: entries.length, length: formatLength(total) })}
          </Text>
          <Switch
            label={t('playlists.shuffle')}
            checked={shuffle}
            onChange={({ currentTarget }) => {
              setShuffle(currentTarget.checked);
              onDirty(true);
            }}
          />
        </SaveForm>
      )}
    </FormDialog>
  );
}
