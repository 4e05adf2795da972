import { Checkbox } from '@mantine/core';
import type { User } from '@belfry/schemas/http/users/admin';
import { useTranslation } from 'react-i18next';
import { useIsImpersonated } from '../../../../api/session/use-is-impersonated.ts';
import type { Selection } from '../../../../lib/paging/use-selection.ts';

type Props = { user: Pick<User, 'id' | 'name'>; selection: Selection<number>; own: boolean };

/** Selects a user for a bulk change. Nobody selects themselves. */
export function UserCheckbox({ user: { id, name }, selection: { selected, select }, own }: Props) {
  const { t } = useTranslation('users-admin');
  if (useIsImpersonated()) return null;
  return (
    <Checkbox
      size="xs"
      checked={selected.has(id)}
      disabled={own}
      aria-label={t('bulk.select', { name })}
      onChange={({ currentTarget }) => select([id], currentTarget.checked)}
    />
  );
}
