import { Combobox, Modal, Text, TextInput, useCombobox } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../../../lib/i18n.ts';
import { useReturnFocus } from '../../../../lib/use-return-focus.ts';
import { searchEmblems } from '../emblems.ts';
import classes from './emblem-field.module.css';

type Props = { selected: string; onPick: (emblem: string) => void; onClose: () => void };

/** Every emblem as a card, to be found by name; arrows walk through them, Enter picks. */
export default function EmblemGallery({ selected, onPick, onClose }: Props) {
  useReturnFocus();
  const { t } = useTranslation(['element-form', 'common']);
  const locale = useLocale();
  const [typed, setTyped] = useState('');
  const listId = useId();
  // Escape would close the list alone, and the list is all there is.
  const combobox = useCombobox({ onDropdownClose: onClose });
  const found = searchEmblems(typed);
  useEffect(() => {
    combobox.openDropdown();
    if (typed === '') combobox.selectActiveOption();
    else combobox.selectFirstOption();
    // oxlint-disable-next-line react/exhaustive-deps -- the store is new with every render, its functions are not
  }, [typed]);
  // Cards stand beside each other; while a word is typed the arrows are the word's.
  const walk = (event: KeyboardEvent): void => {
    if (typed !== '') return;
    if (event.key === 'ArrowRight') combobox.selectNextOption();
    if (event.key === 'ArrowLeft') combobox.selectPreviousOption();
  };
  const pick = (emblem: string): void => {
    onPick(emblem);
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('emblem.title')}
      centered
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Combobox store={combobox} onOptionSubmit={pick}>
        <Combobox.EventsTarget withExpandedAttribute>
          <TextInput
            data-autofocus
            aria-label={t('emblem.search')}
            placeholder={t('emblem.search')}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            onKeyDown={walk}
            autoComplete="off"
            spellCheck={false}
            mb="sm"
          />
        </Combobox.EventsTarget>
        <Combobox.Options id={listId} className={classes.grid ?? ''} aria-label={t('emblem.title')}>
          {found.map(({ emoji, ...names }) => (
            <Combobox.Option
              key={emoji}
              value={emoji}
              active={emoji === selected}
              className={classes.option}
              aria-label={names[locale]}
              title={names[locale]}
            >
              {emoji}
            </Combobox.Option>
          ))}
        </Combobox.Options>
        <Text component="output" size="sm" c="dimmed">
          {found.length === 0 && t('emblem.none_fit')}
        </Text>
      </Combobox>
    </Modal>
  );
}
