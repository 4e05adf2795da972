import { Combobox, Pill, PillsInput, Text, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import type { TargetsInput } from '@belfry/schemas/domain/targets';
import type { WhereBody, WhereItem } from '@belfry/schemas/http/places/where';
import { formatCount } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { useTranslation } from '../../lib/translation.ts';
import { type Chip, chipsOf, isEmpty, keyOf, toggle } from './selection.ts';
import { fullName, type Organisation, shortName, useWhereQuery } from './where-api.ts';
import { WhereList } from './where-list.tsx';
import classes from './where.module.css';

/** After so many ms without a key the server is asked. */
const SETTLE_MS = 120;
const NAMED_MAX = 2;

export type WhereProps = {
  value: TargetsInput;
  /** `item`: what was pressed; null for a whole selection. */
  onChange: (value: TargetsInput, item: WhereItem | null) => void;
  /** What is to be done there. */
  right: WhereBody['right'];
  /** Only places of this owner. */
  ofOwner?: number | undefined;
  label?: string;
  error?: ReactNode;
  /** One place or loudspeaker instead of several; a choice closes the list. */
  isOne?: boolean;
  /** There is always one, which can only be replaced. */
  isNeeded?: boolean;
  /** What no choice means. */
  hint?: string | undefined;
};

/** Where: places, loudspeakers and groups as chips with their full names, found by any part of the path, or in the tree below, where unticking is the exception. */
export function Where({
  value,
  onChange,
  right,
  ofOwner,
  label,
  error,
  isOne = false,
  isNeeded = false,
  hint,
}: WhereProps) {
  const { t } = useTranslation('where');
  const [typed, setTyped] = useState('');
  const [settled] = useDebouncedValue(typed.trim(), SETTLE_MS);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  /** Chosen here, so that their names are there before the server has answered. */
  const [picks, setPicks] = useState<readonly WhereItem[]>([]);
  const named = useWhereQuery({ right: 'read', targets: value }, { skip: isEmpty(value) });
  const listed = new Set(named.data?.items.map(keyOf));
  const selected = [...(named.data?.items ?? []), ...picks.filter((item) => !listed.has(keyOf(item)))];
  const [organisation, setOrganisation] = useState<Organisation | null>(null);
  const listId = useId();
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const chips = isEmpty(value) ? [] : chipsOf(value, selected);

  const press = (item: WhereItem, group: WhereItem | null = null): void => {
    setPicks((before) => [...before.filter((one) => keyOf(one) !== keyOf(item)), item]);
    onChange(isOne ? onlyThat(item) : toggle(item, value, selected, group), item);
    setTyped('');
    if (isOne) combobox.closeDropdown();
  };
  const remove = (item: WhereItem): void => {
    if (isNeeded) return;
    if (isOne) onChange({}, null);
    else press(item);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const last = chips.at(-1);
    if (event.key === 'Backspace' && typed === '' && last) return remove(last.item);
    const list = document.getElementById(listId);
    if (event.key === 'Delete' && typed === '')
      return list?.querySelector<HTMLElement>('[data-combobox-selected] [data-remove]')?.click();
    // In a text they move the caret.
    if (typed !== '' || (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft')) return;
    const key = list?.querySelector<HTMLElement>('[data-combobox-selected]')?.dataset['key'];
    if (key === undefined) return;
    event.preventDefault();
    setOpen((before) => toggled(before, key, event.key === 'ArrowRight'));
  };
  return (
    <Combobox store={combobox} withinPortal={false} position="bottom-start">
      <div className={classes.line}>
        <Combobox.DropdownTarget>
          <PillsInput
            className={classes.field ?? ''}
            label={label ?? t('label')}
            error={error}
            onClick={() => combobox.openDropdown()}
          >
            <Pill.Group>
              {chips.map((chip) => (
                <Pill
                  key={keyOf(chip.item)}
                  withRemoveButton={!isNeeded}
                  removeButtonProps={{
                    'aria-hidden': false,
                    tabIndex: 0,
                    'aria-label': t('remove', { name: fullName(chip.item) }),
                  }}
                  onRemove={() => remove(chip.item)}
                  title={fullName(chip.item)}
                >
                  <ChipText chip={chip} />
                </Pill>
              ))}
              <Combobox.EventsTarget withExpandedAttribute>
                <PillsInput.Field
                  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- It is an input.
                  role="combobox"
                  aria-expanded={combobox.dropdownOpened}
                  aria-controls={listId}
                  className={classes.input ?? ''}
                  value={typed}
                  placeholder={chips.length === 0 ? (hint ?? t('hint')) : isOne ? '' : t('hint_more')}
                  aria-label={label ?? t('label')}
                  autoComplete="off"
                  spellCheck={false}
                  onChange={({ currentTarget }) => {
                    setTyped(currentTarget.value);
                    combobox.openDropdown();
                    combobox.updateSelectedOptionIndex();
                  }}
                  onFocus={() => combobox.openDropdown()}
                  onBlur={() => combobox.closeDropdown()}
                  onKeyDown={onKeyDown}
                />
              </Combobox.EventsTarget>
            </Pill.Group>
          </PillsInput>
        </Combobox.DropdownTarget>
        {!isOne && <Counted chips={chips} answer={named.data} />}
      </div>
      <Combobox.Dropdown>
        {combobox.dropdownOpened && (
          <WhereList
            id={listId}
            right={right}
            isOne={isOne}
            ofOwner={ofOwner}
            organisation={organisation}
            onOrganisation={(next) => {
              setOrganisation(next);
              setTyped('');
            }}
            text={settled}
            targets={value}
            selected={selected}
            open={open}
            onOpen={(key, isOpen) => setOpen((before) => toggled(before, key, isOpen))}
            onPress={press}
            onReplace={(targets) => {
              onChange(targets, null);
              combobox.closeDropdown();
            }}
          />
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}

const onlyThat = ({ company_id }: WhereItem): TargetsInput => (company_id === null ? {} : { nodes: [company_id] });

const toggled = (keys: ReadonlySet<string>, key: string, isIn: boolean): ReadonlySet<string> =>
  isIn ? new Set([...keys, key]) : new Set([...keys].filter((one) => one !== key));

/** `North – all but Bremen Market` */
function ChipText({ chip: { item, but } }: { chip: Chip }): string {
  const { t } = useTranslation('where');
  if (but.length === 0) return shortName(item);
  const names = but.slice(0, NAMED_MAX).map(shortName).join(', ');
  return but.length > NAMED_MAX
    ? t('all_but_more', { name: shortName(item), names, count: but.length - NAMED_MAX })
    : t('all_but', { name: shortName(item), names });
}

type CountedProps = { chips: readonly Chip[]; answer: ReturnType<typeof useWhereQuery>['data'] };
/** `41 places, 126 loudspeakers` */
function Counted({ chips, answer }: CountedProps) {
  const { t } = useTranslation('where');
  const locale = useLocale();
  if (chips.length === 0 || !answer) return null;
  const { places, loudspeakers } = answer;
  if (places === null || loudspeakers === null) return null;
  const heard = t('loudspeakers', { count: loudspeakers, formatted: formatCount(loudspeakers, locale) });
  return (
    <Text size="sm" c="dimmed" className={`tabular ${classes.counted ?? ''}`} aria-live="polite">
      {places > 1 ? `${t('places', { count: places, formatted: formatCount(places, locale) })}, ${heard}` : heard}
    </Text>
  );
}
