import type { ComboboxItem } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TargetOwner, TargetOwners } from '../../lib/targets/target-sources.ts';
import { ServerSelect } from '../pickers/server-select.tsx';

type Props = {
  owners: TargetOwners;
  onChanged: () => void;
  /** What no owner stands for; by default one's own places. */
  hint?: string;
  clearLabel?: string;
};

const toItem = ({ id, label }: TargetOwner): ComboboxItem => ({ value: String(id), label });

/** For administrators: whose places are offered. Another owner begins a new choice. */
export function OwnerChoice({ owners, onChanged, hint, clearLabel }: Props) {
  const { t } = useTranslation('targets');
  const { chosen, found, searching, onSearch, onOpened, onChoose } = owners;
  return (
    <ServerSelect
      label={t('owner')}
      placeholder={hint ?? t('owner_hint')}
      chosen={chosen && toItem(chosen)}
      found={found.map(toItem)}
      searching={searching}
      onSearch={onSearch}
      onOpened={onOpened}
      onChoose={(item) => {
        onChoose(item && { id: Number(item.value), label: item.label });
        onChanged();
      }}
      clearLabel={clearLabel ?? t('owner_clear')}
      noneText={t('owner_none')}
    />
  );
}
