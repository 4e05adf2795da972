import { Select, type ComboboxItem, type SelectProps } from '@mantine/core';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { firstOption, highlightedOption, isEnter } from './search-list.tsx';

const SEARCH_MAX = 200;

type Props = Omit<SelectProps, 'data' | 'value' | 'defaultValue' | 'onChange' | 'ref' | 'type'> & {
  choice: ComboboxItem | null;
  /** The matches that the server has found; those of an earlier text while `searching`. */
  matches: readonly ComboboxItem[];
  searching: boolean;
  onChoose: (item: ComboboxItem | null) => void;
  /** The text to search for; empty after a choice. */
  onSearch: (text: string) => void;
  /** Nothing needs to be searched until the list is opened. */
  onOpened: (opened: boolean) => void;
  clearLabel: string;
  noneText: string;
};

/**
 * A choice whose matches the server finds. Enter chooses the highlighted match, else the first one, as soon as the matches of what is typed are
 * there, and never submits the form around it.
 */
export function ServerSelect(props: Props) {
  const { choice, matches, searching, onChoose, onSearch, onOpened, onBlur, clearLabel, noneText, ...rest } = props;
  const { t } = useTranslation('common');
  const input = useRef<HTMLInputElement>(null);
  /** Enter was pressed before the matches were there. */
  const entered = useRef(false);
  useEffect(() => {
    if (searching || !entered.current) return;
    entered.current = false;
    if (input.current) firstOption(input.current)?.click();
  }, [searching]);
  const onEnter = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (!isEnter(event)) return;
    const field = event.currentTarget;
    const isSearch = field.value.trim() !== '' && field.value !== choice?.label;
    const option = highlightedOption(field) ?? (isSearch && !searching ? firstOption(field) : null);
    if (option) option.click();
    else if (isSearch && searching) entered.current = true;
    else field.click();
  };
  const others = matches.filter(({ value }) => value !== choice?.value);
  return (
    <Select
      {...rest}
      ref={input}
      searchable
      clearable
      allowDeselect={false}
      // The button is hidden from keyboards and screen readers by default.
      clearButtonProps={{ 'aria-label': clearLabel, 'aria-hidden': false, tabIndex: 0 }}
      maxLength={SEARCH_MAX}
      data={choice ? [choice, ...others] : others}
      value={choice?.value ?? null}
      onChange={(value, option) => {
        onSearch('');
        onChoose(value === null ? null : option);
      }}
      // Only what people type; the label of the choice, which the field holds otherwise, is no search.
      onChangeCapture={({ currentTarget }) => {
        entered.current = false;
        onSearch(currentTarget.value);
      }}
      onDropdownOpen={() => onOpened(true)}
      onDropdownClose={() => {
        entered.current = false;
        onOpened(false);
      }}
      onClick={({ currentTarget }) => currentTarget.select()}
      onBlur={(event) => {
        onSearch('');
        onBlur?.(event);
      }}
      onKeyDownCapture={onEnter}
      // The server has filtered. The present choice is offered as well until something else is searched for.
      filter={({ options, search }) =>
        search === ''
          ? options
          : options.filter((each) => 'value' in each && matches.some(({ value }) => value === each.value))
      }
      nothingFoundMessage={searching ? t('loading') : noneText}
    />
  );
}
