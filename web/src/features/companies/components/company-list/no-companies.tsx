import { Button } from '@mantine/core';
import { IconBuildings } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../../ui/states/empty-state.tsx';

type Props = { searched: boolean; onClear: () => void; onAdd: () => void };

/** No company matches, or there is none yet, with a button to add the first one. */
export function NoCompanies({ searched, onClear, onAdd }: Props) {
  const { t } = useTranslation('companies');
  return (
    <EmptyState
      icon={<IconBuildings size={24} />}
      title={t('empty.title')}
      action={
        <Button mt="xs" variant={searched ? 'light' : 'filled'} onClick={searched ? onClear : onAdd}>
          {t(searched ? 'empty.clear' : 'actions.add')}
        </Button>
      }
    >
      {t(searched ? 'empty.none_match' : 'empty.none')}
    </EmptyState>
  );
}
