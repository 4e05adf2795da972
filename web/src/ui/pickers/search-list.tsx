import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useActiveDescendant } from './use-active-descendant.ts';

type Props = {
  /** Names the list. */
  title: string;
  /** Names the search field. */
  placeholder: string;
  typed: string;
  onType: (typed: string) => void;
  onPick: (value: string) => void;
  onClose: () => void;
  /** Escape clears what was typed, and closes only when nothing is. */
  escapeClears?: boolean;
  /** The options stand beside each other: Left and Right move the highlight while nothing is typed. */
  isGrid?: boolean;
  optionsClass: string | undefined;
  /** One `Combobox.Option` per match, best first; the chosen one is `active`. */
  children: ReactNode;
  /** Below the list. */
  note?: ReactNode;
};

/** The content of every dialog in which one of many is searched: the first match is highlighted, Enter chooses it. */
export function SearchList({ title, placeholder, typed, onType, onPick, onClose, children, note, ...rest }: Props) {
  const { escapeClears = false, isGrid = false, optionsClass } = rest;
  const input = useRef<HTMLInputElement>(null);
  // One of the list's own would change once more after the field has taken it over.
  const listId = useId();
  // Escape would close the list alone, and the list is all there is.
  const combobox = useCombobox({ onDropdownClose: () => (escapeClears && typed !== '' ? onType('') : onClose()) });
  // Where the content took longer than the dialog, the dialog could not give the focus to the field that is marked for it.
  useEffect(() => input.current?.focus(), []);
  useEffect(() => {
    // Only a list that is there already can be named as what the field controls.
    combobox.openDropdown();
    // The chosen one is in view on opening, the best match after typing.
    if (typed === '') combobox.selectActiveOption();
    else combobox.selectFirstOption();
    // oxlint-disable-next-line react/exhaustive-deps -- the store is new with every render, its functions are not
  }, [typed]);
  useActiveDescendant(input);
  const moveAcross = ({ key }: KeyboardEvent): void => {
    if (!isGrid || typed !== '') return;
    if (key === 'ArrowRight') combobox.selectNextOption();
    if (key === 'ArrowLeft') combobox.selectPreviousOption();
  };
  return (
    <Combobox store={combobox} onOptionSubmit={onPick}>
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          ref={input}
          data-autofocus
          aria-label={placeholder}
          placeholder={placeholder}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          onChange={(event) => onType(event.currentTarget.value)}
          onKeyDown={moveAcross}
          autoComplete="off"
          spellCheck={false}
          mb="sm"
        />
      </Combobox.EventsTarget>
      <Combobox.Options id={listId} className={optionsClass ?? ''} aria-label={title}>
        {children}
      </Combobox.Options>
      {note}
    </Combobox>
  );
}
