import type { ComboboxItem } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import type { User } from '@belfry/schemas/http/users/admin';
import { useChoiceSearch } from '../../lib/use-choice-search.ts';
import { ServerSelect } from '../../ui/pickers/server-select.tsx';
import { useGetUsersPageQuery } from './users-api.ts';

const MATCHES = 20;

type Props = {
  label: string;
  description?: string;
  value: number | null;
  onChange: (id: number | null) => void;
  disabled?: boolean;
};

const toItem = ({ id, name, email }: User): ComboboxItem => ({ value: String(id), label: `${name} (${email})` });

export function UserPicker({ value, onChange, ...rest }: Props) {
  const { t } = useTranslation('users-admin');
  const [picked, setPicked] = useState<ComboboxItem | null>(null);
  const pickedItem = value !== null && picked?.value === String(value) ? picked : null;
  const { q, opened, isTyping, onSearch, onOpened } = useChoiceSearch();
  const { data, isFetching } = useGetUsersPageQuery(
    { q, page: 1, page_size: MATCHES, sort: 'name' },
    { skip: !opened },
  );
  return (
    <ServerSelect
      {...rest}
      choice={pickedItem}
      matches={(data?.rows ?? []).map(toItem)}
      searching={isTyping || isFetching}
      onSearch={onSearch}
      onOpened={onOpened}
      onChoose={(item) => {
        setPicked(item);
        onChange(item && Number(item.value));
      }}
      clearLabel={t('picker.clear')}
      noneText={t('picker.none')}
    />
  );
}
