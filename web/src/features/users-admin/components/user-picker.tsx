import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '@belfry/schemas/http/users-admin';
import { useGetUsersPageQuery } from '../users-admin-api.ts';

const SETTLE_MS = 200;
const MATCHES = 20;

type Props = {
  label: string;
  description?: string;
  /** The id of the chosen user. */
  value: number | null;
  onChange: (id: number | null) => void;
  disabled?: boolean;
};

const labelOf = ({ name, email }: Pick<User, 'name' | 'email'>): string => `${name} (${email})`;

/** A user who is searched by name, phone or email on the server, for administrators. */
export function UserPicker({ value, onChange, ...rest }: Props) {
  const { t } = useTranslation(['users-admin', 'common']);
  const [typed, setTyped] = useState('');
  const [opened, setOpened] = useState(false);
  const [picked, setPicked] = useState<{ value: string; label: string } | null>(null);
  const [settled] = useDebouncedValue(typed, SETTLE_MS);
  const chosen = value !== null && picked?.value === String(value) ? [picked] : [];
  // The field contains the label of the choice until something is typed; this is no search.
  const q = settled === chosen[0]?.label ? '' : settled.trim();
  const search = useGetUsersPageQuery({ q, page: 1, page_size: MATCHES, sort: 'name' }, { skip: !opened });
  const matches = (search.data?.users ?? []).map((user) => ({ value: String(user.id), label: labelOf(user) }));
  const others = matches.filter((match) => match.value !== chosen[0]?.value);
  return (
    <Select
      {...rest}
      searchable
      clearable
      allowDeselect={false}
      // The button is hidden from keyboards and screen readers by default.
      clearButtonProps={{ 'aria-label': t('picker.clear'), 'aria-hidden': false, tabIndex: 0 }}
      maxLength={200}
      data={opened ? [...(q === '' ? chosen : []), ...others] : chosen}
      value={chosen[0]?.value ?? null}
      onChange={(id, option) => {
        setPicked(id === null ? null : { value: id, label: option?.label ?? '' });
        onChange(id === null ? null : Number(id));
      }}
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      onClick={({ currentTarget }) => currentTarget.select()}
      // The server has filtered.
      filter={({ options }) => options}
      nothingFoundMessage={search.isFetching ? t('common:loading') : t('picker.none')}
    />
  );
}
