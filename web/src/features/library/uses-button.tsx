import type { UsedKind } from '@belfry/schemas/http/library/uses';
import { ActionIcon, List, Popover, Text } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { useGetUsesQuery } from './library-api.ts';

type Props = { kind: UsedKind; id: number; name: string };

/** Tells where a resource is used; see LIB-26. */
export function UsesButton({ kind, id, name }: Props) {
  const { t } = useTranslation('library');
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" withArrow trapFocus={false}>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          size={36}
          aria-label={t('uses.of', { name })}
          onClick={() => setOpened((now) => !now)}
        >
          <IconListSearch size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown maw={320}>{opened && <Uses kind={kind} id={id} />}</Popover.Dropdown>
    </Popover>
  );
}

function Uses({ kind, id }: Omit<Props, 'name'>) {
  const { t } = useTranslation('library');
  const errorText = useErrorMessage();
  const { data, error } = useGetUsesQuery({ kind, id });
  if (error) {
    return (
      <Text size="sm" c="error" role="alert">
        {errorText(error, t('uses.failed'))}
      </Text>
    );
  }
  if (!data) return <LineSkeletons count={2} height={18} />;
  if (data.total === 0) return <Text size="sm">{t('uses.none')}</Text>;
  const rest = data.total - data.names.length;
  return (
    <>
      <Text size="sm" fw={600} mb={4}>
        {t('uses.title')}
      </Text>
      <List size="sm">
        {data.names.map((name) => (
          <List.Item key={name}>{name}</List.Item>
        ))}
        {rest > 0 && <List.Item>{t('uses.more', { count: rest })}</List.Item>}
      </List>
    </>
  );
}
