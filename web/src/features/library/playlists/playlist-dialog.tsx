import { PLAYLIST_ITEMS_MAX, type Playlist } from '@belfry/schemas/http/library';
import { Select, Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { formatLength } from '../format-length.ts';
import { useGetAudioQuery } from '../library-api.ts';
import { SaveForm } from '../save-form.tsx';
import { OrderedItems, type Entry } from './ordered-items.tsx';

/** All audio that one person may choose from. */
const ALL = { q: '', page: 1, page_size: 500 };

/** The editor of a playlist. */
export function PlaylistDialog({ playlist, onClose }: { playlist: Playlist | undefined; onClose: () => void }) {
  const { t } = useTranslation('library');
  const { data } = useGetAudioQuery(ALL);
  const audio = new Map(data?.items.map((item) => [item.id, item]));
  const [name, setName] = useState(playlist?.name ?? '');
  const [shuffle, setShuffle] = useState(playlist?.shuffle ?? false);
  const [entries, setEntries] = useState<readonly Entry[]>(
    () => playlist?.audio_ids.map((id, index) => ({ key: `${index}`, id })) ?? [],
  );
  const [checked, setChecked] = useState(false);
  const total = entries.reduce((sum, { id }) => sum + (audio.get(id)?.duration_ms ?? 0), 0);
  const save = () => {
    setChecked(true);
    if (name.trim() === '') return null;
    const body = { name: name.trim(), shuffle, audio_ids: entries.map(({ id }) => id) };
    return { kind: 'playlists' as const, ...(playlist && { id: playlist.id, revision: playlist.revision }), body };
  };
  return (
    <FormDialog title={t(playlist ? 'playlists.edit' : 'playlists.new')} size="lg" onClose={onClose}>
      {({ onCancel, onDirty }) => (
        <SaveForm save={save} onSaved={onClose} onCancel={onCancel}>
          <TextInput
            label={t('name')}
            withAsterisk
            maxLength={80}
            value={name}
            error={checked && name.trim() === '' && t('name_missing')}
            data-autofocus
            onChange={({ currentTarget }) => {
              setName(currentTarget.value);
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
