import { Button, Group, Text } from '@mantine/core';
import { IconArrowBackUp, IconPlus } from '@tabler/icons-react';
import { skipToken } from '@reduxjs/toolkit/query';
import { useTranslation } from 'react-i18next';
import { useGetCompanyInfoQuery } from '../../../../api/companies/companies-api.ts';

type Props = {
  /** Whether the node has windows of its own. */
  own: boolean;
  /** The node that they come from. */
  source: number | null;
  onAdd: () => void;
  onRevert: () => void;
};

/** Whose windows are shown; Add, and the way back to inherited ones. */
export function ProgrammeHeader({ own, source, onAdd, onRevert }: Props) {
  const { t } = useTranslation('day-programme');
  return (
    <Group justify="space-between" gap="sm">
      <Origin own={own} source={source} />
      <Group gap="xs">
        {own && (
          <Button variant="default" leftSection={<IconArrowBackUp size={16} aria-hidden />} onClick={onRevert}>
            {t('revert')}
          </Button>
        )}
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
          {t('add')}
        </Button>
      </Group>
    </Group>
  );
}

function Origin({ own, source }: { own: boolean; source: number | null }) {
  const { t } = useTranslation('day-programme');
  const { data } = useGetCompanyInfoQuery(own || source === null ? skipToken : source);
  const text = own ? t('own') : source === null ? t('nothing') : t('inherited', { name: data?.name ?? `#${source}` });
  return (
    <Text size="sm" maw={560}>
      {text}
    </Text>
  );
}
