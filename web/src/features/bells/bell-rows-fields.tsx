import { ActionIcon, Alert, Button, Group, NativeSelect, Switch, Text, TextInput } from '@mantine/core';
import { BELL_LABEL_MAX, BELLS_MAX } from '@belfry/schemas/http/bells/timetables';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { readTime } from '@belfry/schemas/domain/typed-time';
import {
  bellOf,
  DEFAULT_SOUND,
  isAfternoon,
  pastedRows,
  soundOfValue,
  valueOfSound,
  withEnds,
  withHalfDay,
  type BellRow,
} from './bell-rows.ts';
import { useSounds } from './use-sounds.ts';
import classes from './bells.module.css';

type Props = { rows: readonly BellRow[]; onChange: (rows: BellRow[]) => void; wrong: number | null };

/** More lines than bells may be pasted at once, since some of them are no bells. */
const PASTED_MAX = 2 * BELLS_MAX;

let keys = 0;
/** An empty line, with the sound of the last one. */
export const newRow = (fields: Partial<BellRow> = {}): BellRow => {
  keys += 1;
  return { key: keys, at: '', label: '', sound: DEFAULT_SOUND, ...fields };
};

export function BellRowsFields({ rows, onChange, wrong }: Props) {
  const { t } = useTranslation('bells');
  const list = useRef<HTMLOListElement>(null);
  const focusTime = (index: number): void =>
    void setTimeout(() => list.current?.querySelectorAll<HTMLInputElement>('input[data-time]')[index]?.focus());
  const change = (key: number, fields: Partial<BellRow>): void =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...fields } : row)));
  const add = (): void => {
    onChange([...rows, newRow({ sound: rows.at(-1)?.sound ?? DEFAULT_SOUND })]);
    focusTime(rows.length);
  };
  function paste(index: number, text: string): boolean {
    const newRows = pastedRows(text);
    if (!newRows) return false;
    setTooLong(newRows.length > PASTED_MAX ? newRows.length : null);
    // Not some of them without a word.
    if (newRows.length > PASTED_MAX) return true;
    const sound = rows[index]?.sound ?? DEFAULT_SOUND;
    const kept = rows.filter((row, at) => at !== index || row.at !== '' || row.label !== '');
    const pasted = newRows.map((bell) => newRow({ ...bell, sound }));
    onChange([...kept.slice(0, index), ...pasted, ...kept.slice(index)]);
    return true;
  }
  /** A time is read as people write it; one that is written into the label of a line without a time, too. */
  function leave(row: BellRow): void {
    const at = readTime(row.at);
    const bell = at === null && row.unread !== undefined ? bellOf(row.label) : null;
    if (at !== null) change(row.key, { at, unread: undefined });
    else if (bell) change(row.key, { at: bell.at, label: bell.label, unread: undefined });
  }
  const [tooLong, setTooLong] = useState<number | null>(null);
  const next = (index: number): void => {
    if (index < rows.length - 1) focusTime(index + 1);
    else if (rows.length < BELLS_MAX) add();
  };
  return (
    <div>
      <ol ref={list} className={classes.rows} aria-label={t('editor.bells')}>
        {rows.map((row, index) => (
          <li key={row.key}>
            <TextInput
              data-time
              aria-label={t('editor.time', { number: index + 1 })}
              placeholder="08:00"
              autoComplete="off"
              inputMode="numeric"
              value={row.at}
              error={wrong === row.key || row.unread !== undefined}
              aria-describedby={row.unread === undefined ? undefined : UNREAD_ID}
              onChange={({ currentTarget }) => change(row.key, { at: currentTarget.value })}
              onBlur={() => leave(row)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                next(index);
              }}
              onPaste={(event) => {
                if (paste(index, event.clipboardData.getData('text'))) event.preventDefault();
              }}
            />
            <TextInput
              aria-label={t('editor.label', { number: index + 1 })}
              autoComplete="off"
              maxLength={BELL_LABEL_MAX}
              value={row.label}
              onChange={({ currentTarget }) => change(row.key, { label: currentTarget.value })}
              onBlur={() => leave(row)}
            />
            <SoundField
              label={t('editor.sound', { number: index + 1 })}
              row={row}
              onChange={(sound) => change(row.key, { sound })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('editor.remove', { number: index + 1 })}
              onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ol>
      {tooLong !== null && (
        <Alert color="error" py="xs" mt="xs" role="alert">
          {t('editor.too_long', { count: tooLong, max: BELLS_MAX })}
        </Alert>
      )}
      <PastedNotice rows={rows} onChange={onChange} />
      <Button
        variant="default"
        size="xs"
        mt="xs"
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={rows.length >= BELLS_MAX}
        onClick={add}
      >
        {t('editor.add')}
      </Button>
    </div>
  );
}

const UNREAD_ID = 'bells-unread';

/**
 * Pasted lines that need a person: without a time, with an end that may ring too, or with an assumed half of the day.
 */
function PastedNotice({ rows, onChange }: Pick<Props, 'rows' | 'onChange'>) {
  const { t } = useTranslation('bells');
  const unread = rows.filter((row) => row.unread !== undefined);
  const ends = rows.filter((row) => row.ends);
  const assumed = rows.filter((row) => row.isAssumed);
  const labelled = (fields: Omit<BellRow, 'key'>): BellRow =>
    newRow({ ...fields, label: fields.label === '' ? t('editor.end') : t('editor.end_of', { label: fields.label }) });
  return (
    <>
      {unread.length > 0 && (
        <Alert color="warning" py="xs" mt="xs" role="alert">
          <Group justify="space-between" gap="sm">
            <Text id={UNREAD_ID} size="sm">
              {t('editor.unread', { count: unread.length })}
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => onChange(rows.filter((row) => row.unread === undefined))}
            >
              {t('editor.leave_out', { count: unread.length })}
            </Button>
          </Group>
        </Alert>
      )}
      {ends.length > 0 && (
        <Switch
          mt="xs"
          label={t('editor.ends', { count: ends.length })}
          checked={rows.some(({ isEnd }) => isEnd)}
          onChange={({ currentTarget }) => onChange(withEnds(rows, currentTarget.checked, labelled))}
        />
      )}
      {assumed.length > 0 && (
        <Switch
          mt="xs"
          label={t('editor.afternoon')}
          checked={assumed.some(isAfternoon)}
          onChange={({ currentTarget }) => onChange(withHalfDay(rows, currentTarget.checked))}
        />
      )}
    </>
  );
}

type SoundProps = { label: string; row: BellRow; onChange: (sound: BellRow['sound']) => void };

/** All sounds are choices once the field has the focus: a hundred lines with all messages of a library are slow to draw. */
function SoundField({ label, row, onChange }: SoundProps) {
  const { sounds, labelOf } = useSounds();
  const [open, setOpen] = useState(false);
  const current = { value: valueOfSound(row.sound), label: labelOf(row.sound) };
  const isListed = sounds.some(({ items }) => items.some(({ value }) => value === current.value));
  return (
    <NativeSelect
      aria-label={label}
      data={open ? [...(isListed ? [] : [current]), ...sounds] : [current]}
      value={current.value}
      onFocus={() => setOpen(true)}
      onMouseEnter={() => setOpen(true)}
      onChange={({ currentTarget }) => onChange(soundOfValue(currentTarget.value) ?? row.sound)}
    />
  );
}
