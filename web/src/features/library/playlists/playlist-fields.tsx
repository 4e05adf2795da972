import { PLAYLIST_ITEMS_MAX, type Audio } from '@belfry/schemas/http/library/audio';
import { Select, Switch, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatLength } from '../format-length.ts';
import { NameField } from '../name-field.tsx';
import { OrderedItems, type Entry } from './ordered-items.tsx';

export type PlaylistValues = { name: string; shuffle: boolean; entries: readonly Entry[] };

type Props = {
  values: PlaylistValues;
  /** What may be chosen, by id. */
  audio: ReadonlyMap<number, Audio>;
  /** Whether a missing name is shown as an error. */
  checked: boolean;
  onChange: (change: Partial<PlaylistValues>) => void;
};

/** Name, entries in their order, and whether they are shuffled. */
export function PlaylistFields({ values, audio, checked, onChange }: Props) {
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
