import { Button, Group, Text } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { useTranslation } from 'react-i18next';
import { useGetCompanyInfoQuery } from '../../../../api/companies/companies-api.ts';

type Props = {
  own: boolean;
  /** Nothing is above the node, so that it can inherit only the default. */
  isRoot: boolean;
  /** The node that the value is inherited from; null: the default. */
  source: number | null;
  setting: string;
  onInherit: () => void;
};

/** Whether a value is the node's own, and from which node it is inherited otherwise. */
export function SourceNote({ own, isRoot, source, setting, onInherit }: Props) {
  const { t } = useTranslation('places');
  const { data } = useGetCompanyInfoQuery(own || source === null ? skipToken : source);
  if (!own) {
    return (
      <Text size="xs" c="dimmed" mt={4}>
        {source === null ? t(isRoot ? 'default_root' : 'default') : t('inherited', { name: data?.name ?? '…' })}
      </Text>
    );
  }
  return (
    <Group gap="xs" mt={4}>
      <Text size="xs" c="dimmed">
        {t('own')}
      </Text>
      <Button
        size="compact-xs"
        variant="subtle"
        aria-label={t(isRoot ? 'use_default_of' : 'use_inherited_of', { setting })}
        onClick={onInherit}
      >
        {t(isRoot ? 'use_default' : 'use_inherited')}
      </Button>
    </Group>
  );
}
