import {
  type Audio,
  CROSSFADE_MAX_S,
  NO_REPEAT_MAX,
  type Playlist,
  PLAYLIST_ITEMS_MAX,
} from '@belfry/schemas/http/library/audio';
import { useTranslation } from '../../lib/translation.ts';
import { NumberInput, Select, Switch, Text, ActionIcon, Group } from '@mantine/core';
import { More } from '../../kit/form/index.ts';
import { useGetAudioQuery, type Bodies } from './library-api.ts';
import { ItemForm } from './item-form.tsx';
import type { FormParts } from './save-form.tsx';
import { formatLength } from './length.ts';
import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconX } from '@tabler/icons-react';
import classes from './library.module.css';

const ALL = { q: '', page: 1, page_size: 500 };
const EMPTY: Bodies['playlists'] = { name: '', audio_ids: [], shuffle: false, crossfade_s: 0, no_repeat: null };

export function PlaylistForm({ playlist, ...parts }: FormParts & { playlist: Playlist | undefined }) {
  const { t } = useTranslation('library');
  const { data } = useGetAudioQuery(ALL);
  const audio = new Map(data?.rows.map((item) => [item.id, item]));
  const namesOf = (ids: readonly number[]): string => ids.map((id) => audio.get(id)?.name ?? `#${id}`).join(', ');
  return (
    <ItemForm
      {...parts}
      kind="playlists"
      item={playlist}
      opened={valuesOf(playlist ?? EMPTY)}
      bodyOf={bodyOf}
      valuesOf={valuesOf}
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
    >
      {({ values, change }) => <PlaylistFields values={values} audio={audio} onChange={change} />}
    </ItemForm>
  );
}

type PlaylistValues = Omit<Bodies['playlists'], 'audio_ids'> & { entries: readonly Entry[] };

type Props = {
  values: PlaylistValues;
  audio: ReadonlyMap<number, Audio>;
  onChange: (change: Partial<PlaylistValues>) => void;
};

function PlaylistFields({ values, audio, onChange }: Props) {
  const { t } = useTranslation('library');
  const { shuffle, crossfade_s, no_repeat, entries } = values;
  const total = entries.reduce((sum, { id }) => sum + (audio.get(id)?.duration_ms ?? 0), 0);
  return (
    <>
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
      <More what={t('playlists.more')}>
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
      </More>
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

/** A place in a playlist; the same audio may have several. */
type Entry = { key: string; id: number };

type OrderedItemsProps = {
  entries: readonly Entry[];
  audio: ReadonlyMap<number, Audio>;
  onChange: (entries: readonly Entry[]) => void;
};

/** The audio of a playlist, ordered by dragging, by the keyboard or by buttons. */
function OrderedItems({ entries, audio, onChange }: OrderedItemsProps) {
  const { t } = useTranslation('library');
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const keys = entries.map(({ key }) => key);
  const move = (from: number, to: number): void => {
    if (from >= 0 && to >= 0 && to < entries.length) onChange(arrayMove([...entries], from, to));
  };
  const drop = ({ active, over }: DragEndEvent): void => {
    if (over) move(keys.indexOf(String(active.id)), keys.indexOf(String(over.id)));
  };
  if (entries.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('playlists.nothing')}
      </Text>
    );
  }
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
      <SortableContext items={keys} strategy={verticalListSortingStrategy}>
        <ol className={classes.order} aria-label={t('playlists.order')}>
          {entries.map(({ key, id }, index) => (
            <Item
              key={key}
              id={key}
              name={audio.get(id)?.name ?? `#${id}`}
              length={formatLength(audio.get(id)?.duration_ms ?? 0)}
              onMove={(by) => move(index, index + by)}
              onRemove={() => onChange(entries.filter((entry) => entry.key !== key))}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

type ItemProps = { id: string; name: string; length: string; onMove: (by: number) => void; onRemove: () => void };
function Item({ id, name, length, onMove, onRemove }: ItemProps) {
  const { t } = useTranslation('library');
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition } = useSortable({ id });
  return (
    <li
      ref={setNodeRef}
      className={`${classes.row} ${classes.dragged}`}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <Group gap={4} wrap="nowrap">
        <ActionIcon
          ref={setActivatorNodeRef}
          variant="subtle"
          color="gray"
          size={24}
          {...attributes}
          {...listeners}
          aria-label={t('playlists.drag', { name })}
        >
          <IconGripVertical size={16} aria-hidden />
        </ActionIcon>
        <Text size="sm" className={classes.name ?? ''}>
          {name}
        </Text>
        <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {length}
        </Text>
        <ActionIcon variant="subtle" size={24} aria-label={t('playlists.up', { name })} onClick={() => onMove(-1)}>
          <IconArrowUp size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="subtle" size={24} aria-label={t('playlists.down', { name })} onClick={() => onMove(1)}>
          <IconArrowDown size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-label={t('playlists.remove', { name })}
          onClick={onRemove}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </li>
  );
}
