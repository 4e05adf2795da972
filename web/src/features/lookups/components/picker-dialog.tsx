import { Combobox, Modal, Text, TextInput, useCombobox } from '@mantine/core';
import { IconCheck, IconSearch } from '@tabler/icons-react';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Flag } from './flag.tsx';
import classes from './picker-dialog.module.css';

/** One line of a picker. Flags are decoration: the name says it all. */
export type PickerRow = { value: string; flag: string; name: string; detail: string; badge?: ReactNode };

type Props = {
  opened: boolean;
  title: string;
  /** Escape clears what was typed, and closes only when nothing is (specification 001 §2.4). */
  escapeClears?: boolean;
  /** What one can search by. */
  placeholder: string;
  selected: string;
  /** The rows that match what was typed, best first. */
  search: (typed: string) => PickerRow[];
  onPick: (value: string) => void;
  onClose: () => void;
};

/** A dialog to choose one of many by searching. Escape and a click beside it close it; what was typed is gone then. */
export function PickerDialog({ opened, title, onClose, onPick, ...rest }: Props) {
  const { t } = useTranslation('common');
  return (
    <Modal opened={opened} onClose={onClose} title={title} centered closeButtonProps={{ 'aria-label': t('close') }}>
      <PickerList
        {...rest}
        title={title}
        onClose={onClose}
        onPick={(value) => {
          onPick(value);
          onClose();
        }}
      />
    </Modal>
  );
}

type ListProps = Omit<Props, 'opened'>;

/** Lives while the dialog is open, and what was typed with it. */
function PickerList({ title, placeholder, selected, search, escapeClears = false, onPick, onClose }: ListProps) {
  const { t } = useTranslation('lookups');
  const [typed, setTyped] = useState('');
  // One of the list's own would change once more after the field has taken it over.
  const listId = useId();
  // Escape would close the list alone, and the list is all there is.
  const combobox = useCombobox({
    onDropdownClose: () => (escapeClears && typed !== '' ? setTyped('') : onClose()),
  });
  const rows = search(typed);
  useEffect(() => {
    // Only a list that is there already can be named as what the field controls.
    combobox.openDropdown();
    // The chosen one is in view on opening, the best match after typing.
    if (typed === '') combobox.selectActiveOption();
    else combobox.selectFirstOption();
    // oxlint-disable-next-line react/exhaustive-deps -- the store is new with every render, its functions are not
  }, [typed]);
  return (
    <Combobox store={combobox} onOptionSubmit={onPick}>
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          data-autofocus
          aria-label={placeholder}
          placeholder={placeholder}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          mb="sm"
        />
      </Combobox.EventsTarget>
      <Combobox.Options id={listId} className={classes.options ?? ''} aria-label={title}>
        {rows.map((row) => (
          <Combobox.Option key={row.value} value={row.value} active={row.value === selected} className={classes.option}>
            <Row row={row} mark={row.value === selected && <IconCheck size={16} aria-hidden />} />
          </Combobox.Option>
        ))}
      </Combobox.Options>
      <output>{rows.length === 0 && <Combobox.Empty>{t('nothing_found')}</Combobox.Empty>}</output>
    </Combobox>
  );
}

function Row({ row: { flag, name, detail, badge }, mark }: { row: PickerRow; mark: ReactNode }) {
  return (
    <>
      <Flag emoji={flag} />
      <Text component="span" size="sm" className={classes.name}>
        {name}
      </Text>
      <Text component="span" size="sm" className={`tabular ${classes.detail}`}>
        {detail}
      </Text>
      {badge !== undefined && <span className={classes.badge}>{badge}</span>}
      <span className={classes.mark}>{mark}</span>
    </>
  );
}
