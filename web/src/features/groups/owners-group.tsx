import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { GroupSelect } from './group-select.tsx';
import { UserPicker } from '../users/index.ts';

type Props = { value: number | null; onChange: (id: number | null) => void };

export function OwnersGroup({ value, onChange }: Props) {
  const { t } = useTranslation('groups');
  const [owner, setOwner] = useState<number | null>(null);
  return (
    <Stack gap="sm">
      <UserPicker
        label={t('select.owner')}
        description={t('select.ownerHint')}
        value={owner}
        onChange={(id) => {
          setOwner(id);
          onChange(null);
        }}
      />
      <GroupSelect value={value} onChange={onChange} owner={owner ?? undefined} />
    </Stack>
  );
}
