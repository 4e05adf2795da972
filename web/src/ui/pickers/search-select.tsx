import { Select, type ComboboxItem, type SelectProps } from '@mantine/core';
import { useForceUpdate, useMergedRef } from '@mantine/hooks';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type Ref, useMemo } from 'react';
import { useLocale } from '../../lib/i18n.ts';
import { useTranslation } from '../../lib/translation.ts';
import { searchRanked, type SearchTexts } from '../../lib/lookup-search.ts';
import { chosenOption, firstOption, highlightedOption, isEnter, useActiveDescendant } from './search-list.tsx';
import type { Profile } from '@belfry/schemas/http/accounts/profile';
import type { UtcZone } from '@belfry/schemas/http/lookups';
import { zoneKey, zoneTexts, zonesFor } from '../../lib/time-zone-choice.ts';

const LIST_MAX_HEIGHT_PX = 220;

type SearchSelectProps = Omit<
  SelectProps,
  'data' | 'onChange' | 'value' | 'searchValue' | 'onSearchChange' | 'dropdownOpened' | 'allowDeselect' | 'ref'
> & {
  ref?: Ref<HTMLInputElement>;
  data: ComboboxItem[];
  value: string | null;
  onChange: (value: string) => void;
  textsOf?: (entry: ComboboxItem) => SearchTexts;
};

const labelAndValue = ({ label, value }: ComboboxItem): SearchTexts => ({ name: label, codes: [value] });

/**
 * A searchable dropdown. The first match is highlighted; Enter selects it and never submits the form
 * around it; Escape and blur restore the selection. The list is not in a portal, so that a click in it
 * is not a click outside its card.
 */
export function SearchSelect({ ref, data, value, onChange, textsOf = labelAndValue, ...rest }: SearchSelectProps) {
  const { t } = useTranslation('common');
  const labelOf = (entryValue: string | null): string => data.find((entry) => entry.value === entryValue)?.label ?? '';
  const [typed, setTyped] = useState(() => labelOf(value));
  const input = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState(false);
  const searching = useRef(false);
  const redraw = useForceUpdate();
  // The library lets the field refer to its list one drawing after the list has appeared.
  useEffect(() => {
    if (opened) redraw();
  }, [opened, redraw]);
  useActiveDescendant(input);
  // A click into the closed field selects its text, so that typing replaces it.
  const selectChosen = (): void => {
    if (input.current?.value === labelOf(value)) input.current.select();
  };
  // Another text of the choice, which a list that is loaded late brings, would leave the caret behind it.
  useLayoutEffect(() => {
    if (opened && !searching.current && document.activeElement === input.current) {
      input.current?.setSelectionRange(0, typed.length);
    }
  }, [opened, typed]);
  const onEnter = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (!isEnter(event)) return;
    const field = event.currentTarget;
    const otherwise = typed === labelOf(value) ? chosenOption : firstOption;
    if (field.getAttribute('aria-expanded') === 'false') field.click();
    else (highlightedOption(field) ?? otherwise(field))?.click();
  };
  return (
    <Select
      {...rest}
      ref={useMergedRef(ref, input)}
      searchable
      allowDeselect={false}
      selectFirstOptionOnChange
      data={data}
      value={value}
      onChange={(picked) => {
        searching.current = false;
        if (picked !== null) onChange(picked);
      }}
      searchValue={typed}
      onChangeCapture={() => (searching.current = true)}
      onSearchChange={(text) => {
        // The library shows the label of the choice when it changes, as it does when the list is loaded. What was typed before stays.
        if (!searching.current || text === input.current?.value) setTyped(text);
      }}
      onDropdownOpen={() => {
        setOpened(true);
        selectChosen();
      }}
      onClick={selectChosen}
      onDropdownClose={() => {
        searching.current = false;
        setOpened(false);
        setTyped(labelOf(value));
      }}
      onKeyDownCapture={onEnter}
      filter={({ options, search }) => searchRanked(options as ComboboxItem[], search, textsOf)}
      nothingFoundMessage={t('nothing_found')}
      // The list itself scrolls, because a scroll area would have to be focusable.
      withScrollArea={false}
      styles={{ options: { maxHeight: LIST_MAX_HEIGHT_PX, overflowY: 'auto' } }}
      comboboxProps={{ withinPortal: false, shadow: 'md' }}
    />
  );
}

type TimeZoneSelectProps = {
  label: string;
  zones: readonly UtcZone[];
  place: Pick<Profile, 'time_zone' | 'utc_offset'>;
  value: string;
  onChange: (zone: string) => void;
  /** Focuses the field when it is mounted, which opens its list. */
  focused?: boolean;
};

export function TimeZoneSelect({ label, zones: list, place, value, onChange, focused = false }: TimeZoneSelectProps) {
  const { time_zone, utc_offset } = place;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focused) input.current?.focus();
  }, [focused]);
  const locale = useLocale();
  const zones = useMemo(() => zonesFor(list, { time_zone, utc_offset }, locale), [list, time_zone, utc_offset, locale]);
  const byKey = useMemo(() => new Map(zones.map((zone) => [zoneKey(zone), zone])), [zones]);
  const data = useMemo(() => zones.map((zone) => ({ value: zoneKey(zone), label: zone.label })), [zones]);
  return (
    <SearchSelect
      ref={input}
      label={label}
      data={data}
      textsOf={(entry) => zoneTexts(entry.label, byKey.get(entry.value))}
      value={value}
      onChange={onChange}
    />
  );
}
