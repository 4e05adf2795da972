import type { Audio } from '@belfry/schemas/http/library/audio';
import { useTranslation } from '../../lib/translation.ts';
import { Text, ActionIcon, Group, Paper } from '@mantine/core';
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
import { formatLength } from './library-list.tsx';
import classes from './library-list.module.css';

/** A place in a playlist; the same audio may have several. */
export type Entry = { key: string; id: number };

type OrderedItemsProps = {
  entries: readonly Entry[];
  audio: ReadonlyMap<number, Audio>;
  onChange: (entries: readonly Entry[]) => void;
};

/** The audio of a playlist, ordered by dragging, by the keyboard or by buttons. */
export function OrderedItems({ entries, audio, onChange }: OrderedItemsProps) {
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
    <Paper withBorder>
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
        <SortableContext items={keys} strategy={verticalListSortingStrategy}>
          <ol aria-label={t('playlists.order')}>
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
    </Paper>
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
          size={28}
          {...attributes}
          {...listeners}
          aria-label={t('playlists.drag', { name })}
        >
          <IconGripVertical size={18} aria-hidden />
        </ActionIcon>
        <Text size="sm" className={classes.name ?? ''}>
          {name}
        </Text>
        <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {length}
        </Text>
        <ActionIcon variant="subtle" size={28} aria-label={t('playlists.up', { name })} onClick={() => onMove(-1)}>
          <IconArrowUp size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="subtle" size={28} aria-label={t('playlists.down', { name })} onClick={() => onMove(1)}>
          <IconArrowDown size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="error"
          size={28}
          aria-label={t('playlists.remove', { name })}
          onClick={onRemove}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </li>
  );
}
