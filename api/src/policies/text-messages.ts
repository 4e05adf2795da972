import { isAdministrator, type Role } from '@belfry/schemas/domain/roles';

/** Administrators text any number, others if an administrator permits it; see SMS-8. The same people send emergency messages. */
export const canTextAnyNumber = ({
  role,
  may_text_any_number,
}: {
  role: Role;
  may_text_any_number: boolean;
}): boolean => may_text_any_number || isAdministrator(role);
