import {
  type Audio,
  CROSSFADE_MAX_S,
  NO_REPEAT_MAX,
  type Playlist,
  PLAYLIST_ITEMS_MAX,
} from '@belfry/schemas/http/library/audio';
import { useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { NumberInput, Select, Switch, Text } from '@mantine/core';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useGetAudioQuery, type Bodies } from './library-api.ts';
import { SaveForm, NameField } from './save-form.tsx';
import { formatLength } from './library-list.tsx';
import { type Entry, OrderedItems } from './playlist-items.tsx';

/** All audio that one person may choose from. */
const ALL = { q: '', page: 1, page_size: 500 };
const EMPTY: Bodies['playlists'] = { name: '', audio_ids: [], shuffle: false, crossfade_s: 0, no_repeat: null };

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
          labels={{
            name: t('name'),
            shuffle: t('playlists.shuffle'),
            crossfade_s: t('playlists.crossfade'),
            no_repeat: t('playlists.no_repeat'),
            audio_ids: t('playlists.order'),
          }}
          textOf={(field, value) => {
            if (field === 'audio_ids') return namesOf(value as number[]);
            if (field === 'no_repeat' && value === null) return t('playlists.all_others');
            return typeof value === 'boolean' ? value : String(value);
          }}
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

type PlaylistValues = Omit<Bodies['playlists'], 'audio_ids'> & { entries: readonly Entry[] };

type Props = {
  values: PlaylistValues;
  /** What may be chosen, by id. */
  audio: ReadonlyMap<number, Audio>;
  /** Whether a missing name is shown as an error. */
  checked: boolean;
  onChange: (change: Partial<PlaylistValues>) => void;
};

/** Name, entries in their order, and how they are played. */
function PlaylistFields({ values, audio, checked, onChange }: Props) {
  const { t } = useTranslation('library');
  const { name, shuffle, crossfade_s, no_repeat, entries } = values;
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
      {shuffle && (
        <NumberInput
          label={t('playlists.no_repeat')}
          description={t('playlists.no_repeat_hint')}
          placeholder={t('playlists.all_others')}
          min={0}
          max={NO_REPEAT_MAX}
          allowDecimal={false}
          clampBehavior="strict"
          value={no_repeat ?? ''}
          onChange={(count) => onChange({ no_repeat: count === '' ? null : Number(count) })}
        />
      )}
      <NumberInput
        label={t('playlists.crossfade')}
        description={t('playlists.crossfade_hint')}
        min={0}
        max={CROSSFADE_MAX_S}
        allowDecimal={false}
        clampBehavior="strict"
        value={crossfade_s}
        onChange={(seconds) => onChange({ crossfade_s: Number(seconds) || 0 })}
      />
    </>
  );
}

const valuesOf = ({ name, audio_ids, shuffle, crossfade_s, no_repeat }: Bodies['playlists']): PlaylistValues => ({
  name,
  shuffle,
  crossfade_s,
  no_repeat,
  entries: audio_ids.map((id, index) => ({ key: `${index}`, id })),
});

const bodyOf = ({ entries, ...values }: PlaylistValues): Bodies['playlists'] => ({
  ...values,
  name: values.name.trim(),
  audio_ids: entries.map(({ id }) => id),
});
