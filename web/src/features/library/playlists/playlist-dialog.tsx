import { type Playlist, PLAYLIST_ITEMS_MAX, type Audio } from '@belfry/schemas/http/library/audio';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { useGetAudioQuery, type Bodies } from '../library-api.ts';
import { SaveForm } from '../save-form.tsx';
import { Select, Switch, Text } from '@mantine/core';
import { formatLength } from '../format-length.ts';
import { NameField } from '../name-field.tsx';
import { OrderedItems, type Entry } from './ordered-items.tsx';

/** All audio that one person may choose from. */
const ALL = { q: '', page: 1, page_size: 500 };

const EMPTY: Bodies['playlists'] = { name: '', audio_ids: [], shuffle: false };

const valuesOf = ({ name, audio_ids, shuffle }: Bodies['playlists']): PlaylistValues => ({
  name,
  shuffle,
  entries: audio_ids.map((id, index) => ({ key: `${index}`, id })),
});

const bodyOf = ({ name, shuffle, entries }: PlaylistValues): Bodies['playlists'] => ({
  name: name.trim(),
  shuffle,
  audio_ids: entries.map(({ id }) => id),
});

/** The editor of a playlist. */
export function PlaylistDialog({ playlist, onClose }: { playlist: Playlist | undefined; onClose: () => void }) {
  const { t } = useTranslation('library');
  const { data } = useGetAudioQuery(ALL);
  const audio = new Map(data?.rows.map((item) => [item.id, item]));
  const [values, setValues] = useState(() => valuesOf(playlist ?? EMPTY));
  const [checked, setChecked] = useState(false);
  const check = (): boolean => {
    setChecked(true);
    return values.name.trim() !== '';
  };
  const namesOf = (ids: readonly number[]): string => ids.map((id) => audio.get(id)?.name ?? `#${id}`).join(', ');
  return (
    <FormDialog title={t(playlist ? 'playlists.edit' : 'playlists.new')} size="lg" onClose={onClose}>
      {({ onCancel, onDirty }) => (
        <SaveForm
          kind="playlists"
          item={playlist}
          body={bodyOf(values)}
          check={check}
          apply={(body) => setValues(valuesOf(body))}
          labels={{ name: t('name'), shuffle: t('playlists.shuffle'), audio_ids: t('playlists.order') }}
          textOf={(field, value) => (field === 'audio_ids' ? namesOf(value as number[]) : (value as string | boolean))}
          onSaved={onClose}
          onCancel={onCancel}
        >
          <PlaylistFields
            values={values}
            audio={audio}
            checked={checked}
            onChange={(next) => {
              setValues({ ...values, ...next });
              onDirty(true);
            }}
          />
        </SaveForm>
      )}
    </FormDialog>
  );
}

type PlaylistValues = { name: string; shuffle: boolean; entries: readonly Entry[] };
type Props = {
  values: PlaylistValues;
  /** What may be chosen, by id. */
  audio: ReadonlyMap<number, Audio>;
  /** Whether a missing name is shown as an error. */
  checked: boolean;
  onChange: (change: Partial<PlaylistValues>) => void;
};
/** Name, entries in their order, and whether they are shuffled. */
function PlaylistFields({ values, audio, checked, onChange }: Props) {
  const { t } = useTranslation('library');
  const { name, shuffle, entries } = values;
  const total = entries.reduce((sum, { id }) => sum + (audio.get(id)?.duration_ms ?? 0), 0);
  return (
    <>
      <NameField value={name} checked={checked} onChange={(next) => onChange({ name: next })} />
      <Select
        label={t('playlists.add')}
        placeholder={t('playlists.choose')}
        data={[...audio.values()].map((item) => ({ value: String(item.id), label: item.name }))}
        value={null}
        searchable
        disabled={entries.length >= PLAYLIST_ITEMS_MAX}
        nothingFoundMessage={t('nothing_found')}
        onChange={(id) => {
          if (id !== null) onChange({ entries: [...entries, { key: crypto.randomUUID(), id: Number(id) }] });
        }}
      />
      <OrderedItems entries={entries} audio={audio} onChange={(next) => onChange({ entries: next })} />
      <Text size="sm" aria-live="polite">
        {t('playlists.total', { count: entries.length, length: formatLength(total) })}
      </Text>
      <Switch
        label={t('playlists.shuffle')}
        checked={shuffle}
        onChange={({ currentTarget }) => onChange({ shuffle: currentTarget.checked })}
      />
    </>
  );
}
