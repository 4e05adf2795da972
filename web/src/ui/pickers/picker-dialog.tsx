import { Combobox, Modal, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useReturnFocus } from '../../lib/focus.ts';
import { SearchList } from './search-list.tsx';
import { Flag } from './choice-field.tsx';
import classes from './picker-dialog.module.css';

export type PickerRow = { value: string; flag: string; name: string; detail: string; badge?: ReactNode };

type Props = {
  opened: boolean;
  title: string;
  /** Escape clears the search text first, and closes an empty one. */
  escapeClears?: boolean;
  placeholder: string;
  selected: string;
  search: (typed: string) => PickerRow[];
  onPick: (value: string) => void;
  onClose: () => void;
};

/** A dialog to choose one of many by searching. Escape and a click outside close it and clear the search text. */
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

/** Mounted while the dialog is open, so that closing clears the search text. */
function PickerList({ selected, search, ...rest }: ListProps) {
  const { t } = useTranslation('common');
  // With reduced motion Mantine would return the focus to this list, which has it already when Mantine looks.
  useReturnFocus();
  const [typed, setTyped] = useState('');
  const rows = search(typed);
  return (
    <SearchList
      {...rest}
      typed={typed}
      onType={setTyped}
      optionsClass={classes.options}
      note={<output>{rows.length === 0 && <Combobox.Empty>{t('nothing_found')}</Combobox.Empty>}</output>}
    >
      {rows.map((row) => (
        <Combobox.Option key={row.value} value={row.value} active={row.value === selected} className={classes.option}>
          <Row row={row} mark={row.value === selected && <IconCheck size={16} aria-hidden />} />
        </Combobox.Option>
      ))}
    </SearchList>
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
