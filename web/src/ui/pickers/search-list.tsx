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
  /** Escape clears the search text first, and closes an empty one. */
  escapeClears?: boolean;
  /** The options form a grid: Left and Right move the highlight while the search text is empty. */
  isGrid?: boolean;
  optionsClass: string | undefined;
  /** One `Combobox.Option` per match, best first; the selected one is `active`. */
  children: ReactNode;
  /** Below the list. */
  note?: ReactNode;
};

/** The content of every searchable picker: the first match is highlighted, Enter selects it. */
export function SearchList({ title, placeholder, typed, onType, onPick, onClose, children, note, ...rest }: Props) {
  const { escapeClears = false, isGrid = false, optionsClass } = rest;
  const input = useRef<HTMLInputElement>(null);
  // A generated id would change once more after the field has read it.
  const listId = useId();
  // Escape closes the list of the combobox, which is the content of the dialog.
  const combobox = useCombobox({ onDropdownClose: () => (escapeClears && typed !== '' ? onType('') : onClose()) });
  // Where the content is loaded after the dialog, the dialog could not focus the field with `data-autofocus`.
  useEffect(() => input.current?.focus(), []);
  useEffect(() => {
    // The field can only reference a mounted list in `aria-controls`.
    combobox.openDropdown();
    // The selected option is in view on opening, the best match after typing.
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
