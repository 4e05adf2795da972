import type { Role } from '@belfry/schemas/domain/roles';
import { useTranslation } from 'react-i18next';

/** The name of a role; see AUTH-1. */
export function useRoleLabel(): (role: Role) => string {
  const { t } = useTranslation('ui');
  return (role) => t(`roles.${role}`);
}
