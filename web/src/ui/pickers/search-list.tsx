import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react';

type Props = {
  title: string;
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
  // The selected option is in view on opening, the best match after typing.
  const highlight = (): unknown => (typed === '' ? combobox.selectActiveOption() : combobox.selectFirstOption());
  useEffect(() => {
    // The field can only reference a mounted list in `aria-controls`.
    combobox.openDropdown();
    highlight();
    // oxlint-disable-next-line react/exhaustive-deps -- the store is new with every render, its functions are not
  }, [typed]);
  useEffect(() => {
    // The options may have been loaded after the text was typed, and an option may go away.
    if (input.current && !highlightedOption(input.current)) highlight();
  });
  useActiveDescendant(input);
  // The library would select the option at the index of the highlighted one, where another may be since the list was loaded.
  const onEnter = (event: KeyboardEvent<HTMLInputElement>): void => {
    const field = event.currentTarget;
    if (isEnter(event)) (highlightedOption(field) ?? firstOption(field))?.click();
  };
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
          onKeyDownCapture={onEnter}
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

/**
 * Whether Enter was pressed, for `onKeyDownCapture` of a field with a list. It then reaches neither the form around the field nor the handler of
 * the library, which loses the highlighted match: a timer that starts when the list opens sets its index to that of the chosen option, and a list
 * that is drawn after the text was typed has no highlighted option yet.
 */
export function isEnter(event: KeyboardEvent<HTMLInputElement>): boolean {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}

export const highlightedOption = (field: HTMLElement): HTMLElement | null =>
  optionOf(field, '[data-combobox-selected]');
export const chosenOption = (field: HTMLElement): HTMLElement | null => optionOf(field, '[data-combobox-active]');
export const firstOption = (field: HTMLElement): HTMLElement | null => optionOf(field, '[data-combobox-option]');

function optionOf(field: HTMLElement, selector: string): HTMLElement | null {
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '');
  return list?.querySelector<HTMLElement>(selector) ?? null;
}

/**
 * Sets `aria-activedescendant` to the highlighted option after every search: the combobox of Mantine does so for arrow keys
 * only. Call it after the effect that highlights.
 */
export function useActiveDescendant(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const list = document.getElementById(input.current?.getAttribute('aria-controls') ?? '');
    const option = list?.querySelector('[data-combobox-selected]');
    if (option?.id) input.current?.setAttribute('aria-activedescendant', option.id);
    else input.current?.removeAttribute('aria-activedescendant');
  });
}
