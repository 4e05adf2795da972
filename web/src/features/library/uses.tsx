import { List, Text } from '@mantine/core';
import type { UsedKind } from '@belfry/schemas/http/library/uses';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { useTranslation } from '../../lib/translation.ts';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { useGetUsesQuery } from './library-api.ts';

/** What plays something of the library, by name; see LIB-26. */
export function Uses({ kind, id }: { kind: UsedKind; id: number }) {
  const { t } = useTranslation('library');
  const errorText = useErrorMessage();
  const { data, error } = useGetUsesQuery({ kind, id });
  if (error) {
    return (
      <Text size="sm" role="alert">
        {errorText(error, t('uses.failed'))}
      </Text>
    );
  }
  if (!data) return <LineSkeletons count={2} height={20} />;
  const rest = data.total - data.names.length;
  return (
    <List size="sm">
      {data.names.map((name) => (
        <List.Item key={name}>{name}</List.Item>
      ))}
      {rest > 0 && <List.Item>{t('uses.more', { count: rest })}</List.Item>}
    </List>
  );
}
